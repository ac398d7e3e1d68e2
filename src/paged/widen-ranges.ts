/** Ranges of cubes with those of the cubes around each. */
import type { Vec3 } from '../math/vec3.js';
import type { VoxelArray } from '../volume/volume.js';

/** @param pairs smallest and largest value of each cube, along i first. */
export function widenRanges([ni, nj, nk]: Vec3, pairs: VoxelArray): Float64Array {
  const wide = new Float64Array(pairs.length);
  for (let cube = 0; cube < pairs.length / 2; cube++) {
    const [i, j, k] = [cube % ni, Math.floor(cube / ni) % nj, Math.floor(cube / (ni * nj))];
    let [low, high] = [Infinity, -Infinity];
    for (let z = Math.max(k - 1, 0); z <= Math.min(k + 1, nk - 1); z++) {
      for (let y = Math.max(j - 1, 0); y <= Math.min(j + 1, nj - 1); y++) {
        for (let x = Math.max(i - 1, 0); x <= Math.min(i + 1, ni - 1); x++) {
          const other = 2 * (x + ni * (y + nj * z));
          low = Math.min(low, pairs[other]!);
          high = Math.max(high, pairs[other + 1]!);
        }
      }
    }
    [wide[2 * cube], wide[2 * cube + 1]] = [low, high];
  }
  return wide;
}
