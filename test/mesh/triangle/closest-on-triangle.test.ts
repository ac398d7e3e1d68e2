/** Closest points of single triangles: where they are known, and by the law of projections onto convex sets. */
import { describe, expect, it } from 'vitest';
import { addScaled, dot, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { closestOnTriangle } from '../../../src/mesh/triangle/closest-on-triangle.js';

const [A, B, C]: [Vec3, Vec3, Vec3] = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 3, 0],
];

describe('closestOnTriangle', () => {
  it.each<[string, Vec3, number, number, number]>([
    ['above the inside', [1, 1, 2], 2, 1 / 4, 1 / 3],
    ['on it', [1, 0.75, 0], 0, 1 / 4, 1 / 4],
    ['beside AB', [2, -3, 4], 5, 1 / 2, 0],
    ['beside AC', [-12, 1.5, 5], 13, 0, 1 / 2],
    ['beside BC', [5, 5.5, 0], 5, 0.5, 0.5],
    ['beyond A', [-3, -4, 0], 5, 0, 0],
    ['beyond B', [7, 0, -4], 5, 1, 0],
    ['beyond C', [0, 6, 4], 5, 0, 1],
  ])('knows a point %s', (_, point, distance, u, v) => {
    const closest = closestOnTriangle(point, A, B, C);
    expect([closest.u, closest.v]).toEqual([expect.closeTo(u, 12), expect.closeTo(v, 12)]);
    expect(closest.distance).toBeCloseTo(distance, 12);
  });

  it('makes an edge or a point of what is degenerate', () => {
    expect(closestOnTriangle([1, 2, 0], A, B, B)).toEqual({ distance: 2, u: 0.25, v: 0 });
    expect(closestOnTriangle([3, 4, 0], A, A, A)).toEqual({ distance: 5, u: 0, v: 0 });
    expect(closestOnTriangle([3, 2, 0], A, B, [2, 0, 0]).distance).toBe(2);
  });

  it('leaves no corner on the near side of the plane through the closest point, seed 1', () => {
    const random = createRandom(1);
    for (let turn = 0; turn < 4000; turn++) {
      const thinness = 10 ** (-7 * random());
      const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      const [a, edge, point] = [vector(), vector(), vector()];
      const [b, c] = [addScaled(a, edge, 1), addScaled(addScaled(a, edge, random()), vector(), thinness)];
      const { distance, u, v } = closestOnTriangle(point, a, b, c);
      const place = addScaled(addScaled(a, subtract(b, a), u), subtract(c, a), v);
      const way = subtract(point, place);
      expect(Math.hypot(...way)).toBeCloseTo(distance, 12);
      const beyond = Math.max(...[a, b, c].map((corner) => dot(way, subtract(corner, place))));
      if (beyond > 1e-12) expect.fail(`turn ${turn}, thinness ${thinness}: a corner is ${beyond} nearer`);
    }
  });
});
