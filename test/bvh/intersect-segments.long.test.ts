/** Segment queries against the exact CPU reference, which tests every triangle. */
import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { Bvh } from '../../src/bvh/bvh.js';
import { intersectSegments, MISSED_T } from '../../src/bvh/intersect-segments.js';
import { SEGMENT_QUERIES } from '../../src/bvh/segment-kinds.js';
import { InputError } from '../../src/errors.js';
import { Gpu } from '../../src/gpu/gpu.js';
import { createDeformation } from '../../src/mesh/deform.js';
import {
  createGrid,
  createIcosphere,
  createTorus,
  createTriangleSoup,
} from '../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { useTestGpu } from '../open-test-gpu.js';
import { crossByBruteForce } from './brute-force.js';
import { createLatticeBox, createNestedMesh, repeatTriangles, separateVertices } from './hard-meshes.js';
import { degenerateSegments, randomSegments, type TestSegments } from './random-segments.js';

const gpu = useTestGpu();

async function expectExact(mesh: Mesh, segments: TestSegments, options = {}): Promise<void> {
  const expected = crossByBruteForce(mesh, segments);
  const bvh = await Bvh.build(gpu(), mesh);
  const any = await intersectSegments(bvh, segments, 'any', options);
  const count = await intersectSegments(bvh, segments, 'count', options);
  const nearest = await intersectSegments(bvh, segments, 'nearest', options);
  bvh.destroy();
  expect(Array.from(count)).toEqual(expected.map((answer) => answer.count));
  expect(Array.from(any)).toEqual(expected.map((answer) => Math.min(1, answer.count)));
  for (const [segment, { crossings }] of expected.entries()) {
    const t = nearest.t[segment]!;
    const triangle = nearest.triangles[segment]!;
    if (crossings.length === 0) {
      if (triangle !== -1 || t !== MISSED_T) expect.fail(`segment ${segment} has the ghost ${triangle}`);
      continue;
    }
    const hit = crossings.find((crossing) => crossing.triangle === triangle);
    if (!hit) expect.fail(`segment ${segment} crosses ${crossings[0]!.triangle} first, and not ${triangle}`);
    const wrong = [t - crossings[0]!.t, t - hit.t].some((error) => Math.abs(error) > 1e-5);
    if (wrong) expect.fail(`segment ${segment}: t is ${t}, not ${crossings[0]!.t} of ${crossings[0]!.triangle}`);
    const [u, v] = [nearest.u[segment]! - hit.u, nearest.v[segment]! - hit.v];
    if (Math.abs(u) > 1e-2 || Math.abs(v) > 1e-2) expect.fail(`segment ${segment}: u and v are ${u} and ${v} off`);
  }
}

describe('intersectSegments', () => {
  it.each([
    ['an icosphere', createIcosphere({ subdivisions: 3 })],
    ['a torus', createTorus({ majorSegments: 24, minorSegments: 16 })],
    ['a grid', createGrid({ width: 3, height: 2, columns: 15, rows: 20 })],
    ['a soup', createTriangleSoup({ count: 500, seed: 3 })],
  ])('agrees with the exact CPU reference on %s, seeds 1 and 2', async (_, mesh) => {
    await expectExact(mesh, randomSegments(700, 1));
    await expectExact(mesh, degenerateSegments(mesh, 500, 2));
  });

  it('answers in arrays that it is given, seed 5', async () => {
    const segments = randomSegments(300, 5);
    const bvh = await Bvh.build(gpu(), createIcosphere({ subdivisions: 2 }));
    const made = await intersectSegments(bvh, segments, 'nearest');
    const into = {
      triangles: new Int32Array(300),
      t: new Float32Array(300),
      u: new Float32Array(300),
      v: new Float32Array(300),
    };
    expect(await intersectSegments(bvh, segments, 'nearest', { into, chunk: 128 })).toBe(into);
    expect(into).toEqual(made);
    const count = new Int32Array(300);
    expect(await intersectSegments(bvh, segments, 'count', { into: count })).toBe(count);
    expect(count).toEqual(await intersectSegments(bvh, segments, 'count'));
    const any = await intersectSegments(bvh, segments, 'any');
    const bits = new Uint32Array(10).fill(0xffffffff);
    expect(await intersectSegments(bvh, segments, 'bits', { into: bits, chunk: 33 })).toBe(bits);
    expect(Array.from({ length: 320 }, (_, index) => (bits[index >> 5]! >>> (index & 31)) & 1)).toEqual([
      ...any,
      ...new Array<number>(20).fill(0),
    ]);
    expect(await intersectSegments(bvh, segments, 'bits')).toEqual(bits);
    const refused = intersectSegments(bvh, segments, 'any', { into: new Int32Array(299) });
    await expect(refused).rejects.toThrow('have 300 numbers, not 299');
    bvh.destroy();
  });

  it('agrees with the exact CPU reference where it tests every triangle, seeds 3 and 4', async () => {
    const mesh = createTorus({ majorSegments: 12, minorSegments: 8 });
    await expectExact(mesh, randomSegments(200, 3), { bruteForce: true });
    await expectExact(mesh, degenerateSegments(mesh, 200, 4), { bruteForce: true });
  });

  it.each([
    ['triangles at one place', repeatTriangles(createIcosphere({ subdivisions: 0 }), 30)],
    ['nested triangles', createNestedMesh()],
    ['one triangle', createTriangleSoup({ count: 1, kinds: ['large'] })],
    ['two triangles', createTriangleSoup({ count: 2, kinds: ['large'] })],
    ['a box on a lattice', createLatticeBox(2)],
  ])('agrees with the exact CPU reference on %s, seeds 5 and 6', async (_, mesh) => {
    await expectExact(mesh, randomSegments(300, 5));
    await expectExact(mesh, degenerateSegments(mesh, 300, 6));
  });

  it('agrees with the exact CPU reference at any scale, seeds 7 and 8', async () => {
    const unit = createIcosphere({ subdivisions: 1 });
    for (const scale of [2 ** -140, 1e-30, 1e-12, 1e12, 1e30]) {
      const scaled = (values: Float32Array) => values.map((value) => value * scale);
      const mesh = createMesh({ ...unit, positions: scaled(unit.positions), normals: undefined });
      const segments = [randomSegments(60, 7), degenerateSegments(unit, 60, 8)];
      for (const { from, to } of segments) await expectExact(mesh, { from: scaled(from), to: scaled(to) });
    }
  });

  it('agrees with the exact CPU reference for segments far longer than the mesh is large, seed 9', async () => {
    const mesh = createIcosphere({ subdivisions: 2 });
    const { from, to } = randomSegments(300, 9, 1);
    for (const reach of [1e3, 1e6, 1e12, 1e30]) {
      const far = Float32Array.from(from, (x, at) => (at % 6 < 3 ? reach * x : x));
      await expectExact(mesh, { from: far, to: to.map((x) => -reach * x) });
    }
  });

  it('leaves out triangles and segments that are not finite, and does not lose others for them', async () => {
    const sphere = createIcosphere({ subdivisions: 2 });
    const positions = sphere.positions.slice();
    positions[30] = Number.NaN;
    positions[64] = Number.POSITIVE_INFINITY;
    const triangles = sphere.triangles.slice();
    triangles[100] = 5_000_000;
    triangles[201] = triangles[202]!;
    const { from, to } = randomSegments(300, 10);
    from[7] = Number.NaN;
    to[61] = Number.NEGATIVE_INFINITY;
    to.copyWithin(90, 90, 93);
    from.set(to.subarray(90, 93), 90);
    await expectExact(createMesh({ positions, triangles }), { from, to });
    const none = createMesh({ positions: positions.fill(Number.NaN), triangles });
    await expectExact(none, { from, to });
  });

  it('answers about no triangles, and about no segments', async () => {
    const empty: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0), origin: [0, 0, 0] };
    const bvh = await Bvh.build(gpu(), empty);
    expect(Array.from(await intersectSegments(bvh, randomSegments(3, 1), 'count'))).toEqual([0, 0, 0]);
    const { triangles } = await intersectSegments(bvh, randomSegments(0, 1), 'nearest');
    expect(triangles.length).toBe(0);
    bvh.destroy();
  });

  it.each([
    ['a box on a lattice', createLatticeBox(2)],
    ['an icosphere of separate triangles', separateVertices(createIcosphere({ subdivisions: 1 }))],
  ])('crosses %s an even number of times around any triangle of points, seed 11', async (_, mesh) => {
    // Points on vertices, edges and faces, inside and outside: whatever side they are taken to be on, it is one side.
    const random = createRandom(11);
    const { from: onSurface } = degenerateSegments(mesh, 200, 12);
    const points = Array.from({ length: 400 }, (__, index) =>
      [0, 1, 2].map((axis) => (index < 200 ? onSurface[3 * index + axis]! : Math.round(8 * (2 * random() - 1)) / 2)),
    );
    const pick = () => points[Math.floor(points.length * random())]!;
    const corners = Array.from({ length: 1500 }, () => [pick(), pick(), pick()] as const);
    const bvh = await Bvh.build(gpu(), mesh);
    const countBetween = (a: number, b: number) => {
      const side = (corner: number) => Float32Array.from(corners.flatMap((triangle) => triangle[corner]!));
      return intersectSegments(bvh, { from: side(a), to: side(b) }, 'count');
    };
    const [ab, bc, ca, ba] = [
      await countBetween(0, 1),
      await countBetween(1, 2),
      await countBetween(2, 0),
      await countBetween(1, 0),
    ];
    bvh.destroy();
    expect(ba).toEqual(ab);
    expect(ab.filter((count) => count > 0).length).toBeGreaterThan(300);
    expect(Array.from(ab, (count, index) => (count + bc[index]! + ca[index]!) % 2)).not.toContain(1);
  });

  it('tells which points are inside a box, though segments go through edges and vertices', async () => {
    const bvh = await Bvh.build(gpu(), createLatticeBox(2));
    const at = [-3, -2.5, -1.5, -1, 0, 0.5, 1, 1.5, 2.5, 3];
    const points = at.flatMap((x) => at.flatMap((y) => at.map((z) => [x, y, z])));
    const from = Float32Array.from(points.flat());
    const to = Float32Array.from(points.flatMap(() => [8, 8, 8]));
    const counts = await intersectSegments(bvh, { from, to }, 'count');
    bvh.destroy();
    const expected = points.map((point) => Number(point.every((x) => Math.abs(x) < 2)));
    expect(Array.from(counts, (count) => count % 2)).toEqual(expected);
  });

  it('loses nothing far from zero', async () => {
    const near = createTorus({ majorSegments: 24, minorSegments: 16 });
    const offset = [345_678.25, 6_543_210.5, 87.125] as const;
    const { from, to } = randomSegments(500, 13);
    const shift = (values: Float32Array) => Float64Array.from(values, (x, index) => x + offset[index % 3]!);
    const far = createMesh({ ...near, origin: offset });
    const nearBvh = await Bvh.build(gpu(), near);
    const farBvh = await Bvh.build(gpu(), far);
    const ends = { from: shift(from), to: shift(to) };
    const expected = await intersectSegments(nearBvh, { from, to }, 'nearest');
    const found = await intersectSegments(farBvh, ends, 'nearest');
    expect(found.triangles).toEqual(expected.triangles);
    for (const [index, t] of found.t.entries()) expect(t).toBeCloseTo(expected.t[index]!, 5);
    nearBvh.destroy();
    farBvh.destroy();
  });

  it.each([1, 1000, 301])('answers the same in sorted order, in chunks of %i', async (chunk) => {
    const bvh = await Bvh.build(gpu(), createTorus({ majorSegments: 12, minorSegments: 8 }));
    const segments = randomSegments(chunk === 1 ? 3 : 1000, 16, 2);
    for (const kind of SEGMENT_QUERIES) {
      const expected = await intersectSegments(bvh, segments, kind);
      expect(await intersectSegments(bvh, segments, kind, { chunk, sort: true })).toEqual(expected);
    }
    bvh.destroy();
  });

  it('answers in chunks as it does at once', async () => {
    const bvh = await Bvh.build(gpu(), createIcosphere({ subdivisions: 2 }));
    const segments = randomSegments(1000, 14);
    const whole = await intersectSegments(bvh, segments, 'nearest');
    expect(await intersectSegments(bvh, segments, 'nearest', { chunk: 301 })).toEqual(whole);
    for (const chunk of [0, -1, 1.5, Number.NaN]) {
      await expect(intersectSegments(bvh, segments, 'nearest', { chunk })).rejects.toThrow(InputError);
    }
    bvh.destroy();
  });

  it('follows a mesh that moves, by refitting and by rebuilding alike', async () => {
    const mesh = createTorus({ majorSegments: 24, minorSegments: 16 });
    const deform = createDeformation(mesh, 'twist');
    const segments = randomSegments(300, 15);
    const bvh = await Bvh.build(gpu(), mesh);
    for (const time of [0.1, 0.3]) {
      const positions = deform(time);
      const expected = crossByBruteForce({ ...mesh, positions }, segments).map(({ count }) => count);
      bvh.refit(positions);
      expect(Array.from(await intersectSegments(bvh, segments, 'count'))).toEqual(expected);
      bvh.rebuild(positions);
      expect(Array.from(await intersectSegments(bvh, segments, 'count'))).toEqual(expected);
    }
    bvh.destroy();
  });

  it('refuses ends that do not match', async () => {
    const bvh = await Bvh.build(gpu(), createIcosphere({ subdivisions: 0 }));
    const refused = intersectSegments(bvh, { from: new Float32Array(6), to: new Float32Array(3) }, 'any');
    await expect(refused).rejects.toThrow('three numbers for each start and each end, not 6 and 3 in all');
    bvh.destroy();
  });
});

// Dawn's null backend computes nothing, but it validates all that it is given.
describe('on a GPU', () => {
  const entry = create(['backend=null']);

  it.each(SEGMENT_QUERIES)('validates, asked for %s', async (kind) => {
    const nullGpu = await Gpu.open((await entry.requestAdapter())!);
    const bvh = await Bvh.build(nullGpu, createIcosphere({ subdivisions: 1 }));
    for (const options of [{}, { sort: true }, { bruteForce: true }]) {
      await intersectSegments(bvh, randomSegments(5, 1), kind, options);
    }
    bvh.refit(new Float32Array(3 * bvh.vertexCount));
    await nullGpu.device.queue.onSubmittedWorkDone();
    nullGpu.assertHealthy();
    nullGpu.destroy();
  });
});
