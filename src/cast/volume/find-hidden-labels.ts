/** Labels that a picture was to show, and of which it shows nothing. */
import { composeAffines, transformPoint } from '../../math/affine.js';
import { evaluateOpacity } from '../../transfer/transfer-function.js';
import type { LabelStyle } from '../../volume/mask.js';
import { type Volume, worldToIndex } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';

/**
 * The styles of a mask's labels that lie in a scene's volume and of which the transfer function shows no voxel. The nearest voxel of the
 * volume counts; labels beside the volume are left out.
 */
export function findHiddenLabels({
  volume,
  transfer,
  mask,
}: Pick<VolumeScene, 'volume' | 'transfer' | 'mask'>): readonly LabelStyle[] {
  if (!mask) return [];
  const { labels, styles } = mask;
  const wanted = new Set(styles.filter(({ opacity = 1 }) => opacity > 0).map(({ label }) => label));
  const met = new Set<number>();
  const valueAt = createLookup(labels, volume);
  // Most voxels have the label of the one before.
  let settled = Number.NaN;
  for (let at = 0; at < labels.voxels.length; at++) {
    const label = labels.voxels[at]!;
    if (label === settled) continue;
    if (wanted.has(label)) {
      const value = valueAt(at);
      if (value === undefined) continue;
      met.add(label);
      if (Number.isNaN(value) || evaluateOpacity(transfer, value) <= 0) continue;
      wanted.delete(label);
    }
    settled = label;
  }
  return styles.filter(({ label }) => wanted.has(label) && met.has(label));
}

/** Finds the volume's value where a voxel of another grid is; undefined beside the volume. */
function createLookup({ sizes: [ni, nj], indexToWorld }: Volume, volume: Volume): (at: number) => number | undefined {
  const toIndex = composeAffines(worldToIndex(volume), indexToWorld);
  const [mi, mj, mk] = volume.sizes;
  return (at) => {
    const index = transformPoint(toIndex, [at % ni, Math.floor(at / ni) % nj, Math.floor(at / (ni * nj))]);
    const [x, y, z] = index.map(Math.round) as [number, number, number];
    const isInside = x >= 0 && y >= 0 && z >= 0 && x < mi && y < mj && z < mk;
    return isInside ? volume.voxels[x + mi * (y + mj * z)] : undefined;
  };
}
