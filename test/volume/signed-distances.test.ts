/** Signed distances are told from other values of both signs. */
import { expect, it } from 'vitest';
import { isSignedDistance } from '../../src/volume/signed-distances.js';
import { createVolume } from '../../src/volume/volume.js';

const SIDE = 24;
const SPACING = 0.37;

function fill(valueAt: (x: number, y: number, z: number) => number) {
  const voxels = new Float32Array(SIDE ** 3);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
    const [x, y, z] = [i, j, k].map((index) => (index - (SIDE - 1) / 2) * SPACING) as [number, number, number];
    voxels[at] = valueAt(x, y, z);
  }
  const columns = [
    [SPACING, 0, 0],
    [0, SPACING, 0],
    [0, 0, SPACING],
  ] as const;
  return createVolume({ sizes: [SIDE, SIDE, SIDE], voxels, indexToWorld: { columns, origin: [1, 2, 3] } });
}

const ball = (x: number, y: number, z: number) => Math.hypot(x, y, z) - 2.7;
const box = (...sides: number[]) =>
  Math.hypot(...sides.map((side) => Math.max(side, 0))) + Math.min(Math.max(...sides), 0);
const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));

it.each([
  ['a ball', ball],
  ['a ball in a narrow band', (x: number, y: number, z: number) => clamp(ball(x, y, z), 3 * SPACING)],
  ['a box', (x: number, y: number, z: number) => box(Math.abs(x) - 2, Math.abs(y) - 3, Math.abs(z) - 2.5)],
])('takes distances to %s for that', (_, valueAt) => {
  expect(isSignedDistance(fill(valueAt))).toBe(true);
});

it.each([
  ['distances that are above 0 inside', (x: number, y: number, z: number) => -ball(x, y, z)],
  ['a steeper field', (x: number, y: number, z: number) => 3 * ball(x, y, z)],
  ['a map of both signs', (x: number, y: number, z: number) => 40 * Math.sin(x) * Math.cos(y + z)],
  ['noise', (x: number, y: number, z: number) => ((x * 7919 + y * 104729 + z * 1299709) % 1) - 0.2],
  ['one value', () => 0],
])('does not take %s for distances', (_, valueAt) => {
  expect(isSignedDistance(fill(valueAt))).toBe(false);
});
