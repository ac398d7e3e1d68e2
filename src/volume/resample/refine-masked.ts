/** A map on a finer grid, whose edges against zeros have no stairs. */
import { fillMissing } from '../missing.js';
import type { Volume } from '../volume.js';
import { type RefineFactor, refine } from './refine.js';

/** Layers of zeros that values are continued into: as many as cubics of the edge touch. */
const LAYERS = 2;
/** Weights of a binomial filter at voxels and beside them. */
const MIDDLE = 1 / 2;
const BESIDE = 1 / 4;

/**
 * `refine` of a map of which a mask or a threshold left zeros: values are continued beyond their edge, and fade with the share of voxels
 * around that have any, smoothed over four voxels. Voxels with no zero within two keep their values.
 */
export function refineMasked(volume: Volume, factor: RefineFactor = 3): Volume {
  const { sizes, voxels } = volume;
  const shares = Float32Array.from(voxels, (value) => Number(value !== 0));
  if (shares.every((share) => share === 1)) return refine(volume, factor);
  let values = Float32Array.from(voxels, (value) => value || Number.NaN);
  for (let layer = 0; layer < LAYERS; layer++) {
    const filled = fillMissing({ sizes, voxels: values });
    values = Float32Array.from(filled, (value) => value || Number.NaN);
  }
  const fine = refine({ ...volume, voxels: values.map((value) => value || 0) }, factor);
  const [ni, nj] = sizes;
  const axes = [1, ni, ni * nj].map((step, axis) => [step, sizes[axis]!] as const);
  // Twice: once leaves half of the stairs.
  const smooth = [...axes, ...axes].reduce((kept, [step, size]) => smoothAlong(kept, step, size), shares);
  const weights = refine({ ...volume, voxels: smooth }, factor).voxels;
  fade(fine.voxels as Float32Array, weights);
  return fine;
}

/** Multiplies values by shares from 0 to 1, which cubics may leave. */
function fade(values: Float32Array, shares: Volume['voxels']): void {
  for (let at = 0; at < values.length; at++) values[at]! *= Math.min(Math.max(shares[at]!, 0), 1);
}

/** @param step between neighbours along an axis of `size` voxels. */
function smoothAlong(voxels: Float32Array<ArrayBuffer>, step: number, size: number): Float32Array<ArrayBuffer> {
  const smooth = new Float32Array(voxels.length);
  for (let slab = 0; slab < voxels.length; slab += step * size) {
    for (let at = 0; at < size; at++) {
      const row = slab + at * step;
      const [before, after] = [at > 0 ? row - step : row, at + 1 < size ? row + step : row];
      for (let inner = 0; inner < step; inner++) {
        smooth[row + inner] =
          MIDDLE * voxels[row + inner]! + BESIDE * (voxels[before + inner]! + voxels[after + inner]!);
      }
    }
  }
  return smooth;
}
