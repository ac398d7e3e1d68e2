/**
 * A million segments through several meshes in all kinds of queries against the exact CPU reference, triangle by triangle:
 * minutes, and so no part of the suite. Run it after `npm run build`: npx tsx test/bvh/million-segments.ts [segments]
 * [--software] [meshes]
 */
import type { Mesh } from 'tilecast';
import { createIcosphere, createTerrain, createTorus, createTriangleSoup } from 'tilecast/lab';
import { Bvh, intersectSegments } from 'tilecast/mesh';
import { openGpu } from 'tilecast/node';
import { crossSegment } from '../../src/reference/bvh/cross-segment.js';
import { degenerateSegments, randomSegments } from './random-segments.js';

const SEGMENTS = Number(process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 1_000_000);
/** Share of the segments that go through vertices and edges or lie in planes of triangles. */
const DEGENERATE_SHARE = 0.02;
const SEED = 17;
/** Crossings nearer to each other along a segment than this may be named in either order. */
const NEAR_T = 1e-5;

const MESHES: Readonly<Record<string, Mesh>> = {
  icosphere: createIcosphere({ subdivisions: 2 }),
  torus: createTorus({ majorSegments: 24, minorSegments: 16 }),
  soup: createTriangleSoup({ count: 500 }),
  terrain: createTerrain({ size: 2, cells: 20 }),
};

function concatenate(first: Float32Array, second: Float32Array): Float32Array {
  const joined = new Float32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** The triangles' corners, 9 numbers each. */
const readCorners = ({ positions, triangles }: Mesh) =>
  Float32Array.from(
    { length: 3 * triangles.length },
    (_, at) => positions[3 * triangles[Math.floor(at / 3)]! + (at % 3)]!,
  );

/** Whether float64 is sure that the line misses the triangle: most do, and need no more. */
function surelyMisses(p: Float32Array, c: Float32Array, at: number): boolean {
  const [dx, dy, dz] = [p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!];
  const [ax, ay, az] = [c[at]! - p[0]!, c[at + 1]! - p[1]!, c[at + 2]! - p[2]!];
  const [bx, by, bz] = [c[at + 3]! - p[0]!, c[at + 4]! - p[1]!, c[at + 5]! - p[2]!];
  const [ex, ey, ez] = [c[at + 6]! - p[0]!, c[at + 7]! - p[1]!, c[at + 8]! - p[2]!];
  const ab = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
  const be = dx * (by * ez - bz * ey) + dy * (bz * ex - bx * ez) + dz * (bx * ey - by * ex);
  const ea = dx * (ey * az - ez * ay) + dy * (ez * ax - ex * az) + dz * (ex * ay - ey * ax);
  // Coordinates are below 8, so that rounding adds less than 2^-53 of 8^3 times a few tens.
  const error = 1e-11;
  return Math.min(ab, be, ea) < -error && Math.max(ab, be, ea) > error;
}

const gpu = await openGpu({ software: process.argv.includes('--software') });
const asked = process.argv.slice(3).filter((argument) => argument in MESHES);
let failures = 0;
for (const [name, mesh] of Object.entries(MESHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const hard = Math.round(DEGENERATE_SHARE * SEGMENTS);
  const [easy, difficult] = [randomSegments(SEGMENTS - hard, SEED), degenerateSegments(mesh, hard, SEED)];
  const segments = {
    from: concatenate(easy.from, difficult.from),
    to: concatenate(easy.to, difficult.to),
  };
  const bvh = await Bvh.build(gpu, mesh);
  const any = await intersectSegments(bvh, segments, 'any');
  const count = await intersectSegments(bvh, segments, 'count');
  const nearest = await intersectSegments(bvh, segments, 'nearest', { sort: true });
  bvh.destroy();
  const corners = readCorners(mesh);
  const ends = new Float32Array(6);
  const found = {
    name,
    segments: SEGMENTS,
    crossings: 0,
    misses: 0,
    ghosts: 0,
    otherCounts: 0,
    nearTies: 0,
    wrongNearest: 0,
  };
  for (let segment = 0; segment < SEGMENTS; segment++) {
    ends.set(segments.from.subarray(3 * segment, 3 * segment + 3));
    ends.set(segments.to.subarray(3 * segment, 3 * segment + 3), 3);
    let [crossed, first, nearestT, ownT] = [0, -1, Infinity, Infinity];
    for (let at = 0; at < corners.length; at += 9) {
      if (surelyMisses(ends, corners, at)) continue;
      const crossing = crossSegment(ends, corners.subarray(at, at + 9));
      if (!crossing) continue;
      crossed += 1;
      if (at / 9 === nearest.triangles[segment]) ownT = crossing.t;
      if (crossing.t < nearestT) [first, nearestT] = [at / 9, crossing.t];
    }
    found.crossings += crossed;
    if (crossed > 0 && any[segment] === 0) found.misses += 1;
    if (crossed === 0 && any[segment] === 1) found.ghosts += 1;
    if (crossed !== count[segment]) found.otherCounts += 1;
    if (nearest.triangles[segment] === first) continue;
    if (ownT - nearestT < NEAR_T) found.nearTies += 1;
    else found.wrongNearest += 1;
  }
  failures += found.misses + found.ghosts + found.otherCounts + found.wrongNearest;
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
gpu.destroy();
process.exitCode = failures > 0 ? 1 : 0;
