/** All labels of a volume. */
import type { LabelStyle, VolumeFile } from '../../../index.js';
import { LABELS_MAX } from './page-labels.js';

/** All labels but 0 of the voxels, in ascending order, or one more than there can be labels; with the names and colours that the file has. */
export function listAllLabels({ volume, labels = [] }: Pick<VolumeFile, 'volume' | 'labels'>): LabelStyle[] {
  const known = new Map(labels.map((label) => [label.label, label]));
  const values = new Set<number>();
  let last = 0;
  // Neighbours are mostly alike, and asking a Set takes longer than comparing.
  for (const value of volume.voxels) {
    if (value === last) continue;
    last = value;
    if (!Number.isNaN(value)) values.add(value);
    if (values.size > LABELS_MAX) break;
  }
  values.delete(0);
  return [...values].sort((a, b) => a - b).map((label): LabelStyle => known.get(label) ?? { label });
}
