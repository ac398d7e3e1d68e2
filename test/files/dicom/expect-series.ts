/** The voxels and the geometry of the series that `write-dicom.ts` makes. */
import { expect } from 'vitest';
import type { Volume } from '../../../src/volume/volume.js';
import { COLUMNS, DEPTH, ROWS, valueAt } from './write-dicom.js';

/** The voxels of `seriesFolder()`, slice by slice. */
export const EXPECTED = Array.from({ length: COLUMNS * ROWS * DEPTH }, (_, index) =>
  valueAt(Math.floor(index / (COLUMNS * ROWS)), index % (COLUMNS * ROWS)),
);

/** Expects the volume of `seriesFolder()`. */
export function expectSeries({ sizes, voxels, indexToWorld, anatomical }: Volume): void {
  expect(sizes).toEqual([COLUMNS, ROWS, DEPTH]);
  expect([...voxels]).toEqual(EXPECTED);
  expect(voxels).toBeInstanceOf(Int16Array);
  expect(indexToWorld).toEqual({
    columns: [
      [0.5, 0, 0],
      [0, 0.75, 0],
      [0, 0, 2.5],
    ],
    origin: [-10, 20, 30],
  });
  expect(anatomical).toBe(true);
}

/** The voxels of slice `k`. */
export const slice = (volume: Volume, k: number) => [
  ...volume.voxels.slice(k * COLUMNS * ROWS, (k + 1) * COLUMNS * ROWS),
];
