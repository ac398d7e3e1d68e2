/** Voxels of NaN, where there is nothing: a volume without them, and a mask that hides their places. */

import { transformPoint } from '../math/affine.js';
import type { Vec3 } from '../math/vec3.js';
import { createMask, type LabelStyle, labelAt, type Mask } from './mask.js';
import { createVolume, type Volume, worldToIndex } from './volume.js';

export interface PresentVolume {
  /** The given volume, if none of it is missing. */
  readonly volume: Volume;
  readonly mask: Mask | undefined;
}

/** Whether any voxel is NaN. */
export function hasMissing({ voxels }: Pick<Volume, 'voxels'>): boolean {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return false;
  let sum = 0;
  for (let index = 0; index < voxels.length; index++) sum += voxels[index]! * 0;
  return Number.isNaN(sum);
}

/**
 * Takes NaN out of a volume: interpolation would spread it. Missing voxels get the mean of the present ones among their 26
 * neighbours, so that values continue unchanged to the very edge, or 0 where there are none, and a mask hides them; what
 * `mask` hides already stays hidden. A mask on another grid is then resampled to the volume's, as it is shown.
 */
export function takeOutMissing(volume: Volume, mask: Mask | undefined): PresentVolume {
  if (!hasMissing(volume)) return { volume, mask };
  const filled = createVolume({ ...volume, voxels: fillMissing(volume) });
  return { volume: filled, mask: hideMissing(volume, mask) };
}

/** The volume with one value in place of NaN. */
export function replaceMissing(volume: Volume, value: number): Volume {
  if (!hasMissing(volume)) return volume;
  return createVolume({ ...volume, voxels: volume.voxels.map((voxel) => (Number.isNaN(voxel) ? value : voxel)) });
}

/** The voxels with the mean of their neighbours in place of NaN. */
export function fillMissing({ sizes: [ni, nj, nk], voxels }: Pick<Volume, 'sizes' | 'voxels'>): Volume['voxels'] {
  const filled = voxels.slice();
  for (let index = 0; index < voxels.length; index++) {
    if (!Number.isNaN(voxels[index])) continue;
    const [i, j, k] = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
    let sum = 0;
    let count = 0;
    for (let z = Math.max(k - 1, 0); z <= Math.min(k + 1, nk - 1); z++) {
      for (let y = Math.max(j - 1, 0); y <= Math.min(j + 1, nj - 1); y++) {
        for (let x = Math.max(i - 1, 0); x <= Math.min(i + 1, ni - 1); x++) {
          const value = voxels[x + ni * (y + nj * z)]!;
          if (Number.isNaN(value)) continue;
          sum += value;
          count++;
        }
      }
    }
    filled[index] = count > 0 ? sum / count : 0;
  }
  return filled;
}

/** The label of all that is present, where there was no mask. */
export const PRESENT: LabelStyle = { label: 1 };

/** The label of the voxel nearest to each voxel of a grid, by its index. */
export function labelsOnGrid(
  { indexToWorld }: Pick<Volume, 'indexToWorld'>,
  labels: Volume,
): (index: Vec3) => number | undefined {
  const toLabels = worldToIndex(labels);
  return (index) => labelAt(labels, transformPoint(toLabels, transformPoint(indexToWorld, index)));
}

/** A mask on the volume's grid that shows what `mask` does, but for voxels of NaN. */
export function hideMissing(volume: Volume, mask: Mask | undefined): Mask {
  const { sizes, voxels, indexToWorld, anatomical } = volume;
  const styles = mask?.styles ?? [PRESENT];
  const listed = new Set(styles.map(({ label }) => label));
  let hidden = 0;
  while (listed.has(hidden)) hidden++;
  const labelOn = mask && labelsOnGrid(volume, mask.labels);
  const labelOf = (index: number): number => {
    if (!labelOn) return PRESENT.label;
    const [i, j, k] = [
      index % sizes[0],
      Math.floor(index / sizes[0]) % sizes[1],
      Math.floor(index / (sizes[0] * sizes[1])),
    ];
    return labelOn([i, j, k]) ?? hidden;
  };
  const labels = mask ? new Float64Array(voxels.length) : new Uint8Array(voxels.length);
  for (let index = 0; index < voxels.length; index++) {
    labels[index] = Number.isNaN(voxels[index]) ? hidden : labelOf(index);
  }
  return createMask({ labels: createVolume({ sizes, voxels: labels, indexToWorld, anatomical }), styles });
}
