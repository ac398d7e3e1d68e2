/** Radiographs: the attenuation of X-rays by Hounsfield units, and what its integrals along rays may be. */
import { spacings, type Volume } from '../volume/volume.js';
import { colorMapTransfer } from './color-maps.js';
import type { TransferFunction, ValueRange } from './transfer-function.js';

/** The attenuation of water a millimetre, rounded: photons of 70 keV have 0.0193 (NIST, X-Ray Mass Attenuation Coefficients). */
const WATER_ATTENUATION = 0.02;

/** Hounsfield units from air to water. */
const HOUNSFIELD = 1000;

/** Attenuation per millimetre, for a value in Hounsfield units. */
export const attenuationOf = (value: number): number => Math.max(0, WATER_ATTENUATION * (1 + value / HOUNSFIELD));

/** Factor and addend that make the attenuation of a value, before what is below zero counts as nothing. */
export const ATTENUATION = { factor: WATER_ATTENUATION / HOUNSFIELD, offset: WATER_ATTENUATION } as const;

/** The largest integral of attenuation along any line of voxels, in world units of length. */
export function largestLineIntegral(volume: Volume): number {
  const { voxels, sizes } = volume;
  const [width, height, depth] = sizes;
  const along = spacings(volume);
  const sums = [new Float64Array(height * depth), new Float64Array(width * depth), new Float64Array(width * height)];
  for (let k = 0, at = 0; k < depth; k++) {
    for (let j = 0; j < height; j++) {
      for (let i = 0; i < width; i++, at++) {
        const attenuation = attenuationOf(voxels[at]!);
        if (!(attenuation > 0)) continue;
        sums[0]![j + height * k]! += attenuation;
        sums[1]![i + width * k]! += attenuation;
        sums[2]![i + width * j]! += attenuation;
      }
    }
  }
  return Math.max(...sums.map((lines, axis) => along[axis]! * lines.reduce((a, b) => Math.max(a, b), 0)));
}

/** Black where nothing attenuates, and white at the window's other end: bones are white. */
export const createXrayTransfer = ([low, high]: ValueRange): TransferFunction =>
  colorMapTransfer('grey', [low, Math.max(high, low + Number.EPSILON)], { exponent: 1, maxOpacity: 1 });
