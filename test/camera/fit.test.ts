/** The view fitted to a bounding sphere, and the sphere itself. */
import { describe, expect, it } from 'vitest';
import { cameraBasis, rayThroughPixel } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { InputError } from '../../src/errors.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { addScaled, cross, distance, dot, length, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { corners, createVolume } from '../../src/volume/volume.js';
import { expectClose } from './closeness.js';
import { createRandom, randomAxes, randomDirection, randomShearedAxes } from './random.js';

const sphere = { center: [3, -4, 5], radius: 7 } as const;
const random = createRandom(2001);
const direction = (() => {
  const forward = randomDirection(random);
  const across = cross(forward, randomDirection(random));
  return { forward, up: scale(across, 1 / length(across)) };
})();

const height = 60;
const cases = (['perspective', 'orthographic'] as const).flatMap((projection) =>
  [20, 60, 150].map((width) => ({ projection, width, aspect: width / height })),
);

describe.each(cases)('fitCamera, $projection, $width × 60 pixels', ({ projection, width, aspect }) => {
  const camera = fitCamera(sphere, direction, { projection, aspect, fovDegrees: 50 });
  const distanceToCenter = (x: number, y: number) => {
    const ray = rayThroughPixel(camera, { width, height }, x, y);
    return length(cross(subtract(sphere.center, ray.origin), ray.direction));
  };
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const edges = {
    left: [-0.5, middleY],
    right: [width - 0.5, middleY],
    top: [middleX, -0.5],
    bottom: [middleX, height - 0.5],
  };
  const [across, along] = aspect <= 1 ? (['left', 'right'] as const) : (['top', 'bottom'] as const);

  it('touches the edges of the tighter axis', () => {
    for (const edge of [across, along]) {
      const [x, y] = edges[edge] as [number, number];
      expect(distanceToCenter(x, y)).toBeCloseTo(sphere.radius, 11);
    }
  });

  it('has the whole sphere inside the edges of both axes', () => {
    for (const [x, y] of Object.values(edges)) {
      expect(distanceToCenter(x!, y!)).toBeGreaterThanOrEqual(sphere.radius * (1 - 1e-14));
    }
  });

  it('looks at the centre from outside the sphere, in the direction asked for', () => {
    expectClose(camera.target, sphere.center, 10);
    expect(distance(camera.eye, sphere.center)).toBeGreaterThan(sphere.radius);
    expectClose(cameraBasis(camera).forward, direction.forward);
    expectClose(cameraBasis(camera).up, direction.up);
  });

  it.each([0.5, 3])('magnifies by a zoom of %f about the centre, with the eye where it was', (zoom) => {
    const zoomed = fitCamera(sphere, direction, { projection, aspect, fovDegrees: 50, zoom });
    expectClose(zoomed.eye, camera.eye, 100);
    const onTargetPlane = (view: typeof camera, x: number, y: number): Vec3 => {
      const ray = rayThroughPixel(view, { width, height }, x, y);
      const depth = dot(subtract(sphere.center, ray.origin), direction.forward) / dot(ray.direction, direction.forward);
      return subtract(addScaled(ray.origin, ray.direction, depth), sphere.center);
    };
    expectClose(scale(onTargetPlane(zoomed, 2, 11), zoom), onTargetPlane(camera, 2, 11), 200);
  });
});

describe('fitCamera', () => {
  it('is a perspective view of 30 degrees by default', () => {
    const camera = fitCamera(sphere, direction, { aspect: 1 });
    expect(camera).toMatchObject({ projection: 'perspective' });
    if (camera.projection === 'perspective') expect(camera.fovDegrees).toBeCloseTo(30, 12);
  });

  it.each([
    ['no extent', { ...sphere, radius: 0 }, { aspect: 1 }, /not to a radius of 0/],
    ['no points', boundingSphere([]), { aspect: 1 }, /extent|finite/],
    ['no aspect', sphere, { aspect: 0 }, /must be positive, not 0/],
    ['no zoom', sphere, { aspect: 1, zoom: 0 }, /zoom must be a positive number, not 0/],
    ['an infinite zoom', sphere, { aspect: 1, zoom: Infinity }, /not Infinity/],
    ['a field of view of 0', sphere, { aspect: 1, fovDegrees: 0 }, /field of view.*not 0/],
    ['a field of view of 200', sphere, { aspect: 1, fovDegrees: 200 }, /field of view.*not 200/],
  ] as const)('refuses %s', (_, badSphere, options, message) => {
    expect(() => fitCamera(badSphere, direction, options)).toThrow(InputError);
    expect(() => fitCamera(badSphere, direction, options)).toThrow(message);
  });
});

describe('boundingSphere', () => {
  it("is the box's centre and the farthest point", () => {
    expect(
      boundingSphere([
        [0, 0, 0],
        [4, 0, 0],
        [4, 6, 0],
        [0, 0, 12],
      ]),
    ).toEqual({ center: [2, 3, 6], radius: 7 });
  });

  it.each([3001, 3002, 3003])("is the smallest about a volume's corners, seed %i", (seed) => {
    const cornersRandom = createRandom(seed);
    for (const indexToWorld of [randomAxes(cornersRandom, -1), randomShearedAxes(cornersRandom)]) {
      const points = corners(createVolume({ sizes: [2, 3, 4], voxels: new Uint8Array(24), indexToWorld }));
      const { center, radius } = boundingSphere(points);
      // Two opposite corners at the radius leave no smaller sphere.
      const diagonals = [0, 1, 2, 3].map((corner) => distance(points[corner]!, points[7 - corner]!));
      expect(radius).toBeCloseTo(Math.max(...diagonals) / 2, 11);
      for (const point of points) expect(distance(center, point)).toBeLessThanOrEqual(radius);
    }
  });
});
