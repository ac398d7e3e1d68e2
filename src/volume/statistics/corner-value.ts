/** The value around what a volume holds. */
import type { Volume } from '../volume.js';

/** The value that all corners have; undefined where they differ. */
export function cornerValue({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>): number | undefined {
  const [ni, nj, nk] = sizes;
  const [first] = voxels;
  for (let corner = 1; corner < 8; corner++) {
    const i = corner & 1 ? ni - 1 : 0;
    const j = corner & 2 ? nj - 1 : 0;
    const k = corner & 4 ? nk - 1 : 0;
    if (!Object.is(voxels[i + ni * (j + nj * k)], first)) return undefined;
  }
  return first;
}
