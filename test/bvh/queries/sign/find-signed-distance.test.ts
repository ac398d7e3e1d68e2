/** Sides and signed distances: of solids by formula, of torn meshes by the solid angles of all triangles. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { findSides, findSignedDistance } from '../../../../src/bvh/queries/sign/find-signed-distance.js';
import { findWinding } from '../../../../src/bvh/queries/sign/find-winding.js';
import { InputError } from '../../../../src/errors.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import {
  createGrid,
  createIcosphere,
  createTorus,
  createTriangleSoup,
} from '../../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { findClosedness } from '../../../../src/mesh/topology/closedness.js';
import { windingNumber } from '../../../../src/reference/bvh/winding-number.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { createLatticeBox, separateVertices } from '../../hard-meshes.js';
import { randomSegments } from '../../random-segments.js';

const gpu = useTestGpu();

async function withTree<T>(mesh: Mesh, ask: (bvh: Bvh) => Promise<T>): Promise<T> {
  const bvh = await Bvh.build(gpu(), mesh);
  try {
    return await ask(bvh);
  } finally {
    bvh.destroy();
  }
}

const pointAt = (points: Float32Array, index: number) =>
  [...points.subarray(3 * index, 3 * index + 3)] as unknown as Vec3;

/** Leaves out every so-manieth triangle. */
const tear = (mesh: Mesh, every: number) =>
  createMesh({ ...mesh, triangles: mesh.triangles.filter((_, at) => Math.floor(at / 3) % every > 0) });

const reversed = (mesh: Mesh) => createMesh({ ...mesh, triangles: mesh.triangles.toReversed() });

describe('findClosedness', () => {
  it.each([
    ['a sphere', createIcosphere({ subdivisions: 2 }), { closed: true, openEdges: 0, misorientedEdges: 0 }],
    [
      'a torus of separate triangles',
      separateVertices(createTorus()),
      { closed: true, openEdges: 0, misorientedEdges: 0 },
    ],
    ['a grid', createGrid({ columns: 3, rows: 2 }), { closed: false, openEdges: 10, misorientedEdges: 0 }],
    [
      'a sphere with a hole',
      tear(createIcosphere({ subdivisions: 0 }), 20),
      { closed: false, openEdges: 3, misorientedEdges: 0 },
    ],
  ])('knows %s', (_, mesh, expected) => {
    expect(findClosedness(mesh)).toEqual(expected);
  });

  it('tells triangles that face the other way, and leaves out what is no triangle', () => {
    const sphere = createIcosphere({ subdivisions: 0 });
    const triangles = Uint32Array.from([...sphere.triangles, 5, 5, 6, 0, 1, 99_999]);
    triangles.subarray(0, 3).reverse();
    expect(findClosedness({ ...sphere, triangles })).toEqual({ closed: true, openEdges: 0, misorientedEdges: 3 });
  });
});

describe('findWinding', () => {
  it.each([
    ['a sphere', createIcosphere({ subdivisions: 3 })],
    ['a torus without a seventh', tear(createTorus({ majorSegments: 32, minorSegments: 20 }), 7)],
    ['a grid', createGrid({ width: 2, height: 2 })],
    ['a soup', createTriangleSoup({ count: 900, seed: 5 })],
    ['one triangle', createTriangleSoup({ count: 1, kinds: ['large'] })],
    ['nine triangles', createTriangleSoup({ count: 9, kinds: ['large'] })],
  ])('agrees with the solid angles of %s, seed 21', async (_, mesh) => {
    const points = randomSegments(70, 21).from;
    const found = await withTree(mesh, (bvh) => findWinding(bvh, points));
    for (const [index, winding] of found.entries()) {
      const expected = windingNumber(mesh, pointAt(points, index));
      if (Math.abs(winding - expected) > 0.01) expect.fail(`point ${index} has ${winding}, not ${expected}`);
    }
  });

  it('is the same at any scale by a power of two and in chunks, and turns with the triangles, seed 22', async () => {
    const mesh = tear(createIcosphere({ subdivisions: 3 }), 5);
    const points = randomSegments(300, 22).from;
    const expected = await withTree(mesh, (bvh) => findWinding(bvh, points));
    expect(await withTree(mesh, (bvh) => findWinding(bvh, points, { chunk: 77 }))).toEqual(expected);
    for (const exponent of [-90, 90]) {
      const scaled = (values: Float32Array) => values.map((value) => value * 2 ** exponent);
      const other = createMesh({ ...mesh, positions: scaled(mesh.positions) });
      expect(await withTree(other, (bvh) => findWinding(bvh, scaled(points)))).toEqual(expected);
    }
    const turned = await withTree(reversed(mesh), (bvh) => findWinding(bvh, points));
    for (const [index, winding] of turned.entries()) expect(winding).toBeCloseTo(-expected[index]!, 2);
  });

  it('is 0 for points that are not finite, and about no triangles', async () => {
    const points = Float32Array.of(Number.NaN, 0, 0, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0);
    const [nan, infinite, inside] = await withTree(createIcosphere(), (bvh) => findWinding(bvh, points));
    expect([nan, infinite]).toEqual([0, 0]);
    expect(inside).toBeCloseTo(1, 2);
    const empty: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0), origin: [0, 0, 0] };
    expect(Array.from(await withTree(empty, (bvh) => findWinding(bvh, points)))).toEqual([0, 0, 0]);
  });
});

describe('findSignedDistance', () => {
  it.each(['parity', 'winding'] as const)('knows the distance from a sphere by %s, seed 23', async (sign) => {
    const mesh = createIcosphere({ subdivisions: 5 });
    const points = randomSegments(1000, 23).from;
    const found = await withTree(mesh, (bvh) => findSignedDistance(bvh, mesh, points, { sign }));
    expect(found.sign).toBe(sign);
    for (const [index, distance] of found.distances.entries()) {
      const expected = Math.hypot(...pointAt(points, index)) - 1;
      // A face of 20480 is up to 0.0005 below the sphere.
      if (Math.abs(distance - expected) > 6e-4) expect.fail(`point ${index} is ${distance} away, not ${expected}`);
    }
    if (sign === 'parity') expect(new Set(found.certainty)).toEqual(new Set([1]));
  });

  it('knows every side of a box on a lattice but of points on it', async () => {
    const mesh = createLatticeBox(2);
    const at = [-3, -2.5, -2 - 1e-6, -2 + 1e-6, -1, 0, 0.5, 1, 2 - 1e-6, 2 + 1e-6, 3];
    const points = at.flatMap((x) => at.flatMap((y) => at.map((z): Vec3 => [x, y, z])));
    const asked = Float32Array.from(points.flat());
    const { distances, sign } = await withTree(mesh, (bvh) => findSignedDistance(bvh, mesh, asked));
    expect(sign).toBe('parity');
    const inside = points.map((point) => point.every((x) => Math.abs(x) < 2));
    expect(Array.from(distances, (distance) => distance < 0)).toEqual(inside);
  });

  it('knows the sides of a torn mesh, and how sure it is, seed 24', async () => {
    const mesh = tear(createIcosphere({ subdivisions: 4 }), 10);
    const points = randomSegments(1000, 24).from;
    const { distances, sign, certainty } = await withTree(mesh, (bvh) => findSignedDistance(bvh, mesh, points));
    expect(sign).toBe('winding');
    let doubtful = 0;
    for (const [index, distance] of distances.entries()) {
      const radius = Math.hypot(...pointAt(points, index));
      if (certainty[index]! < 0.3) doubtful += 1;
      // A hole is 0.08 wide, and in front of it nothing tells the sides.
      else if (Math.abs(radius - 1) > 0.05) expect(distance < 0).toBe(radius < 1);
      if (Math.abs(radius - 1) > 0.2) expect(certainty[index]).toBeGreaterThan(0.7);
    }
    expect(doubtful).toBeLessThan(20);
  });

  it('has no distance beyond what is asked for, but a side, and refuses methods that are none', async () => {
    const mesh = createIcosphere();
    const points = Float32Array.of(0, 0, 0, 0, 0, 0.9, 3, 0, 0);
    await withTree(mesh, async (bvh) => {
      const { distances } = await findSignedDistance(bvh, mesh, points, { within: 0.2 });
      expect([distances[0], distances[2]]).toEqual([-Infinity, Infinity]);
      expect(distances[1]).toBeCloseTo(-0.1, 2);
      expect(Array.from((await findSides(bvh, mesh, points)).inside)).toEqual([1, 1, 0]);
      await expect(findSides(bvh, mesh, points, { sign: 'guess' as 'auto' })).rejects.toThrow(InputError);
    });
  });
});
