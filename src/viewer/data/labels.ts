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
