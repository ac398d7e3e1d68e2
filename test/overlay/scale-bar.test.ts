/** The scale bar's length, against the rays of the camera. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, rayThroughPixel } from '../../src/camera/camera.js';
import { addScaled, distance, dot, subtract, type Vec3 } from '../../src/math/vec3.js';
import { formatLength, scaleBarLength } from '../../src/overlay/scale-bar.js';
import { between, createRandom, randomDirection, randomPoint } from '../camera/random.js';

const SEED = 32;

function randomCameras(count: number): Camera[] {
  const random = createRandom(SEED);
  return Array.from({ length: count }, (_, index): Camera => {
    const size = 10 ** between(random, -4, 4);
    const target = randomPoint(random, -size, size);
    const pose = { eye: addScaled(target, randomDirection(random), size), target, up: randomDirection(random) };
    return index % 2
      ? { ...pose, projection: 'orthographic', height: size * between(random, 0.1, 3) }
      : { ...pose, projection: 'perspective', fovDegrees: between(random, 1, 120) };
  });
}

/** The point where the ray through pixel (x, y) meets the plane through the target that is perpendicular to the view. */
function pointAtTarget(camera: Camera, height: number, x: number, y: number): Vec3 {
  const { origin, direction } = rayThroughPixel(camera, { width: 300, height }, x, y);
  const { forward } = cameraBasis(camera);
  return addScaled(origin, direction, dot(subtract(camera.target, origin), forward) / dot(direction, forward));
}

describe('a scale bar', () => {
  it('has the length that it says, at the target, along the image’s rows and columns', () => {
    for (const [index, camera] of randomCameras(200).entries()) {
      const { lengthWorld, lengthPixels } = scaleBarLength(camera, 200, 90);
      const start = pointAtTarget(camera, 200, 40, 60);
      for (const end of [
        pointAtTarget(camera, 200, 40 + lengthPixels, 60),
        pointAtTarget(camera, 200, 40, 60 + lengthPixels),
      ]) {
        const magnitude = Math.max(...[...camera.eye, ...camera.target, lengthWorld].map(Math.abs));
        const error = Math.abs(distance(start, end) - lengthWorld);
        expect(error, `seed ${SEED}, camera ${index}`).toBeLessThan(1024 * Number.EPSILON * magnitude);
      }
    }
  });

  it('is round, and as long as it may be', () => {
    for (const [index, camera] of randomCameras(200).entries()) {
      const { lengthWorld, lengthPixels } = scaleBarLength(camera, 200, 90);
      const what = `seed ${SEED}, camera ${index}: ${lengthWorld}`;
      expect(lengthWorld.toExponential(), what).toMatch(/^[125]e/);
      expect(lengthPixels, what).toBeLessThanOrEqual(90 * (1 + 4 * Number.EPSILON));
      const next = lengthWorld.toExponential().startsWith('2') ? 2.5 : 2;
      expect(lengthPixels * next, what).toBeGreaterThan(90);
    }
  });

  it('follows the image height, the field of view and the distance exactly', () => {
    const orthographic: Camera = {
      projection: 'orthographic',
      height: 128,
      eye: [0, -5, 0],
      target: [0, 0, 0],
      up: [0, 0, 1],
    };
    expect(scaleBarLength(orthographic, 512, 100)).toEqual({ lengthWorld: 20, lengthPixels: 80 });
    expect(scaleBarLength(orthographic, 512, 80)).toEqual({ lengthWorld: 20, lengthPixels: 80 });
    expect(scaleBarLength(orthographic, 1024, 100)).toEqual({ lengthWorld: 10, lengthPixels: 80 });
    expect(scaleBarLength({ ...orthographic, height: 1280 }, 512, 100)).toEqual({ lengthWorld: 200, lengthPixels: 80 });
    // The height of the image at the target is the same for half the angle's tangent at twice the distance.
    const near: Camera = { ...orthographic, projection: 'perspective', fovDegrees: 60 };
    const far: Camera = {
      ...near,
      eye: [0, -10, 0],
      fovDegrees: (2 * Math.atan(Math.tan(Math.PI / 6) / 2) * 180) / Math.PI,
    };
    const [a, b] = [scaleBarLength(near, 512, 100), scaleBarLength(far, 512, 100)];
    expect(a.lengthWorld).toBe(b.lengthWorld);
    expect(Math.abs(a.lengthPixels - b.lengthPixels)).toBeLessThan(64 * Number.EPSILON * a.lengthPixels);
  });
});

describe('a length', () => {
  it.each([
    [20, 'mm', '20 mm'],
    [500, 'mm', '500 mm'],
    [1000, 'mm', '1 m'],
    [0.5, 'mm', '500 µm'],
    [0.02, 'mm', '20 µm'],
    [2e-5, 'mm', '20 nm'],
    [1e-7, 'mm', '0.1 nm'],
    [5e9, 'mm', '5000 km'],
    [0.1, 'm', '100 mm'],
    [200, 'um', '200 µm'],
    [2000, 'μm', '2 mm'],
    [20, 'micrometer', '20 µm'],
    [2, 'metres', '2 m'],
    [0.05, 'cm', '0.05 cm'],
    [0.2, 'pc', '0.2 pc'],
    [50, '', '50'],
  ])('of %f %s is written as %s', (length, unit, text) => {
    expect(formatLength(length, unit)).toBe(text);
  });
});
