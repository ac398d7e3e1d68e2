/** Half-spaces, boxes of them, and their images under affine maps. */
import { describe, expect, it } from 'vitest';
import { type Affine, invert, transformPoint, transformVector } from '../../src/math/affine.js';
import { boxHalfSpaces, keepsPoint, transformHalfSpace, transformNormal } from '../../src/math/half-space.js';
import { addScaled, dot, type Vec3 } from '../../src/math/vec3.js';
import {
  between,
  createRandom,
  randomAxes,
  randomDirection,
  randomPoint,
  randomShearedAxes,
} from '../camera/random.js';

it('keeps the points on the plane too', () => {
  const halfSpace = { normal: [0, 2, 0], offset: 6 } as const;
  expect([2.9, 3, 3.1].map((y) => keepsPoint(halfSpace, [7, y, -7]))).toEqual([false, true, true]);
});

it('bounds a box by six half-spaces, seed 4001', () => {
  const random = createRandom(4001);
  const [min, max] = [
    [-1, 0.5, 2],
    [3, 0.75, 9],
  ] as const satisfies Vec3[];
  const box = boxHalfSpaces(min, max);
  expect(box).toHaveLength(6);
  let inside = 0;
  for (let n = 0; n < 2000; n++) {
    const point: Vec3 = [between(random, -2, 4), between(random, 0.25, 1), between(random, 0, 11)];
    const isInside = point.every((coordinate, axis) => min[axis]! <= coordinate && coordinate <= max[axis]!);
    expect(box.every((halfSpace) => keepsPoint(halfSpace, point))).toBe(isInside);
    inside += Number(isInside);
  }
  expect(inside).toBeGreaterThan(100);
});

describe.each([4101, 4102, 4103])('under an affine map, seed %i', (seed) => {
  const random = createRandom(seed);
  const maps: Affine[] = [randomAxes(random, 1), randomAxes(random, -1), randomShearedAxes(random)];

  it('the image of a half-space keeps the images of its points', () => {
    for (const map of maps) {
      const [normal, on] = [randomDirection(random), randomPoint(random, -9, 9)];
      const image = transformHalfSpace(map, { normal, offset: dot(normal, on) });
      for (let n = 0; n < 100; n++) {
        const away = between(random, -5, 5);
        const point = addScaled(addScaled(on, normal, away), alongPlane(normal, randomPoint(random, -9, 9)), 1);
        expect(keepsPoint(image, transformPoint(map, point))).toBe(away >= 0);
      }
    }
  });

  it('the image of a normal has the same product with the image of any vector', () => {
    for (const map of maps) {
      const [normal, vector] = [randomDirection(random), randomPoint(random, -9, 9)];
      const product = dot(transformNormal(invert(map), normal), transformVector(map, vector));
      expect(product).toBeCloseTo(dot(normal, vector), 10);
    }
  });
});

const alongPlane = (normal: Vec3, v: Vec3) => addScaled(v, normal, -dot(v, normal));
