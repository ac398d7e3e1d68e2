/** Panoramas of light: finer ones are averaged without a change of their light, and what is none is refused. */
import { describe, expect, it } from 'vitest';
import { createEnvironmentLight } from '../../../src/reference/path/environment.js';
import {
  createEnvironmentMap,
  type EnvironmentMap,
  edgeOfRow,
  meanLight,
} from '../../../src/transfer/light/environment.js';

const panorama = (height: number, colorAt: (column: number, row: number) => number): EnvironmentMap => {
  const width = 2 * height;
  const colors = new Float32Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    colors.fill(colorAt(pixel % width, Math.floor(pixel / width)), 3 * pixel, 3 * pixel + 3);
  }
  return { width, height, colors };
};

/** Light of a half of the sphere, left or right of its middle. */
function lightOf({ width, height, colors }: EnvironmentMap, isRight: boolean): number {
  let sum = 0;
  for (let row = 0; row < height; row++) {
    const share = edgeOfRow(row, height) - edgeOfRow(row + 1, height);
    for (let n = 0; n < width / 2; n++)
      sum += (share * colors[3 * (row * width + n + (isRight ? width / 2 : 0))]!) / width;
  }
  return sum;
}

describe('a panorama', () => {
  it('that is finer than light needs is averaged, by solid angles', () => {
    const fine = panorama(640, (column, row) => (column > 700 ? 3 : 1) + (row % 7) + (row < 40 ? 90 : 0));
    const coarse = createEnvironmentMap(fine);
    expect([coarse.width, coarse.height]).toEqual([1024, 512]);
    for (const isRight of [true, false]) expect(lightOf(coarse, isRight) / lightOf(fine, isRight)).toBeCloseTo(1, 5);
    const even = createEnvironmentMap(panorama(600, () => 0.7));
    for (const value of even.colors) if (Math.abs(value - 0.7) > 1e-5) expect(value).toBeCloseTo(0.7, 5);
  });

  it('that is coarse stays itself', () => {
    const coarse = panorama(2, () => 1);
    expect(createEnvironmentMap(coarse)).toBe(coarse);
  });

  it.each<[RegExp, Partial<EnvironmentMap>]>([
    [/4 × 4 pixels; a panorama of all around is twice as wide as high/, { height: 4 }],
    [/must be 24 floats/, { colors: new Float32Array(23) }],
    [/finite and not negative, not -1/, { colors: new Float32Array(24).fill(-1) }],
    [/finite and not negative, not NaN/, { colors: new Float32Array(24).fill(Number.NaN) }],
  ])('is refused: %s', (message, change) => {
    expect(() => createEnvironmentMap({ ...panorama(2, () => 1), ...change })).toThrow(message);
  });
});

it('the mean light of each environment is that over all directions', () => {
  const eye = { projection: 'orthographic', height: 1, eye: [0, 0, 0], target: [0, 0, 1], up: [0, 1, 0] } as const;
  const own = createEnvironmentMap(panorama(8, (column, row) => column + 10 * row ** 2));
  for (const environment of ['white', 'studio', own] as const) {
    const surroundings = createEnvironmentLight(environment, eye);
    const sum = [0, 0, 0];
    const [rows, columns] = [200, 400];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [tilt, turn] = [((row + 0.5) / rows) * Math.PI, ((column + 0.5) / columns) * 2 * Math.PI];
        const share = (edgeOfRow(row, rows) - edgeOfRow(row + 1, rows)) / 2 / columns;
        const around = [Math.sin(tilt) * Math.sin(turn), Math.cos(tilt), Math.sin(tilt) * Math.cos(turn)] as const;
        for (const [channel, light] of surroundings(around).entries()) sum[channel]! += share * light;
      }
    }
    for (const [channel, mean] of meanLight(environment).entries()) expect(sum[channel]! / mean).toBeCloseTo(1, 3);
  }
});
