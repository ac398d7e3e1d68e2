/** The extent of the voxels of a volume that can be seen. */
import { transformPoint } from '../math/affine.js';
import { dot, type Vec3 } from '../math/vec3.js';
import type { Volume } from '../volume/volume.js';
import { boxExtent } from './slice-grid.js';

/** Smallest and largest world coordinate along a unit vector. */
export type Extent = (direction: Vec3) => readonly [low: number, high: number];

/**
 * Finds how far the voxels that are seen reach, with all of their width; where none is, how far the whole volume does.
 * @param isSeen of a voxel's index in memory.
 */
export function seenExtent(volume: Volume, isSeen: (voxel: number) => boolean): Extent {
  const [ni, nj, nk] = volume.sizes;
  // The first and the last voxel of each row: those between reach no farther in any direction.
  const ends: number[] = [];
  for (let k = 0, row = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++, row += ni) {
      let low = 0;
      while (low < ni && !isSeen(row + low)) low++;
      if (low === ni) continue;
      let high = ni - 1;
      while (!isSeen(row + high)) high--;
      ends.push(low, high, j, k);
    }
  }
  if (ends.length === 0) return (direction) => boxExtent(volume, direction);
  const { columns } = volume.indexToWorld;
  const start = transformPoint(volume.indexToWorld, [0, 0, 0]);
  return (direction) => {
    const [di, dj, dk] = columns.map((column) => dot(column, direction)) as unknown as Vec3;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < ends.length; at += 4) {
      const row = ends[at + 2]! * dj + ends[at + 3]! * dk;
      const [a, b] = [row + ends[at]! * di, row + ends[at + 1]! * di];
      least = Math.min(least, a, b);
      most = Math.max(most, a, b);
    }
    const half = (Math.abs(di) + Math.abs(dj) + Math.abs(dk)) / 2;
    const offset = dot(start, direction);
    return [offset + least - half, offset + most + half];
  };
}
