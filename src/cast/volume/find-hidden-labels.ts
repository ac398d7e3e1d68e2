/** Labels that a picture was to show, and of which it shows nothing. */
import { composeAffines } from '../../math/affine.js';
import { evaluateOpacity } from '../../transfer/transfer-function.js';
import type { LabelStyle } from '../../volume/mask.js';
import { worldToIndex } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';

/** The styles of labels that a scene's mask holds and of which the transfer function shows no voxel, by the nearest voxels of the volume. */
export function findHiddenLabels({
  volume,
  transfer,
  mask,
}: Pick<VolumeScene, 'volume' | 'transfer' | 'mask'>): readonly LabelStyle[] {
  if (!mask) return [];
  const { labels, styles } = mask;
  const wanted = new Set(styles.filter(({ opacity = 1 }) => opacity > 0).map(({ label }) => label));
  const met = new Set<number>();
  const { columns, origin } = composeAffines(worldToIndex(volume), labels.indexToWorld);
  const [di, dj, dk] = columns;
  const [ni, nj, nk] = labels.sizes;
  const [mi, mj, mk] = volume.sizes;
  // Most voxels have the label of the one before.
  let settled = Number.NaN;
  for (let k = 0, at = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++, at++) {
        const label = labels.voxels[at]!;
        if (label === settled) continue;
        if (!wanted.has(label)) {
          settled = label;
          continue;
        }
        met.add(label);
        const x = Math.round(origin[0] + i * di[0] + j * dj[0] + k * dk[0]);
        const y = Math.round(origin[1] + i * di[1] + j * dj[1] + k * dk[1]);
        const z = Math.round(origin[2] + i * di[2] + j * dj[2] + k * dk[2]);
        const isInside = x >= 0 && y >= 0 && z >= 0 && x < mi && y < mj && z < mk;
        if (!isInside || evaluateOpacity(transfer, volume.voxels[x + mi * (y + mj * z)]!) <= 0) continue;
        wanted.delete(label);
        settled = label;
      }
    }
  }
  return styles.filter(({ label }) => wanted.has(label) && met.has(label));
}
