/** All crossings against the exact reference. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { listCrossings } from '../../../../src/bvh/queries/crossings/list-crossings.js';
import {
  createIcosphere,
  createTorus,
  createTriangleSoup,
} from '../../../../src/mesh/generators/create-basic-meshes.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { crossByBruteForce } from '../../brute-force.js';
import { createLatticeBox } from '../../hard-meshes.js';
import { degenerateSegments, randomSegments } from '../../random-segments.js';

const gpu = useTestGpu();

describe('listCrossings', () => {
  it.each([
    ['a torus', createTorus({ majorSegments: 12, minorSegments: 8 })],
    ['a soup', createTriangleSoup({ count: 150, seed: 3 })],
    ['a box on a lattice', createLatticeBox(2)],
  ])('agrees with the exact reference on %s, seeds 31 and 32', async (_, mesh) => {
    const bvh = await Bvh.build(gpu(), mesh);
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
    const bvh = await Bvh.build(gpu(), createIcosphere());
    expect((await listCrossings(bvh, randomSegments(0, 1))).offsets).toEqual(Uint32Array.of(0));
    const aside = { from: Float32Array.of(3, 0, 0), to: Float32Array.of(3, 0, 1) };
    expect(await listCrossings(bvh, aside)).toMatchObject({
      offsets: Uint32Array.of(0, 0),
      triangles: new Int32Array(0),
    });
    bvh.destroy();
  });
});
