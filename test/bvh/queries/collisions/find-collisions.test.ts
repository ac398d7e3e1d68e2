/** Which triangles of two meshes intersect, against every edge with every triangle. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { CollisionQuery } from '../../../../src/bvh/queries/collisions/collision-query.js';
import { collides, findCollisions, type MeshTree } from '../../../../src/bvh/queries/collisions/find-collisions.js';
import { InputError } from '../../../../src/errors.js';
import { readWords } from '../../../../src/gpu/allocate-storage.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { createIcosphere, createTriangleSoup } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { crossByBruteForce } from '../../brute-force.js';

const gpu = useTestGpu();

async function treeOf(mesh: Mesh): Promise<MeshTree> {
  return { mesh, bvh: await Bvh.build(gpu(), mesh) };
}

const shifted = (mesh: Mesh, offset: Vec3) =>
  createMesh({ ...mesh, positions: mesh.positions.map((coordinate, at) => coordinate + offset[at % 3]!) });

describe('findCollisions', () => {
  it('finds the pairs that every edge with every triangle gives, seed 33', async () => {
    const [a, b] = [createTriangleSoup({ count: 60, seed: 33 }), createTriangleSoup({ count: 50, seed: 34 })];
    const edges = ({ positions, triangles }: Mesh) => {
      const corner = (at: number) => [...positions.subarray(3 * triangles[at]!, 3 * triangles[at]! + 3)];
      const next = (at: number) => (at % 3 === 2 ? at - 2 : at + 1);
      const all = [...triangles.keys()];
      return {
        from: Float32Array.from(all.flatMap(corner)),
        to: Float32Array.from(all.flatMap((at) => corner(next(at)))),
      };
    };
    const expected = new Set<string>();
    for (const [edge, { crossings }] of crossByBruteForce(b, edges(a)).entries()) {
      for (const { triangle } of crossings) expected.add(`${Math.floor(edge / 3)},${triangle}`);
    }
    for (const [edge, { crossings }] of crossByBruteForce(a, edges(b)).entries()) {
      for (const { triangle } of crossings) expected.add(`${triangle},${Math.floor(edge / 3)}`);
    }
    const [treeA, treeB] = [await treeOf(a), await treeOf(b)];
    const pairs = await findCollisions(treeA, treeB);
    const found = Array.from({ length: pairs.length / 2 }, (_, pair) => `${pairs[2 * pair]},${pairs[2 * pair + 1]}`);
    expect(found.toSorted()).toEqual([...expected].toSorted());
    expect(found.length).toBeGreaterThan(20);
    const other = await findCollisions(treeB, treeA);
    expect(other.length).toBe(pairs.length);
    for (const { bvh } of [treeA, treeB]) bvh.destroy();
  });

  it.each([
    [1.9, true],
    [2.1, false],
    [0, false],
  ])(
    'knows whether spheres of radius 1 collide at a distance of %f, where they lie in each other they do not',
    async (x, expected) => {
      const a = await treeOf(createIcosphere({ subdivisions: 3 }));
      const b = await treeOf(shifted(createIcosphere({ subdivisions: 2, radius: x === 0 ? 0.5 : 1 }), [x, 0, 0]));
      expect(await collides(a, b)).toBe(expected);
      expect((await findCollisions(a, b)).length > 0).toBe(expected);
      for (const { bvh } of [a, b]) bvh.destroy();
    },
  );
});

describe('CollisionQuery', () => {
  it('writes each pair once and in order, whatever the chunk, and makes room for more, seeds 35 and 36', async () => {
    const [a, b] = [createTriangleSoup({ count: 80, seed: 35 }), createTriangleSoup({ count: 70, seed: 36 })];
    const [treeA, treeB] = [await treeOf(a), await treeOf(b)];
    const all = await findCollisions(treeA, treeB);
    for (const chunk of [7, 100, 1000]) {
      const query = await CollisionQuery.create(treeA.bvh, treeB.bvh, { chunk });
      for (const run of ['first', 'second']) {
        const count = await query.run();
        const [pairs] = await readWords(gpu(), [{ buffer: query.pairs, length: 2 * count }]);
        expect(pairs, `${run} run in chunks of ${chunk}`).toEqual(all);
      }
      query.destroy();
    }
    for (const { bvh } of [treeA, treeB]) bvh.destroy();
  });

  it('finds the same wherever the origins of the meshes are', async () => {
    const a = await treeOf(createIcosphere({ subdivisions: 1 }));
    const sphere = createIcosphere({ subdivisions: 1 });
    const b = await treeOf(shifted(sphere, [0.5, 0.25, 0]));
    const moved = await treeOf(createMesh({ ...sphere, origin: [0.5, 0.25, 0] }));
    const pairs = await findCollisions(a, b);
    expect(pairs.length).toBeGreaterThan(20);
    expect(await findCollisions(a, moved)).toEqual(pairs);
    for (const { bvh } of [a, b, moved]) bvh.destroy();
  });

  it('finds none of triangles with a corner that is not there, and refuses what cannot be', async () => {
    const sphere = createIcosphere({ subdivisions: 0 });
    const a = await treeOf(sphere);
    const b = await treeOf(createMesh({ ...shifted(sphere, [0.3, 0.2, 0.1]), triangles: Uint32Array.of(0, 1, 99) }));
    expect(await findCollisions(a, b)).toHaveLength(0);
    expect(await findCollisions(b, a)).toHaveLength(0);
    await expect(findCollisions(a, b, { chunk: 0 })).rejects.toThrow(InputError);
    for (const { bvh } of [a, b]) bvh.destroy();
  });
});
