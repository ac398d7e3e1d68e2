/** Meshes under affine maps: points go where the map says, outsides stay outside, and normals stay normals. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { type Affine, determinant, invert, transformPoint, transformVector } from '../../src/math/affine.js';
import { cross, dot, length, normalize, type Vec3 } from '../../src/math/vec3.js';
import { createIcosphere, createTorus } from '../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import { createMesh, findBadTriangles, type Mesh } from '../../src/mesh/mesh.js';
import { transformMesh } from '../../src/mesh/transform-mesh.js';
import { between, randomDirection, randomPoint, randomRotation } from '../camera/random.js';
import { areaVector, cornersOf, FLOAT32_ROUNDING, volumeOf } from './measure-mesh.js';

const IDENTITY: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};
const SPHERE = createIcosphere({ subdivisions: 2 });
const TORUS = createTorus({ majorSegments: 9, minorSegments: 5 });
/** A mesh with colours, and vertices that have no normal. */
const PAINTED = createMesh({
  ...SPHERE,
  normals: SPHERE.normals!.map((value, index) => (index % 30 < 3 ? 0 : value)),
  vertexColors: Uint8Array.from({ length: (4 * SPHERE.positions.length) / 3 }, (_, index) => index),
  faceColors: Uint8Array.from({ length: (4 * SPHERE.triangles.length) / 3 }, (_, index) => 3 * index),
});

/** Sheared, stretched and moved; mirrored, if `sign` is −1. */
function randomMap(seed: number, sign: 1 | -1 = 1): Affine {
  const random = createRandom(seed);
  const rotate = randomRotation(random);
  const shear = () => between(random, -0.6, 0.6);
  const columns: Affine['columns'] = [
    rotate([between(random, 0.5, 2) * sign, shear(), shear()]),
    rotate([0, between(random, 0.5, 2), shear()]),
    rotate([0, 0, between(random, 0.5, 2)]),
  ];
  return { columns, origin: randomPoint(random, -3, 3) };
}

const compose = (outer: Affine, inner: Affine): Affine => ({
  columns: inner.columns.map((column) => transformVector(outer, column)) as unknown as Affine['columns'],
  origin: transformPoint(outer, inner.origin),
});

/** Compares two meshes' corners, triangle by triangle. */
function largestDistance(actual: Mesh, expected: Mesh): number {
  const [a, b] = [cornersOf(actual), cornersOf(expected)];
  expect(a.length).toBe(b.length);
  return a.reduce((largest, coordinate, at) => Math.max(largest, Math.abs(coordinate - b[at]!)), 0);
}

const tripleAt = (values: Float32Array | Float64Array, at: number): Vec3 => [
  values[at]!,
  values[at + 1]!,
  values[at + 2]!,
];

/** A few roundings of coordinates below 16. */
const TOLERANCE = 16 * 4 * FLOAT32_ROUNDING;

const SEEDS = [7301, 7302, 7303, 7304];
const MAPS = SEEDS.flatMap((seed) => ([1, -1] as const).map((sign) => ({ seed, sign })));

describe('transformMesh', () => {
  it('changes nothing by the identity', () => {
    const same = transformMesh(PAINTED, IDENTITY);
    expect(same.positions).toEqual(PAINTED.positions);
    expect(same.triangles).toEqual(PAINTED.triangles);
    expect(same.origin).toEqual(PAINTED.origin);
    for (const [at, value] of same.normals!.entries()) {
      expect(Math.abs(value - PAINTED.normals![at]!)).toBeLessThanOrEqual(2 * FLOAT32_ROUNDING);
    }
  });

  it('leaves the mesh that it is given, and its colours, as they are', () => {
    const before = structuredClone(PAINTED);
    const mirrored = transformMesh(PAINTED, randomMap(7300, -1));
    expect(PAINTED).toEqual(before);
    expect(mirrored.vertexColors).toEqual(PAINTED.vertexColors);
    expect(mirrored.faceColors).toEqual(PAINTED.faceColors);
    expect(transformMesh(TORUS, randomMap(7300)).normals).toBeUndefined();
  });

  it.each(MAPS)('takes every vertex where the map says, seed $seed, sign $sign', ({ seed, sign }) => {
    const map = randomMap(seed, sign);
    expect(Math.sign(determinant(map))).toBe(sign);
    const { positions, origin } = transformMesh(TORUS, map);
    for (let at = 0; at < positions.length; at += 3) {
      const expected = transformPoint(map, tripleAt(TORUS.positions, at));
      for (const axis of [0, 1, 2]) {
        expect(Math.abs(positions[at + axis]! + origin[axis]! - expected[axis]!)).toBeLessThan(TOLERANCE);
      }
    }
  });

  it.each(MAPS)('is undone by the inverse, seed $seed, sign $sign', ({ seed, sign }) => {
    const map = randomMap(seed, sign);
    const back = transformMesh(transformMesh(PAINTED, map), invert(map));
    expect(back.triangles).toEqual(PAINTED.triangles);
    expect(largestDistance(back, PAINTED)).toBeLessThan(4 * TOLERANCE);
    for (const [at, value] of back.normals!.entries()) {
      expect(Math.abs(value - PAINTED.normals![at]!)).toBeLessThan(TOLERANCE);
    }
  });

  it.each(MAPS)('is the same in one step as in two, seed $seed, sign $sign', ({ seed, sign }) => {
    const [inner, outer] = [randomMap(seed, sign), randomMap(seed + 50, -1)];
    const [once, twice] = [
      transformMesh(PAINTED, compose(outer, inner)),
      transformMesh(transformMesh(PAINTED, inner), outer),
    ];
    expect(once.triangles).toEqual(twice.triangles);
    expect(largestDistance(once, twice)).toBeLessThan(4 * TOLERANCE);
    for (const [at, value] of once.normals!.entries()) {
      expect(Math.abs(value - twice.normals![at]!)).toBeLessThan(TOLERANCE);
    }
  });

  it.each(MAPS)('keeps the outside outside and volumes in proportion, seed $seed, sign $sign', ({ seed, sign }) => {
    const map = randomMap(seed, sign);
    for (const mesh of [SPHERE, TORUS]) {
      const ratio = volumeOf(transformMesh(mesh, map)) / volumeOf(mesh);
      expect(ratio / Math.abs(determinant(map))).toBeCloseTo(1, 5);
    }
  });

  it.each(MAPS)('keeps normals perpendicular, long as 1 and outwards, seed $seed, sign $sign', ({ seed, sign }) => {
    const map = randomMap(seed, sign);
    const { normals } = transformMesh(SPHERE, map);
    for (let at = 0; at < normals!.length; at += 3) {
      const [before, after] = [tripleAt(SPHERE.normals!, at), tripleAt(normals!, at)];
      expect(length(after)).toBeCloseTo(1, 6);
      expect(dot(after, transformVector(map, before))).toBeGreaterThan(0);
      // Two tangents of the sphere, where the normal is the point.
      const tangent = cross(before, randomDirection(createRandom(seed + at)));
      for (const along of [tangent, cross(before, tangent)]) {
        expect(dot(after, normalize(transformVector(map, along)))).toBeCloseTo(0, 6);
      }
    }
  });

  it.each(MAPS)('agrees with how the new corners turn, seed $seed, sign $sign', ({ seed, sign }) => {
    // Each triangle with vertices of its own, which have its normal.
    const corners = cornersOf(TORUS);
    const facets = Array.from({ length: TORUS.triangles.length / 3 }, (_, triangle) =>
      normalize(areaVector(corners, triangle)),
    );
    const apart = createMesh({
      positions: Float32Array.from(corners),
      triangles: TORUS.triangles.map((_, corner) => corner),
      normals: Float32Array.from(facets.flatMap((normal) => [normal, normal, normal].flat())),
    });
    const moved = transformMesh(apart, randomMap(seed, sign));
    const movedCorners = cornersOf(moved);
    for (const triangle of facets.keys()) {
      const facet = normalize(areaVector(movedCorners, triangle));
      const vertex = moved.triangles[3 * triangle + 1]!;
      expect(dot(tripleAt(moved.normals!, 3 * vertex), facet)).toBeCloseTo(1, 5);
    }
  });

  it('leaves vertices without a normal without one', () => {
    const { normals } = transformMesh(PAINTED, randomMap(7310, -1));
    for (let at = 0; at < normals!.length; at += 3) {
      const had = tripleAt(PAINTED.normals!, at).some((coordinate) => coordinate !== 0);
      expect(length(tripleAt(normals!, at))).toBeCloseTo(had ? 1 : 0, 6);
    }
  });

  it('keeps its precision far from zero, there and back', () => {
    const away: Affine = { ...randomMap(7320), origin: [4e7, -3e7, 1e7] };
    const far = transformMesh(PAINTED, away);
    expect(length(far.origin)).toBeGreaterThan(1e7);
    expect(
      largestDistance(transformMesh(far, { ...IDENTITY, origin: [-4e7, 3e7, -1e7] }), {
        ...transformMesh(PAINTED, { ...away, origin: [0, 0, 0] }),
      }),
    ).toBeLessThan(TOLERANCE);
    expect(largestDistance(transformMesh(far, invert(away)), PAINTED)).toBeLessThan(4 * TOLERANCE);
  });

  it('keeps what is no triangle as it is, and the rest whole', () => {
    const positions = Float32Array.of(...TORUS.positions, Number.NaN, 0, 0, 0, Infinity, 0);
    const vertexCount = positions.length / 3;
    const bad = [0, 1, 0xffffffff, vertexCount - 2, 1, 2, 3, vertexCount - 1, 5];
    const broken = createMesh({ positions, triangles: Uint32Array.of(...TORUS.triangles, ...bad) });
    const map = randomMap(7330);
    const moved = transformMesh(broken, map);
    expect(findBadTriangles(moved)).toEqual(findBadTriangles(broken));
    const { origin, positions: whole } = transformMesh(TORUS, map);
    expect(moved.origin).toEqual(origin);
    expect(moved.positions.subarray(0, whole.length)).toEqual(whole);
  });

  const flat: Affine['columns'] = [
    [1, 2, 3],
    [0, 1, 1],
    [1, 3, 4],
  ];
  it.each([
    ['flattens space to a plane', { ...IDENTITY, columns: flat }],
    [
      'flattens space to a point',
      {
        ...IDENTITY,
        columns: [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
    ],
    ['is not a number', { ...IDENTITY, columns: [[1, 0, Number.NaN], ...IDENTITY.columns.slice(1)] }],
    ['is infinitely large', { ...IDENTITY, columns: [[Infinity, 0, 0], ...IDENTITY.columns.slice(1)] }],
    ['leads infinitely far', { ...IDENTITY, origin: [0, -Infinity, 0] }],
    ['leads nowhere', { ...IDENTITY, origin: [0, 0, Number.NaN] }],
  ])('refuses a map that %s', (_, map) => {
    expect(() => transformMesh(SPHERE, map as Affine)).toThrow(InputError);
    expect(() => transformMesh(SPHERE, map as Affine)).toThrow(/transform must be finite, and have an inverse/);
  });
});
