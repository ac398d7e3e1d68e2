/** A map on a finer grid, whose edges against zeros have no stairs. */
import { fillMissing } from '../missing.js';
import type { Volume } from '../volume.js';
import { refine } from './refine.js';

/** Layers of zeros that values are continued into: as many as cubics of the edge touch. */
const LAYERS = 2;
/** Weights of a binomial filter at voxels and beside them. */
const MIDDLE = 1 / 2;
const BESIDE = 1 / 4;

/**
 * `refine` of a map of which a mask or a threshold left zeros: values are continued beyond their edge, and fade with the share of voxels
 * around that have any, smoothed over four voxels. Voxels with no zero within two keep their values.
 */
export function refineMasked(volume: Volume): Volume {
  const { sizes, voxels } = volume;
  const shares = Float32Array.from(voxels, (value) => Number(value !== 0));
  if (shares.every((share) => share === 1)) return refine(volume);
  let values = Float32Array.from(voxels, (value) => value || Number.NaN);
  for (let layer = 0; layer < LAYERS; layer++) {
    const filled = fillMissing({ sizes, voxels: values });
    values = Float32Array.from(filled, (value) => value || Number.NaN);
  }
  const fine = refine({ ...volume, voxels: values.map((value) => value || 0) });
  const [ni, nj] = sizes;
  const axes = [1, ni, ni * nj].map((step, axis) => [step, sizes[axis]!] as const);
  // Twice: once leaves half of the stairs.
  const smooth = [...axes, ...axes].reduce((kept, [step, size]) => smoothAlong(kept, step, size), shares);
  const weights = refine({ ...volume, voxels: smooth }).voxels;
  return { ...fine, voxels: (fine.voxels as Float32Array).map((value, at) => value * clampShare(weights[at]!)) };
}

const clampShare = (share: number) => Math.min(Math.max(share, 0), 1);

/** @param step between neighbours along an axis of `size` voxels. */
function smoothAlong(voxels: Float32Array<ArrayBuffer>, step: number, size: number): Float32Array<ArrayBuffer> {
  return voxels.map((value, at) => {
    const position = Math.floor(at / step) % size;
    const before = position > 0 ? voxels[at - step]! : value;
    const after = position + 1 < size ? voxels[at + step]! : value;
    return MIDDLE * value + BESIDE * (before + after);
  });
}
