/** The part of a volume that holds anything that is seen. */
import { transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from '../volume.js';

/**
 * The box of voxels outside of a range of values, and `margin` voxels around it as far as there are any, at its place in the world; the volume
 * itself where that is all of it, or where it holds none.
 */
export function cutBetween(volume: Volume, range: readonly [number, number], margin: number): Volume {
  const { sizes, voxels, indexToWorld, anatomical, meaning } = volume;
  const box = findOutside(sizes, voxels, range);
  if (!box) return volume;
  const first = box.first.map((index) => Math.max(index - margin, 0)) as unknown as Vec3;
  const part = box.last.map((index, axis) => Math.min(index + margin, sizes[axis]! - 1) - first[axis]! + 1);
  if (part.every((size, axis) => size === sizes[axis])) return volume;
  const [ni, nj, nk] = part as [number, number, number];
  const kept = voxels.slice(0, ni * nj * nk);
  for (let row = 0; row < nj * nk; row++) {
    const [j, k] = [first[1] + (row % nj), first[2] + Math.floor(row / nj)];
    const start = first[0] + sizes[0] * (j + sizes[1] * k);
    kept.set(voxels.subarray(start, start + ni), ni * row);
  }
  return createVolume({
    sizes: [ni, nj, nk],
    voxels: kept,
    indexToWorld: { ...indexToWorld, origin: transformPoint(indexToWorld, first) },
    anatomical,
    meaning,
  });
}

/** The first and the last index along each axis of voxels outside of a range; undefined where there are none. */
function findOutside(sizes: Vec3, voxels: VoxelArray, [low, high]: readonly [number, number]) {
  const [ni, nj, nk] = sizes;
  const [first, last] = [
    [ni, nj, nk],
    [-1, -1, -1],
  ] as [[number, number, number], [number, number, number]];
  for (let row = 0; row < nj * nk; row++) {
    const [start, end] = [ni * row, ni * (row + 1)];
    let at = start;
    while (at < end && voxels[at]! >= low && voxels[at]! <= high) at++;
    if (at === end) continue;
    let back = end - 1;
    while (voxels[back]! >= low && voxels[back]! <= high) back--;
    for (const [axis, low, high] of [
      [0, at - start, back - start],
      [1, row % nj, row % nj],
      [2, Math.floor(row / nj), Math.floor(row / nj)],
    ] as const) {
      first[axis] = Math.min(first[axis], low);
      last[axis] = Math.max(last[axis], high);
    }
  }
  return last[0] < 0 ? undefined : { first, last };
}
