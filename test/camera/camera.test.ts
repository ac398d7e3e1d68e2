/** Cameras: the basis, the rays through pixels and what is refused. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, createCamera, rayThroughPixel } from '../../src/camera/camera.js';
import { InputError } from '../../src/errors.js';
import { addScaled, cross, distance, dot, length, normalize, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { expectClose } from './closeness.js';
import { between, createRandom, randomDirection, randomPoint } from './random.js';

const size = { width: 7, height: 5 };
const center = [3, 2] as const;

/** Looks along +y from y = −10 with z upwards, so image right is +x. */
const perspective: Camera = {
  projection: 'perspective',
  eye: [0, -10, 0],
  target: [0, 0, 0],
  up: [0, 0, 1],
  fovDegrees: 60,
};
const orthographic: Camera = {
  projection: 'orthographic',
  eye: [0, -10, 0],
  target: [0, 0, 0],
  up: [0, 0, 1],
  height: 5,
};

function randomCamera(seed: number): Camera {
  const random = createRandom(seed);
  const pose = {
    eye: randomPoint(random, -20, 20),
    target: randomPoint(random, -20, 20),
    up: scale(randomDirection(random), between(random, 0.1, 10)),
  };
  return createCamera(
    seed % 2 === 0
      ? { projection: 'perspective', ...pose, fovDegrees: between(random, 5, 120) }
      : { projection: 'orthographic', ...pose, height: between(random, 0.1, 50) },
  );
}
const seeds = Array.from({ length: 20 }, (_, index) => 1000 + index);

describe.each(seeds)('a random camera, seed %i', (seed) => {
  const camera = randomCamera(seed);
  const { forward, right, up } = cameraBasis(camera);

  it('has a right-handed, orthonormal basis with up on the side of the given up', () => {
    for (const axis of [forward, right, up]) expect(length(axis)).toBeCloseTo(1, 13);
    expectClose(cross(forward, up), right);
    expectClose(cross(right, forward), up);
    expectClose(forward, normalize(subtract(camera.target, camera.eye)));
    expect(dot(up, camera.up)).toBeGreaterThan(0);
    expect(dot(right, camera.up)).toBeCloseTo(0, 12);
  });

  it('sends the ray of the centre pixel from the eye to the target', () => {
    const { origin, direction } = rayThroughPixel(camera, size, ...center);
    expectClose(origin, camera.eye, 20);
    expectClose(addScaled(origin, direction, distance(camera.eye, camera.target)), camera.target, 60);
  });

  it('meets the plane of the target on a square lattice with rows downwards and columns to the right', () => {
    const depth = distance(camera.eye, camera.target);
    const heightWorld =
      camera.projection === 'perspective' ? 2 * depth * Math.tan((camera.fovDegrees * Math.PI) / 360) : camera.height;
    const pixelWorld = heightWorld / size.height;
    for (const [x, y] of [
      [0, 0],
      [6, 0],
      [0, 4],
      [2, 3],
    ] as const) {
      const { origin, direction } = rayThroughPixel(camera, size, x, y);
      expect(length(direction)).toBeCloseTo(1, 13);
      const meets = addScaled(origin, direction, depth / dot(direction, forward));
      const onRow = addScaled(camera.target, right, (x - center[0]) * pixelWorld);
      expectClose(meets, addScaled(onRow, up, (center[1] - y) * pixelWorld), 1000);
    }
  });
});

describe('rayThroughPixel', () => {
  it('has pixel (0, 0) at the top left', () => {
    const { direction } = rayThroughPixel(perspective, size, 0, 0);
    expect(direction[0]).toBeLessThan(0);
    expect(direction[2]).toBeGreaterThan(0);
    expectClose(rayThroughPixel(orthographic, size, 0, 0).origin, [-3, -10, 2], 10);
  });

  it("spans the full vertical angle between the image's upper and lower edge", () => {
    const top = rayThroughPixel(perspective, size, 3, -0.5).direction;
    const bottom = rayThroughPixel(perspective, size, 3, 4.5).direction;
    expect(Math.acos(dot(top, bottom))).toBeCloseTo(Math.PI / 3, 13);
  });

  it('starts orthographic rays in the plane of the eye, all in the view direction', () => {
    for (const [x, y] of [
      [0, 0],
      [6, 4],
      [1, 3],
    ] as const) {
      const { origin, direction } = rayThroughPixel(orthographic, size, x, y);
      expect(origin[1]).toBe(-10);
      expectClose(direction, [0, 1, 0]);
    }
  });

  it('is a matter of rays through pixel centres in images of even size too', () => {
    const even = { width: 4, height: 2 };
    expectClose(rayThroughPixel({ ...orthographic, height: 2 }, even, 2, 1).origin, [0.5, -10, -0.5], 10);
  });
});

describe('createCamera', () => {
  it('returns what it was given', () => {
    expect(createCamera(perspective)).toBe(perspective);
    expect(createCamera(orthographic)).toBe(orthographic);
  });

  const eye = perspective.eye;
  it.each<[string, Camera, RegExp]>([
    ['eye at the target', { ...perspective, target: eye }, /eye and target must differ/],
    ['a distance beyond float64', { ...perspective, eye: [1e200, 0, 0] }, /too far/],
    ['up along the view', { ...perspective, up: [0, 3, 0] }, /up \(0, 3, 0\) must not be .* parallel/],
    ['up against the view', { ...orthographic, up: [0, -1e-9, 0] }, /parallel/],
    ['no up', { ...perspective, up: [0, 0, 0] }, /zero/],
    ['an eye that is no number', { ...perspective, eye: [0, Number.NaN, 0] }, /eye must be three finite numbers/],
    ['an infinite target', { ...orthographic, target: [0, 0, Infinity] }, /target must be three finite numbers/],
    ['an infinite up', { ...perspective, up: [0, 0, -Infinity] as Vec3 }, /up must be three finite numbers/],
    ['a field of view of 0', { ...perspective, fovDegrees: 0 } as Camera, /between 0 and 180 degrees, not 0/],
    ['a field of view of 180', { ...perspective, fovDegrees: 180 } as Camera, /not 180/],
    ['a field of view of NaN', { ...perspective, fovDegrees: Number.NaN } as Camera, /not NaN/],
    ['no height', { ...orthographic, height: 0 } as Camera, /height must be positive and finite, not 0/],
    ['a negative height', { ...orthographic, height: -1 } as Camera, /not -1/],
    ['an infinite height', { ...orthographic, height: Infinity } as Camera, /not Infinity/],
  ])('refuses %s', (_, camera, message) => {
    expect(() => createCamera(camera)).toThrow(InputError);
    expect(() => createCamera(camera)).toThrow(message);
  });

  it('accepts an up that is nearly, but not quite, parallel to the view, of any length', () => {
    const camera: Camera = { ...perspective, up: [0, 1e-8, 1e-12] };
    expectClose(cameraBasis(createCamera(camera)).up, [0, 0, 1]);
  });
});
