/** Readers' and generators' work on vertices: number, merge, recenter, and put meshes together. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { colorBytes, packColor } from '../../../src/mesh/attributes/colors.js';
import { createIcosphere, createTorus, createTriangleSoup } from '../../../src/mesh/generators/create-basic-meshes.js';
import { mergeMeshes } from '../../../src/mesh/merge-meshes.js';
import { createMesh, findBadTriangles, NO_VERTEX } from '../../../src/mesh/mesh.js';
import { recenter } from '../../../src/mesh/recenter.js';
import { mergeVertices } from '../../../src/mesh/topology/merge-vertices.js';
import { TripleNumbering } from '../../../src/mesh/topology/triple-numbering.js';
import { between, createRandom } from '../../camera/random.js';
import { cornersOf, countEdges, FLOAT32_ROUNDING } from '../measure-mesh.js';

describe('TripleNumbering', () => {
  it('agrees with a map of strings, seed 31', () => {
    const random = createRandom(31);
    const numbering = new TripleNumbering();
    const expected = new Map<string, number>();
    for (let round = 0; round < 8000; round++) {
      // Few distinct values, some of which only differ in high bits.
      const [a, b, c] = [0, 1, 2].map(() => (Math.floor(random() * 24) << (8 * Math.floor(random() * 4))) >>> 0);
      const key = `${a} ${b} ${c}`;
      if (!expected.has(key)) expected.set(key, expected.size);
      expect(numbering.number(a!, b!, c!)).toBe(expected.get(key));
    }
    expect(numbering.count).toBe(expected.size);
    expect(expected.size).toBeGreaterThan(2000);
  });
});

describe('mergeVertices', () => {
  it('restores what was shared, in the order of first use', () => {
    const torus = createTorus({ majorSegments: 9, minorSegments: 8 });
    const { positions, indices } = mergeVertices(Float32Array.from(cornersOf(torus)));
    expect(countEdges({ triangles: indices })).toEqual(countEdges(torus));
    expect(positions.length).toBe(torus.positions.length);
    const seen = new Set<number>();
    for (const index of indices) {
      expect(index).toBeLessThanOrEqual(seen.size);
      seen.add(index);
    }
    expect(cornersOf(createMesh({ positions, triangles: indices }))).toEqual(cornersOf(torus));
  });

  it('takes −0 for 0, and neighbouring numbers for different ones', () => {
    const next = 1 + 2 ** -23;
    const { positions, indices } = mergeVertices(Float32Array.from([0, 1, 0, -0, 1, -0, 0, next, 0, 0, 1, 0]));
    expect([...indices]).toEqual([0, 0, 1, 0]);
    expect([...positions]).toEqual([0, 1, 0, 0, next, 0]);
  });

  it('leaves what it is given as it is', () => {
    const given = Float32Array.from([1, 2, 3, 1, 2, 3, -0, 0, 0]);
    mergeVertices(given);
    expect([...given]).toEqual([1, 2, 3, 1, 2, 3, -0, 0, 0]);
  });
});

describe('recenter', () => {
  const cloud = (seed: number, center: readonly number[], extent: number) => {
    const random = createRandom(seed);
    return Float64Array.from({ length: 300 }, (_, at) => center[at % 3]! + between(random, -extent, extent));
  };

  it('leaves coordinates near zero alone', () => {
    const positions = Float32Array.from(cloud(1, [1, -2, 3], 1));
    const recentered = recenter(positions);
    expect(recentered.origin).toEqual([0, 0, 0]);
    expect(recentered.positions).toBe(positions);
    expect(recenter(Float64Array.from(positions)).positions).toEqual(positions);
  });

  it('keeps float32 coordinates exactly, wherever they are', () => {
    for (const [seed, center] of [
      [1e3, 1e6, -1e7],
      [0, -3e4, 2 ** 24 + 1],
      [1e30, -1e30, 0],
    ].entries()) {
      for (const extent of [1e-3, 1, 1000]) {
        const world = Float32Array.from(cloud(seed, center, extent));
        const { positions, origin } = recenter(world);
        for (const [at, coordinate] of world.entries()) expect(positions[at]! + origin[at % 3]!).toBe(coordinate);
      }
    }
  });

  it('keeps float64 coordinates far from zero as precisely as near it', () => {
    const extent = 5;
    const world = cloud(7, [500_000.25, 4_649_776.5, 12], extent);
    const { positions, origin } = recenter(world);
    expect(origin[0]).not.toBe(0);
    expect(origin[1]).not.toBe(0);
    // Twelve is near enough.
    expect(origin[2]).toBe(0);
    for (const [at, coordinate] of world.entries()) {
      const error = Math.abs(positions[at]! + origin[at % 3]! - coordinate);
      expect(error).toBeLessThanOrEqual((at % 3 === 2 ? 32 : 4 * extent) * FLOAT32_ROUNDING);
    }
  });

  it('does not mind coordinates that are not finite, or the same, or none', () => {
    const { positions, origin } = recenter(Float64Array.from([1e6, 0, 0, Number.NaN, 1, 0, 1e6 + 1, 0, Infinity]));
    expect(origin[0]).toBeCloseTo(1e6, -1);
    expect(positions[3]).toBeNaN();
    expect(positions[8]).toBe(Infinity);
    expect(recenter(Float64Array.from([7, 7, 7, 7, 7, 7]))).toEqual({
      positions: new Float32Array(6),
      origin: [7, 7, 7],
    });
    expect(recenter(new Float64Array()).origin).toEqual([0, 0, 0]);
    expect(recenter(Float64Array.from([Number.NaN, Infinity, -Infinity])).origin).toEqual([0, 0, 0]);
  });
});

describe('mergeMeshes', () => {
  const [sphere, soup] = [createIcosphere({ subdivisions: 1 }), createTriangleSoup({ count: 3 })];

  it('has all triangles, in order and in their place', () => {
    const far = createMesh({ ...soup, origin: [1e6, 0, 0] });
    const merged = mergeMeshes([sphere, far, soup]);
    const expected = [sphere, far, soup].flatMap((mesh) => [...cornersOf(mesh)]);
    for (const [at, coordinate] of cornersOf(merged).entries()) {
      expect(Math.abs(coordinate - expected[at]!)).toBeLessThanOrEqual(2e6 * FLOAT32_ROUNDING);
    }
    expect(cornersOf(mergeMeshes([sphere, soup]))).toEqual(
      Float64Array.from([...cornersOf(sphere), ...cornersOf(soup)]),
    );
  });

  it('gives white and no normals to those without colours and normals', () => {
    const colored = createMesh({
      ...soup,
      faceColors: new Uint8Array(12).fill(9),
      vertexColors: new Uint8Array(36).fill(7),
    });
    const { normals, faceColors, vertexColors } = mergeMeshes([sphere, colored]);
    expect(normals).toEqual(Float32Array.from([...sphere.normals!, ...new Array(27).fill(0)]));
    expect([...faceColors!]).toEqual([...new Array(320).fill(255), ...new Array(12).fill(9)]);
    expect([...vertexColors!]).toEqual([...new Array(168).fill(255), ...new Array(36).fill(7)]);
    expect(mergeMeshes([soup, soup])).toMatchObject({ normals: undefined, faceColors: undefined });
  });

  it('keeps bad triangles bad', () => {
    const bad = createMesh({ ...soup, triangles: Uint32Array.from([0, 1, 9, 0, 1, 2, 0, 1, NO_VERTEX]) });
    expect([...findBadTriangles(mergeMeshes([bad, sphere]))]).toEqual([0, 2]);
  });

  it('refuses nothing at all', () => {
    expect(() => mergeMeshes([])).toThrow(InputError);
  });
});

describe('packColor', () => {
  it('rounds, clamps, and has red in the lowest byte and 255 in the highest', () => {
    expect([...colorBytes(Uint32Array.of(packColor(1.4, 127.5, 300), packColor(-1, Number.NaN, 254.5)))]).toEqual([
      ...[1, 128, 255, 255, 0, 0, 255, 255],
    ]);
  });
});
