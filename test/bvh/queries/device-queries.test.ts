/** Queries from buffers to buffers: against the same ones by arrays, which are held to the CPU reference. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../src/bvh/bvh.js';
import { findInside } from '../../../src/bvh/find-inside.js';
import { createQuery } from '../../../src/bvh/queries/create-query.js';
import { CrossingQuery } from '../../../src/bvh/queries/crossings/crossing-query.js';
import { findClosest } from '../../../src/bvh/queries/points/find-closest.js';
import { SideQuery } from '../../../src/bvh/queries/sign/side-query.js';
import { SIGN_METHODS } from '../../../src/bvh/queries/sign/sign-method.js';
import { SignedDistanceQuery } from '../../../src/bvh/queries/sign/signed-distance-query.js';
import { readWords } from '../../../src/gpu/allocate-storage.js';
import { BUFFER_USAGE } from '../../../src/gpu/usages.js';
import { IDENTITY_AFFINE } from '../../../src/math/affine.js';
import { boundingBox } from '../../../src/mesh/bounding-box.js';
import { createTorus, createTriangleSoup } from '../../../src/mesh/generators/create-basic-meshes.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { crossByBruteForce } from '../brute-force.js';
import { randomSegments } from '../random-segments.js';

const gpu = useTestGpu();
const SEED = 41;
const torus = createTorus({ majorSegments: 16, minorSegments: 9 });
const POINTS = randomSegments(500, SEED).from;

/** A buffer of the caller's own. */
function uploadPoints(points: Float32Array): GPUBuffer {
  const usage = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST;
  const buffer = gpu().device.createBuffer({ size: points.byteLength, usage });
  gpu().device.queue.writeBuffer(buffer, 0, points as Float32Array<ArrayBuffer>);
  return buffer;
}

describe.each(SIGN_METHODS)('sides by %s', (sign) => {
  it(`are those of points asked by arrays (seed ${SEED})`, async () => {
    const bvh = await Bvh.build(gpu(), torus);
    const points = uploadPoints(POINTS);
    const count = POINTS.length / 3;
    const options = { capacity: count + 3, sign, mesh: torus, points };
    const sides = await SideQuery.create(bvh, options);
    const signed = await SignedDistanceQuery.create(bvh, { ...options, within: 0.3 });
    await sides.run(count);
    await signed.run(count);
    const [found, results] = await readWords(gpu(), [
      { buffer: sides.results, length: options.capacity + count },
      { buffer: signed.results, length: 2 * options.capacity },
    ]);
    const inside = await findInside(bvh, boundingBox(torus), POINTS);
    const closest = await findClosest(bvh, POINTS, { within: 0.3 });
    for (const query of [sides, signed]) query.destroy();
    // Still the caller's.
    gpu().device.queue.writeBuffer(points, 0, new Uint32Array(1));
    points.destroy();
    bvh.destroy();
    expect(inside).toContain(1);
    expect(Array.from(found!.subarray(0, count))).toEqual(Array.from(inside));
    expect(Array.from(new Int32Array(results!.buffer, 0, count))).toEqual(Array.from(closest.triangles));
    const distances = new Float32Array(results!.buffer, 4 * options.capacity, count);
    expect(distances).toEqual(closest.distances.map((distance, at) => (inside[at] === 1 ? -distance : distance)));
    const certainty = new Float32Array(found!.buffer, 4 * options.capacity, count);
    expect(certainty.every((sure) => (sign === 'parity' ? sure === 1 : sure > 0.9 && sure <= 1))).toBe(true);
  });
});

it(`lists crossings in order, and makes room for more (seed ${SEED})`, async () => {
  const soup = createTriangleSoup({ count: 300 });
  const bvh = await Bvh.build(gpu(), soup);
  const query = await CrossingQuery.create(bvh, { capacity: 40 });
  for (const count of [3, 40]) {
    const { from, to } = randomSegments(count, SEED + count);
    const expected = crossByBruteForce(soup, { from, to });
    gpu().device.queue.writeBuffer(query.ends, 0, from as Float32Array<ArrayBuffer>);
    gpu().device.queue.writeBuffer(query.ends, 12 * query.capacity, to as Float32Array<ArrayBuffer>);
    const total = await query.run(count);
    const [offsets, words] = await readWords(gpu(), [
      { buffer: query.offsets, length: count + 1 },
      { buffer: query.crossings, length: 4 * total },
    ]);
    expect(offsets!.at(-1)).toBe(total);
    for (let segment = 0; segment < count; segment++) {
      const part = words!.subarray(4 * offsets![segment]!, 4 * offsets![segment + 1]!);
      const found = Array.from({ length: part.length / 4 }, (_, index) => part[4 * index]!);
      const t = Array.from(new Float32Array(part.slice().buffer)).filter((_, index) => index % 4 === 1);
      expect(t).toEqual(t.toSorted((a, b) => a - b));
      expect(found.toSorted((a, b) => a - b)).toEqual(
        expected[segment]!.crossings.map(({ triangle }) => triangle).toSorted((a, b) => a - b),
      );
    }
  }
  query.destroy();
  bvh.destroy();
});

describe('one door for all kinds', () => {
  it('makes each, which destroys what it made', async () => {
    const bvh = await Bvh.build(gpu(), torus);
    const options = { capacity: 5, sign: SIGN_METHODS[0]!, mesh: torus };
    const grid = { sizes: [3, 3, 3] as const, indexToWorld: IDENTITY_AFFINE };
    const made = await Promise.all([
      createQuery(bvh, 'segments', { find: 'count', ...options }),
      createQuery(bvh, 'crossings', options),
      createQuery(bvh, 'closest', options),
      createQuery(bvh, 'overlaps', { ...options, kind: 'balls' }),
      createQuery(bvh, 'sides', options),
      createQuery(bvh, 'signedDistances', options),
      createQuery(bvh, 'winding', options),
      createQuery(bvh, 'field', { ...options, grid }),
      createQuery(bvh, 'thickness', options),
      createQuery(bvh, 'collisions', { other: bvh }),
    ]);
    expect(new Set(made.map((query) => query.constructor)).size).toBe(10);
    expect((made[0] as { kind: string }).kind).toBe('count');
    for (const query of made) query.destroy();
    bvh.destroy();
  });

  it('refuses others by name', async () => {
    const bvh = await Bvh.build(gpu(), torus);
    await expect(createQuery(bvh, 'toString' as never, { capacity: 1 } as never)).rejects.toThrow(
      /^a query is one of segments, .*, not toString$/,
    );
    bvh.destroy();
  });
});
