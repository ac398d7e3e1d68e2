/** The order in which the chunks of the finest level come, so that few coarser ones wait for the rest of theirs. */
import type { Vec3 } from '../../math/vec3.js';
import type { LevelGeometry } from './plan-pyramid.js';

/**
 * The chunks of the finest level in runs along i, and layer by layer, which reads files in their order. Where the layers of all
 * levels would take more than the memory, groups of rows are gone through from the first layer to the last, one after another.
 * @param side voxels along a chunk's side.
 * @param voxelBytes bytes of a voxel.
 * @param run the most chunks of a run.
 */
export function* orderChunks(
  levels: readonly LevelGeometry[],
  side: number,
  voxelBytes: number,
  memoryBytes: number,
  run: number,
): Generator<readonly Vec3[]> {
  const [ni, nj, nk] = levels[0]!.sizes.map((size) => Math.ceil(size / side)) as unknown as Vec3;
  const rows = chooseRows(levels, side, nj, memoryBytes / voxelBytes);
  for (let start = 0; start < nj; start += rows) {
    for (let k = 0; k < nk; k++) {
      for (let j = start; j < Math.min(start + rows, nj); j++) {
        for (let i = 0; i < ni; i += run) {
          yield Array.from({ length: Math.min(run, ni - i) }, (_, at): Vec3 => [i + at, j, k]);
        }
      }
    }
  }
}

/** All rows of chunks, or as many, a power of two, as let the fewest voxels wait. */
function chooseRows(levels: readonly LevelGeometry[], side: number, nj: number, voxelsMost: number): number {
  let [best, least] = [nj, countWaiting(levels, side, nj)];
  if (least <= voxelsMost) return nj;
  for (let rows = 1; rows < nj; rows *= 2) {
    const waiting = countWaiting(levels, side, rows);
    if (waiting < least) [best, least] = [rows, waiting];
  }
  return best;
}

/** Voxels of coarser chunks that wait at a time, about: a layer of a group in levels whose chunks lie in one, others whole. */
function countWaiting(levels: readonly LevelGeometry[], side: number, rows: number): number {
  const [, height] = levels[0]!.sizes;
  let waiting = 0;
  let along = 1;
  for (const { sizes, factors } of levels.slice(1)) {
    along *= factors[1];
    const isWithin = along <= rows || rows * side >= height;
    const [ni, nj, nk] = sizes;
    waiting += isWithin ? ni * Math.min((rows * side) / along, nj) * Math.min(side, nk) : ni * nj * nk;
  }
  return waiting;
}
