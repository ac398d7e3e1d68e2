/** Labels that a volume consists of. */
import type { LabelStyle, VolumeFile } from '../../index.js';

type LabelledFile = Pick<VolumeFile, 'volume' | 'labels'>;

/** All values but 0, however many: for volumes that were named as labels. */
export function listAllLabels({ volume, labels }: LabelledFile): LabelStyle[] {
  if (labels && labels.length > 0) return labels.map((label) => ({ ...label }));
  const values = new Set<number>(volume.voxels);
  values.delete(0);
  return [...values].sort((a, b) => a - b).map((label) => ({ label }));
}

/** Fewer labels than this can be listed; more are values. */
const LABELS_MAX = 256;

/** The labels of a volume that holds nothing else; undefined where its values are none. */
export function listLabels({ volume, labels }: LabelledFile): LabelStyle[] | undefined {
  if (labels && labels.length > 0) return labels.map((label) => ({ ...label }));
  const values = new Set<number>();
  for (const value of volume.voxels) {
    if (!Number.isInteger(value) || values.size > LABELS_MAX) return undefined;
    values.add(value);
  }
  values.delete(0);
  return values.size === 0 ? undefined : [...values].sort((a, b) => a - b).map((label) => ({ label }));
}
