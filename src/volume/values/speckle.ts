/** Speckle: scattered voxels beyond a value, or of one, which make up no body with an inside. */
import type { Vec3 } from '../../math/vec3.js';
import type { Volume } from '../volume.js';
import { probeStride } from './neighbor-order.js';

/** As many tell a share to a hundredth where one voxel in twenty is beyond the value. */
const PROBES = 100_000;

/** Least share of a voxel's neighbours that are not beyond the value, if it is at a tip or alone. */
const LONE_SHARE = 2 / 3;

/**
 * The share (0…1) of voxels beyond a value of whose neighbours two in three are not: at most 0.05 of bodies, however coarse their
 * voxels, and 0.15 or more of noise. Probed within the volume; 0 where none is beyond the value.
 * @param sign −1 for what lies below the value.
 */
export function speckleBeyond(volume: Pick<Volume, 'sizes' | 'voxels'>, value: number, sign: 1 | -1): number {
  return countSpeckle(volume, value, sign, 1).share;
}

/** Probes one is taken of at first, and the least number beyond the value that tells a share which is far from a limit. */
const GLANCE = 8;
const MIN_GLANCED = 1500;
/** Factors of the limit, outside of which the share is far from it: by five times what chance does to such a number of probes. */
const FAR = [0.4, 2] as const;

/** Whether `speckleBeyond` is more than a limit (0.03…0.3). Most volumes are told by an eighth of the probes. */
export function isSpeckledBeyond(
  volume: Pick<Volume, 'sizes' | 'voxels'>,
  value: number,
  sign: 1 | -1,
  limit: number,
): boolean {
  const { share, beyond } = countSpeckle(volume, value, sign, GLANCE);
  const isFar = share < FAR[0] * limit || share > FAR[1] * limit;
  return (beyond >= MIN_GLANCED && isFar ? share : speckleBeyond(volume, value, sign)) > limit;
}

/** @param every how many probes one is taken of. */
function countSpeckle(
  { sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>,
  value: number,
  sign: 1 | -1,
  every: number,
): { readonly share: number; readonly beyond: number } {
  const [steps, isInside] = [stepsOf(sizes), insideOf(sizes)];
  const stride = every * probeStride({ voxels }, PROBES);
  const limit = sign * value;
  let [beyond, lone] = [0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    if (!(sign * voxels[index]! > limit) || !isInside(index)) continue;
    beyond++;
    let others = 0;
    for (const step of steps) {
      // NaN is not beyond it either.
      if (!(sign * voxels[index + step]! > limit)) others++;
      if (!(sign * voxels[index - step]! > limit)) others++;
    }
    if (others >= LONE_SHARE * 2 * steps.length) lone++;
  }
  return { share: beyond > 0 ? lone / beyond : 0, beyond };
}

/** Share of a voxel's neighbours of its own value, below which it is a grain: ends of lines have less. */
const GRAIN_LIKE = 1 / 3;

/**
 * The share (0…1) of voxels of any value but one, of whose neighbours fewer than a third have the same: at most 0.05 of regions,
 * 0.2 or more of what is counted or noisy. Probed within the volume; 0 where all have the one value.
 * @param background the one value.
 */
export function grainShare({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, background: number): number {
  const [steps, isInside] = [stepsOf(sizes), insideOf(sizes)];
  const stride = probeStride({ voxels }, PROBES);
  let [others, grains] = [0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (value === background || Number.isNaN(value) || !isInside(index)) continue;
    others++;
    let like = 0;
    for (const step of steps) {
      if (voxels[index + step] === value) like++;
      if (voxels[index - step] === value) like++;
    }
    if (like < GRAIN_LIKE * 2 * steps.length) grains++;
  }
  return others > 0 ? grains / others : 0;
}

/** Steps along the axes that have an inside: more than two voxels. */
const stepsOf = (sizes: Vec3) => [1, sizes[0], sizes[0] * sizes[1]].filter((_, axis) => sizes[axis]! > 2);

/** Whether a voxel has neighbours on both sides along all of these axes. */
function insideOf([ni, nj, nk]: Vec3): (index: number) => boolean {
  const isOnFace = (at: number, size: number) => size > 2 && (at === 0 || at === size - 1);
  return (index) => {
    const row = Math.floor(index / ni);
    return !isOnFace(index - row * ni, ni) && !isOnFace(row % nj, nj) && !isOnFace(Math.floor(row / nj), nk);
  };
}
