/** All crossings against the exact reference, and what is made of them: thickness, collisions. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { listCrossings } from '../../../../src/bvh/queries/crossings/list-crossings.js';
import { collides, findCollisions, type MeshTree } from '../../../../src/bvh/queries/find-collisions.js';
import { findThickness } from '../../../../src/bvh/queries/find-thickness.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import {
  createGrid,
  createIcosphere,
  createTorus,
  createTriangleSoup,
} from '../../../../src/mesh/generators/generate.js';
import { mergeMeshes } from '../../../../src/mesh/merge-meshes.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { crossByBruteForce } from '../../brute-force.js';
import { createLatticeBox } from '../../hard-meshes.js';
import { degenerateSegments, randomSegments } from '../../random-segments.js';

const gpu = useTestGpu();

async function treeOf(mesh: Mesh): Promise<MeshTree> {
  return { mesh, bvh: await Bvh.build(gpu(), mesh) };
}

describe('listCrossings', () => {
  it.each([
    ['a torus', createTorus({ majorSegments: 12, minorSegments: 8 })],
    ['a soup', createTriangleSoup({ count: 150, seed: 3 })],
    ['a box on a lattice', createLatticeBox(2)],
  ])('agrees with the exact reference on %s, seeds 31 and 32', async (_, mesh) => {
    const { bvh } = await treeOf(mesh);
    for (const segments of [randomSegments(90, 31), degenerateSegments(mesh, 90, 32)]) {
      const expected = crossByBruteForce(mesh, segments);
      for (const options of [{}, { chunk: 40, sort: true }]) {
        const { offsets, triangles, t, u, v } = await listCrossings(bvh, segments, options);
        expect(offsets).toHaveLength(91);
        for (const [segment, { crossings }] of expected.entries()) {
          const [begin, end] = [offsets[segment]!, offsets[segment + 1]!];
          const found = Array.from(triangles.subarray(begin, end));
          expect(found.toSorted()).toEqual(crossings.map(({ triangle }) => triangle).toSorted());
          for (const [index, triangle] of found.entries()) {
            const truth = crossings.find((crossing) => crossing.triangle === triangle)!;
            const at = begin + index;
            if (index > 0) expect(t[at]).toBeGreaterThanOrEqual(t[at - 1]!);
            expect(Math.abs(t[at]! - truth.t)).toBeLessThan(1e-5);
            expect(Math.abs(u[at]! - truth.u) + Math.abs(v[at]! - truth.v)).toBeLessThan(2e-2);
          }
        }
      }
    }
    bvh.destroy();
  });

  it('has nothing to list of no segments and of none that cross', async () => {
    const { bvh } = await treeOf(createIcosphere());
    expect((await listCrossings(bvh, randomSegments(0, 1))).offsets).toEqual(Uint32Array.of(0));
    const aside = { from: Float32Array.of(3, 0, 0), to: Float32Array.of(3, 0, 1) };
    expect(await listCrossings(bvh, aside)).toMatchObject({
      offsets: Uint32Array.of(0, 0),
      triangles: new Int32Array(0),
    });
    bvh.destroy();
  });
});

const shifted = (mesh: Mesh, offset: Vec3) =>
  createMesh({ ...mesh, positions: mesh.positions.map((coordinate, at) => coordinate + offset[at % 3]!) });

describe('findThickness', () => {
  it('is the length of a box', async () => {
    const box = createLatticeBox(2);
    // All squares but those at −2 face outwards.
    const triangles = box.triangles.map((_, at) => {
      const triangle = box.triangles.subarray(at - (at % 3), at - (at % 3) + 3);
      const isTurned = [0, 1, 2].some((axis) => triangle.every((vertex) => box.positions[3 * vertex + axis] === -2));
      return triangle[isTurned ? 2 - (at % 3) : at % 3]!;
    });
    const { mesh, bvh } = await treeOf(createMesh({ positions: box.positions, triangles }));
    for (const thickness of await findThickness(bvh, mesh)) expect(thickness).toBeCloseTo(4, 5);
    bvh.destroy();
  });

  it('is the diameter of a sphere, and that of a shell its wall', async () => {
    const sphere = createIcosphere({ subdivisions: 3 });
    const { mesh, bvh } = await treeOf(sphere);
    for (const at of ['vertices', 'triangles'] as const) {
      const thicknesses = await findThickness(bvh, mesh, at);
      expect(thicknesses).toHaveLength((at === 'vertices' ? mesh.positions : mesh.triangles).length / 3);
      for (const thickness of thicknesses) expect(Math.abs(thickness - 2)).toBeLessThan(0.03);
    }
    bvh.destroy();
    const hole = createIcosphere({ subdivisions: 3, radius: 0.9 });
    const inner = createMesh({ positions: hole.positions, triangles: hole.triangles.toReversed() });
    const outer = createMesh({ positions: sphere.positions, triangles: sphere.triangles });
    const shell = await treeOf(mergeMeshes([outer, inner]));
    const walls = await findThickness(shell.bvh, shell.mesh);
    for (const wall of walls) expect(Math.abs(wall - 0.1)).toBeLessThan(0.01);
    shell.bvh.destroy();
  });

  it('is infinite where nothing is behind', async () => {
    const { mesh, bvh } = await treeOf(createGrid({ columns: 2, rows: 2 }));
    expect(new Set(await findThickness(bvh, mesh))).toEqual(new Set([Infinity]));
    bvh.destroy();
  });
});

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
