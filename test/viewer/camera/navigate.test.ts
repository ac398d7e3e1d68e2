/** Laws of camera moves: what is under the pointer stays there, and nothing else changes. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, heightAtTarget, rayThroughPixel } from '../../../src/index.js';
import { dot, length, subtract } from '../../../src/math/vec3.js';
import {
  centerOn,
  lookAlong,
  orbitUpright,
  pan,
  turn,
  withProjection,
  zoomAt,
} from '../../../src/viewer/camera/navigate.js';
import { cameraThroughPixel, projectPoint, unprojectPoint } from '../../../src/viewer/camera/project.js';

const SIZE = { width: 320, height: 200 };
const EXTENT = 100;
const POSE = { eye: [30, -80, 25], target: [3, 4, 5], up: [0.1, 0.2, 1] } as const;
const CAMERAS: Camera[] = [
  { projection: 'perspective', ...POSE, fovDegrees: 35 },
  { projection: 'orthographic', ...POSE, height: 60 },
];
const FROM = { x: 140, y: 90 };
const TO = { x: 201, y: 61 };

const expectPoint = (point: { x: number; y: number } | undefined, { x, y }: { x: number; y: number }) => {
  expect(point?.x).toBeCloseTo(x, 6);
  expect(point?.y).toBeCloseTo(y, 6);
};
const distanceOf = ({ eye, target }: Camera) => length(subtract(eye, target));

describe.each(CAMERAS)('a camera in $projection projection', (camera) => {
  it('sees points where rays through their pixels go', () => {
    const point = unprojectPoint(camera, SIZE, FROM, [10, 20, 3]);
    expectPoint(projectPoint(camera, SIZE, point), FROM);
    const ray = rayThroughPixel(camera, SIZE, FROM.x - 0.5, FROM.y - 0.5);
    const along = subtract(point, ray.origin);
    expect(dot(along, ray.direction) / length(along)).toBeCloseTo(1, 10);
  });

  it('moves along when it is panned, so that what was under the pointer stays there', () => {
    const held = unprojectPoint(camera, SIZE, FROM, camera.target);
    const moved = pan(camera, FROM, TO, SIZE);
    expectPoint(projectPoint(moved, SIZE, held), TO);
    expect(cameraBasis(moved).forward).toEqual(
      expect.arrayContaining(cameraBasis(camera).forward.map((x) => expect.closeTo(x, 9))),
    );
  });

  it('zooms to the pointer', () => {
    const held = unprojectPoint(camera, SIZE, FROM, camera.target);
    const zoomed = zoomAt(camera, 1.7, FROM, SIZE, EXTENT);
    expectPoint(projectPoint(zoomed, SIZE, held), FROM);
    expect(heightAtTarget(camera) / heightAtTarget(zoomed)).toBeCloseTo(1.7, 9);
  });

  it('stops zooming before eye and target meet, and before the scene is a speck', () => {
    let [near, far] = [camera, camera];
    for (let turns = 0; turns < 500; turns++) {
      near = zoomAt(near, 2, FROM, SIZE, EXTENT);
      far = zoomAt(far, 0.5, FROM, SIZE, EXTENT);
    }
    expect(heightAtTarget(near)).toBeGreaterThan(0);
    expect(heightAtTarget(far)).toBeLessThan(Infinity);
  });

  it('turns about its target, as far as the ball rolls, and back', () => {
    const turned = turn(camera, FROM, TO, SIZE);
    expect(turned.target).toEqual(camera.target);
    expect(distanceOf(turned)).toBeCloseTo(distanceOf(camera), 9);
    const back = turn(turned, TO, FROM, SIZE);
    for (const axis of [0, 1, 2] as const) expect(back.eye[axis]).toBeCloseTo(camera.eye[axis], 9);
  });

  it('turns the near side of the scene with the pointer', () => {
    const { forward } = cameraBasis(camera);
    const near = camera.target.map((x, axis) => x - 5 * forward[axis]!) as unknown as typeof camera.target;
    const before = projectPoint(camera, SIZE, near)!;
    const after = projectPoint(turn(camera, { x: 160, y: 100 }, { x: 180, y: 90 }, SIZE), SIZE, near)!;
    expect(after.x).toBeGreaterThan(before.x + 1);
    expect(after.y).toBeLessThan(before.y - 0.5);
  });

  it('keeps the horizon level in an orbit, and away from the poles', () => {
    const up = [0, 0, 1] as const;
    let orbited = orbitUpright(camera, FROM, TO, SIZE, up);
    expect(cameraBasis(orbited).right[2]).toBeCloseTo(0, 9);
    for (let drags = 0; drags < 20; drags++) orbited = orbitUpright(orbited, FROM, { x: 140, y: 190 }, SIZE, up);
    expect(cameraBasis(orbited).forward[2]).toBeLessThan(-0.99);
    expect(cameraBasis(orbited).up.every(Number.isFinite)).toBe(true);
    expect(distanceOf(orbited)).toBeCloseTo(distanceOf(camera), 9);
  });

  it('has in the tiny image of a pick the ray of that pixel', () => {
    const tiny = cameraThroughPixel(camera, SIZE, FROM);
    const [ray, expected] = [
      rayThroughPixel(tiny, { width: 1, height: 1 }, 0, 0),
      rayThroughPixel(camera, SIZE, FROM.x - 0.5, FROM.y - 0.5),
    ];
    for (const axis of [0, 1, 2] as const) {
      expect(ray.direction[axis]).toBeCloseTo(expected.direction[axis], 9);
      expect(ray.origin[axis]).toBeCloseTo(expected.origin[axis], 9);
    }
  });

  it('keeps its size in the other projection, and comes back', () => {
    const other = withProjection(camera, camera.projection === 'perspective' ? 'orthographic' : 'perspective', EXTENT);
    expect(heightAtTarget(other)).toBeCloseTo(heightAtTarget(camera), 9);
    expectPoint(projectPoint(other, SIZE, camera.target), { x: 160, y: 100 });
    expect(withProjection(other, camera.projection, EXTENT).projection).toBe(camera.projection);
  });

  it('looks at another point and from another side from as far', () => {
    expectPoint(projectPoint(centerOn(camera, [9, 9, 9]), SIZE, [9, 9, 9]), { x: 160, y: 100 });
    const from = lookAlong(camera, { forward: [0, 1, 0], up: [0, 0, 1] });
    expect(distanceOf(from)).toBeCloseTo(distanceOf(camera), 9);
    expect(cameraBasis(from).forward[1]).toBeCloseTo(1, 9);
  });
});
