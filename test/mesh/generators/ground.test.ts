import { expect, it } from 'vitest';
import { dot, normalize, type Vec3 } from '../../../src/math/vec3.js';
import { createGround } from '../../../src/mesh/generators/ground.js';
import { computeNormals } from '../../../src/mesh/normals.js';

const POINTS: readonly Vec3[] = [
  [10, 20, 30],
  [14, 19, 28],
  [12, 25, 33],
];

it.each<[Vec3]>([[[0, 1, 0]], [[0, 0, 5]], [[-1, 0, 0]], [[1, -2, 3]]])('lies below all points against %j', (up) => {
  const { positions, origin, triangles, ...mesh } = createGround(POINTS, up);
  const normal = normalize(up);
  const lowest = Math.min(...POINTS.map((point) => dot(point, normal)));
  for (let at = 0; at < positions.length; at += 3) {
    const corner = [0, 1, 2].map((axis) => origin[axis]! + positions[at + axis]!) as unknown as Vec3;
    expect(dot(corner, normal)).toBeLessThan(lowest);
    expect(dot(corner, normal)).toBeGreaterThan(lowest - 0.02);
  }
  const normals = computeNormals({ ...mesh, positions, triangles });
  for (const axis of [0, 1, 2]) expect(normals[axis]).toBeCloseTo(normal[axis]!, 5);
});

it('refuses no points and no direction', () => {
  expect(() => createGround([], [0, 1, 0])).toThrow('at least one point');
  expect(() => createGround(POINTS, [0, 0, 0])).toThrow('faces a direction');
});
