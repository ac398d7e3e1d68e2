/** Shares of a panorama's light: pixels are drawn exactly as often as their light above the mean says. */
import { expect, it } from 'vitest';
import { type LightShares, shareLight, weighPixels } from '../../../src/cast/path/light-shares.js';
import { createEnvironmentMap, type EnvironmentMap } from '../../../src/transfer/light/environment.js';

const panorama = (height: number, light: (pixel: number) => number): EnvironmentMap =>
  createEnvironmentMap({
    width: 2 * height,
    height,
    colors: Float32Array.from({ length: 6 * height ** 2 }, (_, at) => light(Math.floor(at / 3)) * (1 + (at % 3))),
  });

const SKIES: readonly (readonly [string, EnvironmentMap])[] = [
  ['a lamp in the dark', panorama(4, (pixel) => (pixel === 13 ? 5 : 0))],
  ['slopes', panorama(16, (pixel) => 1 + Math.sin(pixel) ** 9)],
  ['a sun', panorama(64, (pixel) => (pixel === 777 ? 1e5 : 0.1 + 1e-3 * (pixel % 7)))],
  ['two pixels', panorama(1, (pixel) => pixel)],
];

/** The share of each entry, from what the shares up to each are. */
const differences = (ends: Float32Array) => Float64Array.from(ends, (end, entry) => end - (ends[entry - 1] ?? 0));

function unpack({ ends, guides }: LightShares, { width, height }: EnvironmentMap) {
  const row = (index: number) => guides.slice(index * width, index * width + (index < height ? width : height));
  return {
    ofRows: new Float32Array(row(height + 1).buffer),
    rowGuides: row(height),
    ofColumns: Array.from({ length: height }, (_, index) => ends.slice(index * width, (index + 1) * width)),
    columnGuides: Array.from({ length: height }, (_, index) => row(index)),
  };
}

it.each(SKIES)('of %s are those of its pixels', (_, sky) => {
  const shares = shareLight(sky);
  const { ofRows, ofColumns } = unpack(shares, sky);
  const rows = differences(ofRows);
  const weights = weighPixels(sky);
  for (const [pixel, weight] of weights.entries()) {
    const [row, column] = [Math.floor(pixel / sky.width), pixel % sky.width];
    const drawn = rows[row]! * differences(ofColumns[row]!)[column]!;
    expect(drawn).toBeCloseTo(weight / shares.total, 6);
  }
});

it.each(SKIES)('of %s are found from their guides on, and not before them', (_, sky) => {
  const { ofRows, rowGuides, ofColumns, columnGuides } = unpack(shareLight(sky), sky);
  for (const [ends, guides] of [
    [ofRows, rowGuides] as const,
    ...ofColumns.map((of, n) => [of, columnGuides[n]!] as const),
  ]) {
    for (const [index, guide] of guides.entries()) {
      // The first number of 24 bits that a product of 32-bit floats takes to the guide.
      const first = Math.max(0, index / guides.length - 2 ** -24);
      const entry = ends.findIndex((end) => first < end);
      expect(guide).toBeLessThanOrEqual(entry);
      expect(guide === 0 || ends[guide - 1]! <= index / guides.length).toBe(true);
    }
  }
});

it('are none of light that is as bright all around, which paths meet by themselves', () => {
  const even = panorama(8, () => 0.3);
  expect(shareLight(even).total).toBe(0);
  expect(Math.max(...weighPixels(even))).toBe(0);
});

it('are of what is above the mean, three colours together: a hemisphere of 1, 2, 3 has as much below as above', () => {
  const half = panorama(8, (pixel) => (pixel < 64 ? 1 : 0));
  expect(weighPixels(half).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(6 * Math.PI, 4);
});
