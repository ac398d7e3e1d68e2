/** The synthetic terrain: as steep as it says, and segments of which the truth is true. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { createTerrain, createTerrainSegments } from '../../../src/mesh/generators/terrain.js';
import { crossByBruteForce } from '../../bvh/brute-force.js';

describe('the terrain', () => {
  it('is nowhere as steep as segments are', () => {
    const { positions, triangles } = createTerrain({ cells: 40 });
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => positions.subarray(3 * triangles[at + corner]!));
      const [u, v] = [b, c].map((point) => [0, 1, 2].map((axis) => point![axis]! - a![axis]!));
      const normal = [0, 1, 2].map(
        (axis) => u![(axis + 1) % 3]! * v![(axis + 2) % 3]! - u![(axis + 2) % 3]! * v![(axis + 1) % 3]!,
      );
      expect(normal[2]!).toBeGreaterThan(Math.hypot(normal[0]!, normal[1]!));
    }
  });

  it('is what its seed says, of about 29,000 triangles by default', () => {
    expect(createTerrain().triangles.length / 3).toBe(29_282);
    expect(createTerrain({ seed: 4 })).toEqual(createTerrain({ seed: 4 }));
    expect(createTerrain({ seed: 4 })).not.toEqual(createTerrain({ seed: 5 }));
  });

  it('has segments of which the exact CPU reference says what they say of themselves', () => {
    const terrain = createTerrain({ cells: 12 });
    const segments = createTerrainSegments(terrain, 600);
    for (const [index, { crossings }] of crossByBruteForce(terrain, segments).entries()) {
      expect(crossings.map(({ triangle }) => triangle)).toEqual(
        segments.triangles[index] === -1 ? [] : [segments.triangles[index]],
      );
      if (crossings[0]) expect(crossings[0].t).toBeCloseTo(segments.t[index]!, 5);
    }
    const crossing = segments.triangles.filter((triangle) => triangle >= 0).length;
    expect(crossing).toBeGreaterThan(250);
    expect(crossing).toBeLessThan(350);
  });

  it('refuses numbers of segments that cannot be', () => {
    expect(() => createTerrainSegments(createTerrain({ cells: 2 }), -1)).toThrow(InputError);
  });
});
