/** Thickness of solids whose formula is known, and from buffers to buffers. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { findThickness, THICKNESS_POINTS } from '../../../../src/bvh/queries/thickness/find-thickness.js';
import { ThicknessQuery } from '../../../../src/bvh/queries/thickness/thickness-query.js';
import { InputError } from '../../../../src/errors.js';
import { readWords } from '../../../../src/gpu/allocate-storage.js';
import { createGrid, createIcosphere, createTorus } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { mergeMeshes } from '../../../../src/mesh/merge-meshes.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { turnOver } from '../../../../src/mesh/topology/inside-out.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { createLatticeBox } from '../../hard-meshes.js';

const gpu = useTestGpu();

const treeOf = async (mesh: Mesh) => ({ mesh, bvh: await Bvh.build(gpu(), mesh) });

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

  it('is the same where a closed mesh is inside out', async () => {
    const torus = createTorus();
    const [outward, inward] = [await treeOf(torus), await treeOf(turnOver(torus))];
    for (const at of ['vertices', 'triangles'] as const) {
      const expected = await findThickness(outward.bvh, outward.mesh, at);
      expect(expected.every(Number.isFinite)).toBe(true);
      const found = await findThickness(inward.bvh, inward.mesh, at);
      for (const [place, thickness] of found.entries()) expect(thickness).toBeCloseTo(expected[place]!, 5);
    }
    for (const { bvh } of [outward, inward]) bvh.destroy();
  });

  it('is infinite where nothing is behind', async () => {
    const { mesh, bvh } = await treeOf(createGrid({ columns: 2, rows: 2 }));
    expect(new Set(await findThickness(bvh, mesh))).toEqual(new Set([Infinity]));
    bvh.destroy();
  });
});

describe('ThicknessQuery', () => {
  it.each(
    THICKNESS_POINTS.flatMap(
      (at) =>
        [
          { at, faces: 'outward' },
          { at, faces: 'inward' },
        ] as const,
    ),
  )('measures at $at as arrays are, in runs, where triangles face $faces', async ({ at, faces }) => {
    const outward = createTorus({ majorSegments: 20, minorSegments: 11 });
    const torus = faces === 'inward' ? turnOver(outward) : outward;
    // A triangle without an area and one with a corner that is not there measure nothing.
    const triangles = Uint32Array.from([...torus.triangles, 3, 3, 4, 1, 2, 99_999]);
    const { mesh, bvh } = await treeOf(createMesh({ positions: torus.positions, triangles }));
    const expected = await findThickness(bvh, mesh, at);
    const capacity = 100;
    const query = await ThicknessQuery.create(bvh, { capacity, mesh, at });
    const found: number[] = [];
    while (found.length < expected.length) {
      const count = Math.min(capacity, expected.length - found.length);
      await query.run(found.length, count);
      const [words] = await readWords(gpu(), [{ buffer: query.thicknesses, length: count }]);
      found.push(...new Float32Array(words!.buffer, 0, count));
    }
    await expect(query.run(0, capacity + 1)).rejects.toThrow(InputError);
    query.destroy();
    bvh.destroy();
    expect(expected.filter(Number.isFinite).length).toBeGreaterThan(200);
    for (const [place, thickness] of expected.entries()) {
      if (Number.isFinite(thickness)) expect(found[place]).toBeCloseTo(thickness, 4);
      else expect(found[place]).toBe(thickness);
    }
  });

  it('refuses places that are none', async () => {
    const { mesh, bvh } = await treeOf(createIcosphere({ subdivisions: 0 }));
    await expect(ThicknessQuery.create(bvh, { capacity: 1, mesh, at: 'edges' as never })).rejects.toThrow(
      'thickness is measured at vertices or triangles, not at edges',
    );
    await expect(findThickness(bvh, mesh, 'edges' as never)).rejects.toThrow(InputError);
    bvh.destroy();
  });
});
