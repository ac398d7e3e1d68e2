/** A camera's way through keyframes, by its laws. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, createCamera } from '../../src/camera/camera.js';
import { type CameraKey, cameraAt, type Ease } from '../../src/camera/camera-path.js';
import { orbit } from '../../src/camera/orbit.js';
import { add, addScaled, distance, dot, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { between, createRandom, type Random, randomDirection, randomPoint, randomRotation } from './random.js';

function randomKeys(random: Random, eases: readonly Ease[]): CameraKey[] {
  let at = between(random, -3, 3);
  const start = randomDirection(random);
  return eases.map((ease) => {
    at += between(random, 0.5, 3);
    const rotate = randomRotation(random, 1.2);
    const target = randomPoint(random, -5, 5);
    const camera = createCamera({
      projection: 'perspective',
      target,
      eye: addScaled(target, rotate(start), between(random, 2, 30)),
      up: rotate([start[1], start[2], start[0]]),
      fovDegrees: between(random, 10, 60),
    });
    return { at, camera, ease };
  });
}

const STEP = 1e-5;

/** How fast eye, up and angle change just before or just after a time. */
function speedBeside(keys: readonly CameraKey[], time: number, side: 1 | -1): number[] {
  const [near, far] = [1, 2].map((steps) => cameraAt(keys, time + side * steps * STEP));
  const partsOf = (camera: Camera) => {
    const { forward, up } = cameraBasis(camera);
    return [...camera.eye, ...forward, ...up, (camera as { fovDegrees: number }).fovDegrees];
  };
  const [a, b] = [partsOf(near!), partsOf(far!)];
  return a.map((part, index) => (side * (b[index]! - part)) / STEP);
}

const largest = (values: readonly number[]) => Math.max(...values.map(Math.abs));

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('a random path, seed %i', (seed) => {
  const random = createRandom(seed);
  const keys = randomKeys(random, ['through', 'through', 'stop', 'through', 'linear', 'through']);
  const [first, last] = [keys[0]!, keys.at(-1)!];
  // A linear part hands its speed on to those beside it.
  const unhurried = keys.map((key) => ({ ...key, ease: key.ease === 'linear' ? 'through' : key.ease! }));
  const times = Array.from({ length: 40 }, () => between(random, first.at, last.at));

  it('is at each key when it is to be, and stays at the ends beyond them', () => {
    for (const { at, camera } of keys) expect(cameraAt(keys, at)).toBe(camera);
    expect(cameraAt(keys, first.at - 1)).toBe(first.camera);
    expect(cameraAt(keys, last.at + 1)).toBe(last.camera);
  });

  it('has no jumps of position or velocity at its keys, and halts where it is to', () => {
    for (const [index, { at, ease }] of keys.entries()) {
      const before = index === 0 ? undefined : speedBeside(keys, at, -1);
      const after = index === keys.length - 1 ? undefined : speedBeside(keys, at, 1);
      const beside = [before, after].filter((speed) => speed !== undefined);
      for (const speed of beside) expect(largest(speed)).toBeLessThan(1e3);
      if (before && after) {
        expect(largest(before.map((part, axis) => part - after[axis]!))).toBeLessThan(2e-2 * (1 + largest(before)));
      }
      if (ease === 'stop' || index === 0) for (const speed of beside) expect(largest(speed)).toBeLessThan(5e-2);
    }
  });

  it('moves with the world', () => {
    const rotate = randomRotation(random);
    const shift = randomPoint(random, -9, 9);
    const move = (point: Vec3) => add(rotate(point), shift);
    const moveCamera = (camera: Camera): Camera => ({
      ...camera,
      eye: move(camera.eye),
      target: move(camera.target),
      up: rotate(camera.up),
    });
    const moved = keys.map((key) => ({ ...key, camera: moveCamera(key.camera) }));
    for (const time of times) {
      const [a, b] = [cameraAt(keys, time), cameraAt(moved, time)];
      expect(distance(move(a.eye), b.eye)).toBeLessThan(1e-9);
      expect(distance(rotate(cameraBasis(a).up), cameraBasis(b).up)).toBeLessThan(1e-9);
    }
  });

  it('aims the same backwards in time, from as far', () => {
    const back = unhurried.map((key) => ({ ...key, at: -key.at })).reverse();
    for (const time of times) {
      const [a, b] = [cameraAt(unhurried, time), cameraAt(back, -time)];
      expect(distance(a.target, b.target)).toBeLessThan(1e-9);
      expect(distance(a.eye, a.target) - distance(b.eye, b.target)).toBeCloseTo(0, 9);
    }
  });

  it('is never nearer, farther, narrower or wider than both keys beside it', () => {
    for (const time of times) {
      const after = keys.findIndex(({ at }) => at > time);
      const here = cameraAt(unhurried, time) as Camera & { fovDegrees: number };
      const beside = [keys[after - 1]!, keys[after]!].map(({ camera }) => camera as Camera & { fovDegrees: number });
      for (const measure of [
        (camera: Camera) => distance(camera.eye, camera.target),
        (camera: Camera) => (camera as { fovDegrees: number }).fovDegrees,
      ]) {
        const [low, high] = beside.map(measure).sort((x, y) => x - y) as [number, number];
        expect(measure(here)).toBeGreaterThan(low * (1 - 1e-9));
        expect(measure(here)).toBeLessThan(high * (1 + 1e-9));
      }
    }
  });
});

const START: Camera = { projection: 'orthographic', eye: [0, -10, 0], target: [0, 0, 0], up: [0, 0, 1], height: 5 };

it('turns at one speed, the shorter way, where it is linear', () => {
  const turned = (azimuthDegrees: number) => orbit(START, { azimuthDegrees });
  for (const angle of [120, -150]) {
    const keys: CameraKey[] = [
      { at: 0, camera: START, ease: 'linear' },
      { at: 10, camera: turned(angle) },
    ];
    for (const time of [1, 2.5, 5, 9])
      expect(distance(cameraAt(keys, time).eye, turned((angle * time) / 10).eye)).toBeLessThan(1e-9);
  }
});

it('eases in and out between two keys: half-way in the middle, slow at the ends', () => {
  const keys: CameraKey[] = [
    { at: 0, camera: START },
    { at: 8, camera: { ...START, eye: [4, -10, 0], target: [4, 0, 0], height: 20 } },
  ];
  const at = (time: number) => cameraAt(keys, time) as Camera & { height: number };
  expect(at(4).target[0]).toBeCloseTo(2, 12);
  expect(at(4).height).toBeCloseTo(10, 12);
  expect(at(2).target[0]).toBeCloseTo(4 * (3 / 16 - 2 / 64), 12);
  expect(subtract(at(6).target, at(4).target)[0]).toBeCloseTo(2 - at(2).target[0], 12);
});

it('keeps the vertical of a ground on its way', () => {
  const keys: CameraKey[] = [
    { at: 0, camera: { ...START, vertical: [0, 0, 1] } },
    { at: 1, camera: orbit({ ...START, vertical: [0, 0, 1] }, { elevationDegrees: 40 }) },
  ];
  const { vertical } = cameraAt(keys, 0.3);
  expect(dot(scale(vertical!, 1), [0, 0, 1])).toBeCloseTo(1, 12);
});

it('refuses keys that make no way', () => {
  expect(() => cameraAt([], 0)).toThrow('needs a key');
  const later: CameraKey[] = [
    { at: 1, camera: START },
    { at: 1, camera: START },
  ];
  expect(() => cameraAt(later, 0)).toThrow('camera key 1: its time 1 must be larger');
  const { height: _, ...pose } = START;
  const other: CameraKey[] = [
    { at: 0, camera: START },
    { at: 1, camera: { ...pose, projection: 'perspective', fovDegrees: 30 } },
  ];
  expect(() => cameraAt(other, 0)).toThrow('camera key 1: is perspective, and the first one is not');
});
