/** Polygons become triangles that cover them once and leave no corner out. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { triangulatePolygons } from '../../../src/mesh/topology/triangulate.js';
import { between, createRandom, type Random, randomRotation } from '../../camera/random.js';
import { areaVector, cornersOf } from '../measure-mesh.js';

type Outline = readonly (readonly [number, number])[];

/** Cuts one polygon that is in the plane of `place`; the triangles are of corners of the outline. */
function cut(outline: Outline, place: (v: Vec3) => Vec3 = (v) => v) {
  const positions = Float32Array.from(outline.flatMap(([x, y]) => place([x, y, 0])));
  // Another triangle comes first.
  const fan = outline.slice(2).flatMap((_, corner) => [0, corner + 1, corner + 2]);
  const triangles = Uint32Array.from([0, 1, 2, ...fan]);
  triangulatePolygons(positions, triangles, Uint32Array.from([1, outline.length]));
  expect([...triangles.subarray(0, 3)]).toEqual([0, 1, 2]);
  return createMesh({ positions, triangles: triangles.subarray(3) });
}

/** Twice the area, positive if counter-clockwise (shoelace formula). */
const shoelace = (outline: Outline) =>
  outline.reduce((sum, [x, y], corner) => {
    const [nextX, nextY] = outline[(corner + 1) % outline.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

function expectCovered(outline: Outline, place?: (v: Vec3) => Vec3): void {
  const mesh = cut(outline, place);
  const corners = cornersOf(mesh);
  const areas = Array.from({ length: outline.length - 2 }, (_, triangle) => areaVector(corners, triangle));
  const up = place?.([0, 0, 1]) ?? [0, 0, 1];
  const signed = areas.map((vector) => vector[0] * up[0] + vector[1] * up[1] + vector[2] * up[2]);
  const whole = shoelace(outline);
  // Were one of them turned over, the others would be larger than the whole.
  expect(signed.reduce((sum, area) => sum + Math.abs(area), 0) / Math.abs(whole)).toBeCloseTo(1, 4);
  expect(signed.reduce((sum, area) => sum + area, 0) / whole).toBeCloseTo(1, 4);

  // All sides of the outline once, in its direction, and all others in both directions.
  const directed = new Map<string, number>();
  for (let triangle = 0; triangle < mesh.triangles.length; triangle += 3) {
    const [a, b, c] = mesh.triangles.subarray(triangle, triangle + 3);
    for (const side of [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]) directed.set(side, (directed.get(side) ?? 0) + 1);
  }
  for (let corner = 0; corner < outline.length; corner++) {
    const [from, to] = [corner, (corner + 1) % outline.length];
    expect(directed.get(`${from} ${to}`)).toBe(1);
    expect(directed.get(`${to} ${from}`)).toBeUndefined();
    directed.delete(`${from} ${to}`);
  }
  for (const side of directed.keys()) expect(directed.get(side.split(' ').reverse().join(' '))).toBe(1);
}

/** Around a centre that sees all of it, with corners near and far. */
const starOf = (random: Random, count: number): Outline =>
  Array.from({ length: count }, (_, corner) => {
    const angle = (2 * Math.PI * (corner + between(random, 0.1, 0.9))) / count;
    const radius = between(random, 0.2, 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

/** Two arms of a spiral, one inside the other: no point sees much of it. */
const spiralOf = (count: number): Outline => {
  const arm = (offset: number) =>
    Array.from({ length: count }, (_, step): readonly [number, number] => {
      const angle = step * 0.4;
      const radius = 1 + angle + offset;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  return [...arm(1), ...arm(0).toReversed()];
};

const L: Outline = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];

describe('triangulatePolygons', () => {
  it('covers concave quads, whichever corner is first and whichever way they face', () => {
    const arrow: Outline = [
      [0, 0],
      [2, 1],
      [0, 2],
      [0.5, 1],
    ];
    for (let first = 0; first < 4; first++) {
      const turned = [...arrow.slice(first), ...arrow.slice(0, first)];
      expectCovered(turned);
      expectCovered(turned.toReversed());
    }
  });

  it('covers an L, whichever corner is first', () => {
    for (let first = 0; first < L.length; first++) expectCovered([...L.slice(first), ...L.slice(0, first)]);
  });

  it.each([11, 12, 13])('covers stars of any number of corners in any plane, seed %i', (seed) => {
    const random = createRandom(seed);
    for (let count = 4; count < 40; count++) expectCovered(starOf(random, count), randomRotation(random));
  });

  it('covers a spiral', () => {
    expectCovered(spiralOf(40));
  });

  it('leaves no corner out that lies on a straight side', () => {
    const sides: Outline = [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1.5],
      [1, 1],
      [0, 1],
    ];
    for (let first = 0; first < sides.length; first++) {
      expectCovered([...sides.slice(first), ...sides.slice(0, first)]);
    }
  });

  it('keeps fans of convex polygons as they are', () => {
    const hexagon = Array.from({ length: 6 }, (_, corner): readonly [number, number] => {
      return [Math.cos((corner * Math.PI) / 3), Math.sin((corner * Math.PI) / 3)];
    });
    expect([...cut(hexagon).triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5]);
  });

  it('uses all corners of outlines without area, of such that cross themselves, and of missing vertices', () => {
    const flat: Outline = [
      [0, 0],
      [1, 0],
      [3, 0],
      [2, 0],
      [1, 0],
    ];
    const crossed: Outline = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [-1, 1],
    ];
    const missing: Outline = [...L.slice(0, 4), [Number.NaN, 0], [0, 2]];
    for (const outline of [flat, crossed, missing]) {
      const { triangles } = cut(outline);
      expect(new Set(triangles).size).toBe(outline.length);
      expect(triangles.length).toBe(3 * (outline.length - 2));
    }
  });

  it('is done with the largest polygons before the test times out', () => {
    for (const outline of [125, 250, 100_000].map(spiralOf)) {
      expect(cut(outline).triangles).toHaveLength(3 * (outline.length - 2));
    }
  });
});
