/** Turning a camera about its target. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, createCamera } from '../../src/camera/camera.js';
import { orbit } from '../../src/camera/orbit.js';
import { type ViewName, viewDirection } from '../../src/camera/views.js';
import { InputError } from '../../src/errors.js';
import { addScaled, distance, dot, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { expectClose } from './closeness.js';
import { between, createRandom, randomDirection, randomPoint } from './random.js';

const identity = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const;
const target: Vec3 = [3, 4, 5];

function cameraOf(view: ViewName): Camera {
  const { forward, up } = viewDirection(view, identity);
  return createCamera({ projection: 'perspective', eye: addScaled(target, forward, -10), target, up, fovDegrees: 30 });
}

function expectSameView(actual: Camera, expected: Camera): void {
  expectClose(actual.eye, expected.eye, 100);
  expectClose(actual.target, expected.target, 100);
  expectClose(cameraBasis(actual).up, cameraBasis(expected).up, 10);
}

describe.each([5001, 5002, 5003, 5004])('orbit, seed %i', (seed) => {
  const random = createRandom(seed);
  const camera = createCamera({
    projection: 'orthographic',
    eye: randomPoint(random, -20, 20),
    target: randomPoint(random, -20, 20),
    up: scale(randomDirection(random), 3),
    height: 4,
  });
  const [azimuthDegrees, elevationDegrees, rollDegrees] = randomPoint(random, -200, 200);
  const { forward, right, up } = cameraBasis(camera);

  it('is the identity without angles and after full turns', () => {
    expectSameView(orbit(camera, {}), camera);
    expectSameView(orbit(camera, { azimuthDegrees: 360 }), camera);
    expectSameView(orbit(camera, { elevationDegrees: -360 }), camera);
    expectSameView(orbit(camera, { rollDegrees: 360 }), camera);
  });

  it('keeps the target, the distance and the rest of the camera', () => {
    const turned = orbit(camera, { azimuthDegrees, elevationDegrees, rollDegrees });
    expect(turned).toMatchObject({ projection: 'orthographic', target: camera.target, height: 4 });
    expect(distance(turned.eye, turned.target)).toBeCloseTo(distance(camera.eye, camera.target), 11);
  });

  it('is the azimuth, then the elevation, then the roll', () => {
    const oneByOne = orbit(orbit(orbit(camera, { azimuthDegrees }), { elevationDegrees }), { rollDegrees });
    expectSameView(orbit(camera, { azimuthDegrees, elevationDegrees, rollDegrees }), oneByOne);
  });

  it('adds up about one axis and is undone by the opposite angle', () => {
    for (const angle of ['azimuthDegrees', 'elevationDegrees', 'rollDegrees'] as const) {
      const [first, second] = [between(random, -90, 90), between(random, -90, 90)];
      expectSameView(
        orbit(orbit(camera, { [angle]: first }), { [angle]: second }),
        orbit(camera, { [angle]: first + second }),
      );
      expectSameView(orbit(orbit(camera, { [angle]: first }), { [angle]: -first }), camera);
    }
  });

  it("moves the eye to the image's right, or upwards, or turns the camera clockwise", () => {
    const radius = distance(camera.eye, camera.target);
    const azimuth = orbit(camera, { azimuthDegrees: 90 });
    expectClose(subtract(azimuth.eye, camera.target), scale(right, radius), 100);
    expectClose(cameraBasis(azimuth).up, up, 10);
    const elevation = orbit(camera, { elevationDegrees: 90 });
    expectClose(subtract(elevation.eye, camera.target), scale(up, radius), 100);
    expectClose(cameraBasis(elevation).up, forward, 10);
    const roll = orbit(camera, { rollDegrees: 90 });
    expectClose(roll.eye, camera.eye, 100);
    expectClose(cameraBasis(roll).up, right, 10);
  });

  it('goes over the pole as it goes elsewhere: every degree turns up and forward by one degree', () => {
    const cosine = Math.cos(Math.PI / 180);
    for (let degrees = 80; degrees < 280; degrees++) {
      const before = cameraBasis(createCamera(orbit(camera, { azimuthDegrees, elevationDegrees: degrees })));
      const after = cameraBasis(createCamera(orbit(camera, { azimuthDegrees, elevationDegrees: degrees + 1 })));
      expect(dot(before.up, after.up)).toBeCloseTo(cosine, 12);
      expect(dot(before.forward, after.forward)).toBeCloseTo(cosine, 12);
      expectClose(after.right, before.right, 10);
    }
  });
});

describe('orbit between named views', () => {
  it.each([
    ['anterior', { azimuthDegrees: 90 }, 'left'],
    ['anterior', { azimuthDegrees: 180 }, 'posterior'],
    ['anterior', { azimuthDegrees: -90 }, 'right'],
    ['posterior', { elevationDegrees: 90 }, 'superior'],
    ['anterior', { elevationDegrees: -90 }, 'inferior'],
    // The eye comes to the same place, but the back of the patient is then at the top of the image.
    ['anterior', { elevationDegrees: 90, rollDegrees: 180 }, 'superior'],
  ] as const)('%s with %o is %s', (from, angles, to) => {
    expectSameView(orbit(cameraOf(from), angles), cameraOf(to));
  });
});

describe('orbit', () => {
  it.each([
    [{ azimuthDegrees: Number.NaN }, /azimuth must be a finite number of degrees, not NaN/],
    [{ elevationDegrees: Infinity }, /elevation must be a finite/],
    [{ rollDegrees: -Infinity }, /roll must be a finite/],
  ])('refuses %o', (angles, message) => {
    expect(() => orbit(cameraOf('a'), angles)).toThrow(InputError);
    expect(() => orbit(cameraOf('a'), angles)).toThrow(message);
  });
});
