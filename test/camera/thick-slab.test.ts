/** The thick slab across the view. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { thickSlab } from '../../src/camera/thick-slab.js';
import { InputError } from '../../src/errors.js';
import { keepsPoint } from '../../src/math/half-space.js';
import { addScaled, cross, normalize, subtract } from '../../src/math/vec3.js';
import { between, createRandom, randomDirection, randomPoint } from './random.js';

describe.each([4401, 4402])('thickSlab, seed %i', (seed) => {
  const random = createRandom(seed);
  const [eye, target] = [randomPoint(random, -20, 20), randomPoint(random, -20, 20)];
  const camera: Camera = { projection: 'perspective', eye, target, up: randomDirection(random), fovDegrees: 40 };
  const forward = normalize(subtract(target, eye));

  it('keeps what is within half the thickness of the target, along the view', () => {
    const thickness = 6;
    const slab = thickSlab(camera, thickness);
    expect(slab).toHaveLength(2);
    for (let n = 0; n < 500; n++) {
      const depth = between(random, -thickness, thickness);
      const sideways = cross(forward, randomPoint(random, -30, 30));
      const point = addScaled(addScaled(target, forward, depth), sideways, 1);
      expect(slab.every((halfSpace) => keepsPoint(halfSpace, point))).toBe(Math.abs(depth) <= thickness / 2);
    }
  });

  it.each([0, -1, Number.NaN, Infinity])('refuses a thickness of %f', (thickness) => {
    expect(() => thickSlab(camera, thickness)).toThrow(InputError);
    expect(() => thickSlab(camera, thickness)).toThrow(`not ${thickness}`);
  });
});
