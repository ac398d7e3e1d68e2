/**
 * A million points about several meshes against every triangle in float64: minutes, and so no part of the suite. Run it after
 * `npm run build`: npx tsx test/bvh/queries/points/million-points.ts [points] [--software] [meshes]
 */
import { boundingBox, type Mesh, type Vec3 } from 'tilecast';
import { createIcosphere, createTerrain, createTorus, createTriangleSoup } from 'tilecast/lab';
import { Bvh, closestOnTriangle, findClosedness, findSignedDistance } from 'tilecast/mesh';
import { openGpu } from 'tilecast/node';
import { degenerateSegments, randomSegments } from '../../random-segments.js';
import { createSlivers } from '../slivers.js';

const POINTS = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 1_000_000);
/** Share of the points that lie on vertices, edges and faces. */
const DEGENERATE_SHARE = 0.02;
const SEED = 18;
/** Fraction of the size: distances may be off by it; within it, triangles may be swapped and signs may differ. */
const TOLERANCE = 1e-6;

const MESHES: Readonly<Record<string, Mesh>> = {
  icosphere: createIcosphere({ subdivisions: 2 }),
  torus: createTorus({ majorSegments: 24, minorSegments: 16 }),
  soup: createTriangleSoup({ count: 500 }),
  slivers: createSlivers(500, 6),
  terrain: createTerrain({ size: 2, cells: 20 }),
};

/** The corners of each triangle, and a ball about it. */
function boundTriangles({ positions, triangles }: Mesh) {
  return Array.from({ length: triangles.length / 3 }, (_, triangle) => {
    const corners = [0, 1, 2].map((corner): Vec3 => {
      const at = 3 * triangles[3 * triangle + corner]!;
      return [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    }) as [Vec3, Vec3, Vec3];
    const center = [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis]! / 3, 0));
    const radius = Math.max(...corners.map((corner) => Math.hypot(...corner.map((x, axis) => x - center[axis]!))));
    return { corners, x: center[0]!, y: center[1]!, z: center[2]!, radius };
  });
}

/** How far the closest of all triangles is; one whose ball is farther needs no more. */
function distanceOfAll(bounds: ReturnType<typeof boundTriangles>, point: Vec3): number {
  let nearest = Infinity;
  for (const { corners, x, y, z, radius } of bounds) {
    const reach = nearest + radius;
    const [dx, dy, dz] = [point[0] - x, point[1] - y, point[2] - z];
    if (dx * dx + dy * dy + dz * dz > reach * reach * (1 + 1e-12)) continue;
    nearest = Math.min(nearest, closestOnTriangle(point, ...corners).distance);
  }
  return nearest;
}

/** Inside of the solids whose formula is known. */
const FORMULAS: Readonly<Record<string, (point: Vec3) => number>> = {
  icosphere: (point) => Math.hypot(...point) - 1,
  torus: ([x, y, z]) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.4,
};
/** How far the triangles may be from the formula. */
const FORMULA_ERROR = 0.02;

const gpu = await openGpu({ software: process.argv.includes('--software') });
const asked = process.argv.slice(2).filter((argument) => argument in MESHES);
let failures = 0;
for (const [name, mesh] of Object.entries(MESHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const hard = Math.round(DEGENERATE_SHARE * POINTS);
  const points = new Float32Array(3 * POINTS);
  points.set(randomSegments(POINTS - hard, SEED).from);
  points.set(degenerateSegments(mesh, hard, SEED).from, 3 * (POINTS - hard));
  const bvh = await Bvh.build(gpu, mesh);
  const { triangles, distances, sign } = await findSignedDistance(bvh, mesh, points);
  bvh.destroy();
  const { min, max } = boundingBox(mesh);
  const size = Math.hypot(...max.map((high, axis) => high - min[axis]!));
  const bounds = boundTriangles(mesh);
  const { closed } = findClosedness(mesh);
  const found = {
    mesh: name,
    triangles: bounds.length,
    points: POINTS,
    sign,
    worstDistance: 0,
    wrong: 0,
    wrongSigns: 0,
  };
  for (let index = 0; index < POINTS; index++) {
    const point: Vec3 = [points[3 * index]!, points[3 * index + 1]!, points[3 * index + 2]!];
    const truth = distanceOfAll(bounds, point);
    const own = closestOnTriangle(point, ...bounds[triangles[index]!]!.corners).distance;
    const error = Math.max(Math.abs(own - truth), Math.abs(Math.abs(distances[index]!) - truth)) / size;
    found.worstDistance = Math.max(found.worstDistance, error);
    if (!(error <= TOLERANCE)) found.wrong += 1;
    const formula = closed ? FORMULAS[name]?.(point) : undefined;
    if (formula !== undefined && Math.abs(formula) > FORMULA_ERROR && formula < 0 !== distances[index]! < 0) {
      found.wrongSigns += 1;
    }
  }
  failures += found.wrong + found.wrongSigns;
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
gpu.destroy();
process.exitCode = failures > 0 ? 1 : 0;
