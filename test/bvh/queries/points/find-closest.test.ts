/** Closest triangles against every triangle in float64, and laws that need no reference. */
import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { Bvh } from '../../../../src/bvh/bvh.js';
import {
  type ClosestTriangles,
  findClosest,
  pointsOnTriangles,
} from '../../../../src/bvh/queries/points/find-closest.js';
import { InputError } from '../../../../src/errors.js';
import { Gpu } from '../../../../src/gpu/gpu.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import {
  createGrid,
  createIcosphere,
  createTorus,
  createTriangleSoup,
} from '../../../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../../../src/mesh/generators/random.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { closestOnTriangle } from '../../../../src/mesh/triangle/closest-on-triangle.js';
import { triangleCorners } from '../../../../src/mesh/triangle/triangle-corners.js';
import { sortByDistance } from '../../../../src/reference/bvh/find-closest.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { createLatticeBox, createNestedMesh, repeatTriangles } from '../../hard-meshes.js';
import { degenerateSegments, randomSegments } from '../../random-segments.js';
import { createSlivers } from '../slivers.js';

const gpu = useTestGpu();

/** Fraction of the size of what is measured. */
const TOLERANCE = 1e-6;

const pointAt = (points: Float32Array | Float64Array, index: number): Vec3 => [
  points[3 * index]!,
  points[3 * index + 1]!,
  points[3 * index + 2]!,
];

async function ask(mesh: Mesh, points: Float32Array | Float64Array, options = {}): Promise<ClosestTriangles> {
  const bvh = await Bvh.build(gpu(), mesh);
  const found = await findClosest(bvh, points, options);
  bvh.destroy();
  return found;
}

/** Compares with all triangles in order of their distances, of points in a mesh whose size is `size`. */
async function expectClosest(mesh: Mesh, points: Float32Array, { size = 2, nearest = 1, within = Infinity } = {}) {
  const found = await ask(mesh, points, { nearest, within });
  const places = pointsOnTriangles(mesh, found);
  for (let index = 0; index < points.length / 3; index++) {
    const point = pointAt(points, index);
    const expected = sortByDistance(mesh, point);
    const named = found.triangles.subarray(nearest * index, nearest * (index + 1)).filter((triangle) => triangle >= 0);
    expect(new Set(named).size).toBe(named.length);
    for (let rank = 0; rank < nearest; rank++) {
      const at = nearest * index + rank;
      const [triangle, distance] = [found.triangles[at]!, found.distances[at]!];
      const truth = expected[rank];
      const error = TOLERANCE * (size + (truth?.distance ?? 0));
      if (triangle < 0) {
        expect(distance).toBe(Infinity);
        if (truth && truth.distance <= within - error) expect.fail(`point ${index} misses ${truth.triangle}`);
        continue;
      }
      if (!truth || truth.distance > within + error) expect.fail(`point ${index} has the ghost ${triangle}`);
      const own = closestOnTriangle(point, ...triangleCorners(mesh, triangle)).distance;
      const place = Math.hypot(...pointAt(places, at).map((coordinate, axis) => coordinate - point[axis]!));
      for (const [what, value] of Object.entries({ distance, own, place })) {
        if (Math.abs(value - truth.distance) > error) {
          expect.fail(`point ${index}, rank ${rank}: ${what} is ${value}, not ${truth.distance} of ${truth.triangle}`);
        }
      }
    }
  }
}

const inCube = (count: number, seed: number, size?: number) => randomSegments(count, seed, size).from;

const MESHES: readonly (readonly [string, Mesh])[] = [
  ['an icosphere', createIcosphere({ subdivisions: 2 })],
  ['a torus', createTorus({ majorSegments: 24, minorSegments: 12 })],
  ['a grid', createGrid({ width: 3, height: 2, columns: 15, rows: 20 })],
  ['a soup', createTriangleSoup({ count: 500, seed: 3 })],
  ['slivers', createSlivers(400, 4)],
  ['triangles at one place', repeatTriangles(createIcosphere({ subdivisions: 0 }), 30)],
  ['nested triangles', createNestedMesh()],
  ['one triangle', createTriangleSoup({ count: 1, kinds: ['large'] })],
];

describe('findClosest', () => {
  it.each(MESHES)('agrees with float64 on %s, seeds 1 and 2', async (_, mesh) => {
    await expectClosest(mesh, inCube(150, 1));
    // Points on vertices, edges and faces.
    await expectClosest(mesh, degenerateSegments(mesh, 60, 2).from);
  });

  it.each(MESHES)('finds as many as are asked for, or are near, of %s, seeds 3 and 4', async (_, mesh) => {
    await expectClosest(mesh, inCube(40, 3), { nearest: 7 });
    await expectClosest(mesh, inCube(60, 4), { within: 0.3 });
    await expectClosest(mesh, inCube(40, 4), { within: 0.3, nearest: 3 });
  });

  it('knows the distance from a sphere of many triangles, seed 5', async () => {
    const mesh = createIcosphere({ subdivisions: 5 });
    const points = inCube(500, 5, 3);
    const { distances } = await ask(mesh, points);
    for (const [index, distance] of distances.entries()) {
      const sphere = Math.abs(Math.hypot(...pointAt(points, index)) - 1);
      // A face of 20480 is up to 0.0005 below the sphere.
      if (Math.abs(distance - sphere) > 6e-4) expect.fail(`point ${index} is ${distance} away, not ${sphere}`);
    }
  });

  it('knows the distance from a box exactly on a lattice', async () => {
    const at = [-5, -2.5, -2, -1, 0, 0.5, 2, 3, 6];
    const points = at.flatMap((x) => at.flatMap((y) => at.map((z): Vec3 => [x, y, z])));
    const { distances } = await ask(createLatticeBox(2), Float32Array.from(points.flat()));
    for (const [index, point] of points.entries()) {
      const outside = Math.hypot(...point.map((x) => Math.max(Math.abs(x) - 2, 0)));
      const inside = Math.min(...point.map((x) => 2 - Math.abs(x)));
      expect(distances[index]).toBeCloseTo(outside > 0 ? outside : inside, 6);
    }
  });

  it('is the same at any scale by a power of two, seed 6', async () => {
    const unit = createTorus({ majorSegments: 12, minorSegments: 8 });
    const points = inCube(500, 6, 2);
    const expected = await ask(unit, points);
    for (const exponent of [-100, -40, 40, 100]) {
      const scaled = (values: Float32Array) => values.map((value) => value * 2 ** exponent);
      const found = await ask(createMesh({ ...unit, positions: scaled(unit.positions) }), scaled(points));
      expect({ ...found, distances: found.distances.map((distance) => distance / 2 ** exponent) }).toEqual(expected);
    }
  });

  it('is the same for triangles in another order, and for another tree, seed 7', async () => {
    const mesh = createTriangleSoup({ count: 700, seed: 8 });
    const points = inCube(700, 7);
    const expected = await ask(mesh, points);
    const random = createRandom(9);
    const order = Array.from({ length: 700 }, (_, index) => ({ index, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ index }) => index);
    const triangles = Uint32Array.from(order.flatMap((from) => [...mesh.triangles.subarray(3 * from, 3 * from + 3)]));
    const shuffled = await ask(createMesh({ ...mesh, triangles }), points);
    expect(shuffled.distances).toEqual(expected.distances);
    expect(shuffled.triangles.map((triangle) => order[triangle]!)).toEqual(expected.triangles);
    const bvh = await Bvh.build(gpu(), mesh, { leafSize: 8 });
    expect(await findClosest(bvh, points)).toEqual(expected);
    expect(await findClosest(bvh, points, { chunk: 99 })).toEqual(expected);
    const several = await findClosest(bvh, points, { chunk: 100, nearest: 3 });
    expect(several.triangles.filter((_, at) => at % 3 === 0)).toEqual(expected.triangles);
    expect(several).toEqual(await findClosest(bvh, points, { nearest: 3 }));
    bvh.destroy();
  });

  it('stays right far away from the mesh, and far from zero, seed 10', async () => {
    const mesh = createTorus({ majorSegments: 12, minorSegments: 8 });
    for (const reach of [1e3, 1e6, 1e12, 1e30]) await expectClosest(mesh, inCube(100, 10, reach));
    const offset = [345_678.25, 6_543_210.5, 87.125] as const;
    const near = inCube(300, 11);
    const expected = await ask(mesh, near);
    const far = Float64Array.from(near, (x, index) => x + offset[index % 3]!);
    const found = await ask(createMesh({ ...mesh, origin: offset }), far);
    for (const [index, distance] of found.distances.entries()) {
      expect(distance).toBeCloseTo(expected.distances[index]!, 6);
    }
  });

  it('leaves out triangles and points that are not finite', async () => {
    const sphere = createIcosphere({ subdivisions: 2 });
    const positions = sphere.positions.slice();
    positions[30] = Number.NaN;
    positions[64] = Number.POSITIVE_INFINITY;
    const triangles = sphere.triangles.slice();
    triangles[100] = 5_000_000;
    const mesh = createMesh({ positions, triangles });
    await expectClosest(mesh, inCube(200, 12));
    const points = Float32Array.of(0, 0, Number.NaN, Number.POSITIVE_INFINITY, 0, 0, 0, 0, 2);
    const { triangles: found, distances } = await ask(mesh, points);
    expect(Array.from(found).map((triangle) => triangle >= 0)).toEqual([false, false, true]);
    expect(Array.from(distances.subarray(0, 2))).toEqual([Infinity, Infinity]);
    const none = await ask(createMesh({ positions: positions.fill(Number.NaN), triangles }), points);
    expect(Array.from(none.triangles)).toEqual([-1, -1, -1]);
    expect((await ask(mesh, new Float32Array(0))).triangles.length).toBe(0);
  });

  it('refuses what cannot be', async () => {
    const bvh = await Bvh.build(gpu(), createIcosphere({ subdivisions: 0 }));
    const point = new Float32Array(3);
    await expect(findClosest(bvh, new Float32Array(4))).rejects.toThrow('three numbers each, not 4 in all');
    for (const options of [{ nearest: 0 }, { nearest: 1.5 }, { nearest: 1e6 }, { within: -1 }, { chunk: Number.NaN }]) {
      await expect(findClosest(bvh, point, options)).rejects.toThrow(InputError);
    }
    await expect(findClosest(bvh, point, { within: Number.NaN })).rejects.toThrow('0 or more, not NaN');
    bvh.destroy();
  });
});

// Dawn's null backend computes nothing, but it validates all that it is given.
describe('on a GPU', () => {
  const entry = create(['backend=null']);

  it('validates', async () => {
    const nullGpu = await Gpu.open((await entry.requestAdapter())!);
    const bvh = await Bvh.build(nullGpu, createIcosphere({ subdivisions: 1 }));
    for (const nearest of [1, 3]) await findClosest(bvh, inCube(5, 1), { nearest });
    await nullGpu.device.queue.onSubmittedWorkDone();
    nullGpu.assertHealthy();
    nullGpu.destroy();
  });
});
