/** Planes through random points. */
import { expect, it } from 'vitest';
import type { Vec3 } from '../../src/index.js';
import { dot } from '../../src/math/vec3.js';
import { planeThroughPoints } from '../../src/slices/plane-through-points.js';
import { between, createRandom, randomDirection } from '../camera/random.js';

it('hold their points, are at right angles to what is asked, and have a normal of one sign', () => {
  const seed = Date.now() % 2 ** 31;
  const random = createRandom(seed);
  const point = (): Vec3 => [between(random, -90, 90), between(random, -90, 90), between(random, -90, 90)];
  for (let run = 0; run < 200; run++) {
    const [a, b, c] = [point(), point(), point()];
    const across = randomDirection(random);
    for (const [points, other] of [
      [[a, b, c], undefined],
      [[a, b], across],
    ] as const) {
      const { normal, position } = planeThroughPoints(points, other);
      for (const held of points) expect(dot(held, normal), `seed ${seed}`).toBeCloseTo(position, 8);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      if (other) expect(dot(normal, other), `seed ${seed}`).toBeCloseTo(0, 10);
      expect(Math.max(...normal)).toBeGreaterThanOrEqual(-Math.min(...normal));
      expect(planeThroughPoints([...points].reverse(), other).normal[0]).toBeCloseTo(normal[0], 9);
    }
  }
});

it.each([
  [
    [
      [0, 0, 0],
      [1, 1, 1],
      [3, 3, 3],
    ],
    undefined,
  ],
  [
    [
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
    ],
    undefined,
  ],
  [
    [
      [0, 0, 0],
      [0, 0, 4],
    ],
    [0, 0, 1],
  ],
] as const)('refuse points that many planes go through: %j', (points, across) => {
  expect(() => planeThroughPoints(points as never, across as never)).toThrow(/many planes/);
});
