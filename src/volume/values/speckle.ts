/** Speckle: scattered voxels beyond a value, which make up no body with an inside. */
import type { Volume } from '../volume.js';
import { probeStride } from './neighbor-order.js';

/** Least share of a voxel's neighbours that are not beyond the value, if it is at a tip or alone. */
const LONE_SHARE = 2 / 3;

/**
 * The share (0…1) of voxels beyond a value of whose neighbours two in three are not: at most 0.05 of bodies, however coarse their
 * voxels, and 0.15 or more of noise. Probed within the volume; 0 where none is beyond the value.
 * @param sign −1 for what lies below the value.
 */
export function speckleBeyond(
  { sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>,
  value: number,
  sign: 1 | -1,
): number {
  const [ni, nj, nk] = sizes;
  // Axes of two voxels have no inside.
  const steps = [1, ni, ni * nj].filter((_, axis) => sizes[axis]! > 2);
  const isOnFace = (at: number, size: number) => size > 2 && (at === 0 || at === size - 1);
  const stride = probeStride({ voxels });
  const limit = sign * value;
  let [beyond, lone] = [0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    if (!(sign * voxels[index]! > limit)) continue;
    const row = Math.floor(index / ni);
    if (isOnFace(index - row * ni, ni) || isOnFace(row % nj, nj) || isOnFace(Math.floor(row / nj), nk)) continue;
    beyond++;
    let others = 0;
    for (const step of steps) {
      // NaN is not beyond it either.
      if (!(sign * voxels[index + step]! > limit)) others++;
      if (!(sign * voxels[index - step]! > limit)) others++;
    }
    if (others >= LONE_SHARE * 2 * steps.length) lone++;
  }
  return beyond > 0 ? lone / beyond : 0;
}
