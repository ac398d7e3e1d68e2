/** The view fitted to points: all of them in the image, up to its margins, from any direction. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis } from '../../src/camera/camera.js';
import { fitPoints } from '../../src/camera/fit-points.js';
import { orbit } from '../../src/camera/orbit.js';
import { spreadViews } from '../../src/camera/spread-views.js';
import { dot, subtract, type Vec3 } from '../../src/math/vec3.js';
import { between, createRandom } from './random.js';

const SEED = 77;

/** The place of a point in the image: from −1 at its left and bottom edges to 1 at the others. */
function project(camera: Camera, aspect: number, point: Vec3): { x: number; y: number } {
  const { right, up, forward } = cameraBasis(camera);
  const from = subtract(point, camera.eye);
  const half =
    camera.projection === 'orthographic'
      ? camera.height / 2
      : dot(from, forward) * Math.tan((camera.fovDegrees * Math.PI) / 360);
  if (!(dot(from, forward) > 0)) throw new Error('a point is not in front of the eye');
  return { x: dot(from, right) / half / aspect, y: dot(from, up) / half };
}

/** The corners of a box that lies askew. */
function createCorners(random: () => number): Vec3[] {
  const origin = [0, 1, 2].map(() => between(random, -200, 200));
  const axes = [0, 1, 2].map(() => [0, 1, 2].map(() => between(random, -50, 50)));
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (corner) =>
      origin.map((at, axis) =>
        axes.reduce((sum, column, bit) => sum + ((corner >> bit) & 1) * column[axis]!, at),
      ) as unknown as Vec3,
  );
}

describe.each(['perspective', 'orthographic'] as const)('a %s view', (projection) => {
  it.each([0.5, 1, 2.1])('of an image of %f to 1 has the points up to its margins', (aspect) => {
    const random = createRandom(SEED);
    for (const direction of spreadViews(20)) {
      const points = createCorners(random);
      const camera = fitPoints(points, direction, { aspect, projection, fovDegrees: between(random, 10, 90) });
      const places = points.map((point) => project(camera, aspect, point));
      const [x, y] = [places.map((place) => place.x), places.map((place) => place.y)];
      const reach = Math.max(...x.map(Math.abs), ...y.map(Math.abs));
      expect(reach, `seed ${SEED}`).toBeCloseTo(0.9, 6);
      // The tighter axis touches both of its margins.
      const ends = [x, y].map((along) => [-Math.min(...along), Math.max(...along)] as const);
      expect(Math.max(...ends.map(([low, high]) => Math.min(low, high)))).toBeCloseTo(0.9, 6);
    }
  });

  it.each([0.6, 1, 1.9])('of an image of %f to 1 leaves a share free at the right', (aspect) => {
    const random = createRandom(SEED);
    for (const direction of spreadViews(12)) {
      const points = createCorners(random);
      const freeRight = between(random, 0.05, 0.45);
      const camera = fitPoints(points, direction, { aspect, projection, freeRight });
      const places = points.map((point) => project(camera, aspect, point));
      // The part of the image beside it has the same margins.
      const x = places.map((place) => (place.x + freeRight) / (1 - freeRight));
      const reach = Math.max(...x.map(Math.abs), ...places.map((place) => Math.abs(place.y)));
      expect(reach, `seed ${SEED}`).toBeCloseTo(0.9, 6);
    }
  });

  it('of a turntable keeps them in all of its frames', () => {
    const random = createRandom(SEED);
    for (const direction of spreadViews(5)) {
      const points = createCorners(random);
      const camera = fitPoints(points, direction, { aspect: 1.5, projection, turntable: true });
      let largest = 0;
      for (let azimuthDegrees = 0; azimuthDegrees < 360; azimuthDegrees += 3) {
        const turned = orbit(camera, { azimuthDegrees });
        for (const point of points) {
          const { x, y } = project(turned, 1.5, point);
          largest = Math.max(largest, Math.abs(x), Math.abs(y));
        }
      }
      expect(largest, `seed ${SEED}`).toBeLessThanOrEqual(0.9 + 1e-9);
      expect(largest).toBeGreaterThan(0.8);
    }
  });

  it('of a turntable leaves the same share free beside them in all of its frames', () => {
    const random = createRandom(SEED);
    for (const direction of spreadViews(5)) {
      const points = createCorners(random);
      const freeRight = between(random, 0.05, 0.35);
      const camera = fitPoints(points, direction, { aspect: 1.5, projection, turntable: true, freeRight });
      for (let azimuthDegrees = 0; azimuthDegrees < 360; azimuthDegrees += 15) {
        const turned = orbit(camera, { azimuthDegrees });
        const places = points.map((point) => project(turned, 1.5, point).x);
        expect(Math.max(...places), `seed ${SEED}`).toBeLessThanOrEqual(1 - 2 * freeRight);
      }
    }
  });
});

it('fits what is flat, seen from its edge or its face', () => {
  const flat: Vec3[] = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 2, 0],
    [0, 2, 0],
  ];
  const face = fitPoints(flat, { forward: [0, 0, -1], up: [0, 1, 0] }, { aspect: 1, projection: 'orthographic' });
  expect(face).toMatchObject({ target: [2, 1, 0] });
  const edge = fitPoints(flat, { forward: [0, 1, 0], up: [0, 0, 1] }, { aspect: 1 });
  expect(edge.eye[1]).toBeLessThan(0);
});

it('refuses a single place and margins that leave nothing', () => {
  const view = { forward: [0, 0, -1], up: [0, 1, 0] } as const;
  expect(() => fitPoints([[1, 2, 3]], view, { aspect: 1 })).toThrow(/with an extent, not to one of 0/);
  expect(() =>
    fitPoints(
      [
        [1, 2, 3],
        [2, 2, 2],
      ],
      view,
      { aspect: 1, margin: 0.5 },
    ),
  ).toThrow(/margin must be/);
});
