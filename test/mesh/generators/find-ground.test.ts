import { expect, it } from 'vitest';
import { dot } from '../../../src/math/vec3.js';
import { createGround, findGround } from '../../../src/mesh/generators/ground.js';

it('is the plane that a ground lies in, below all points', () => {
  const points = [
    [0, 0, 0],
    [1, 5, -2],
    [3, 1, 4],
  ] as const;
  const up = [1, 2, -2] as const;
  const { point, normal } = findGround(points, up);
  const { positions, origin } = createGround(points, up);
  for (let vertex = 0; vertex < positions.length; vertex += 3) {
    const offset = [0, 1, 2].map((axis) => positions[vertex + axis]! + origin[axis]! - point[axis]!);
    expect(dot(offset as never, normal)).toBeCloseTo(0, 5);
  }
  expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
  for (const one of points) expect(dot(one, normal)).toBeGreaterThan(dot(point, normal));
});
