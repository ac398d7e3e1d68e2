/** Statistics for choices, which need no more than some of many voxels. */

import type { Volume, VoxelArray } from '../volume.js';
import { computeStatistics, type Statistics } from './statistics.js';

/** Voxels of volumes from which on choices look at some of them: those of 128³. */
export const MANY_VOXELS = 2 ** 21;
/** Voxels that are counted, at least: more of them move no percentile by what could be seen. */
const PROBES = 2 ** 18;
/** Neighbouring voxels that are counted together: memory comes in lines of as many. */
const RUN = 16;
/** Share of the probes with one value, from which on too few others are among them. */
const MAX_ALIKE = 0.95;

/**
 * Statistics of some voxels in so many, as if of all; of volumes below `MANY_VOXELS`, and of those that are nearly all of one
 * value, they are exact. Minimum and maximum are those of the probes.
 * @param known exact ones, where they are known: they change nothing but the time that it takes.
 */
export function sampleStatistics(volume: Pick<Volume, 'voxels'>, known?: Statistics): Statistics {
  const { voxels } = volume;
  // Odd, so that no power of two of a row's voxels is a multiple of it.
  const stride = 2 * Math.floor(voxels.length / PROBES / 2) + 1;
  if (voxels.length < MANY_VOXELS) return known ?? computeStatistics(volume);
  const probed = computeStatistics({ voxels: takeRuns(voxels, stride) });
  const { counts, voxelCount, missingCount } = probed;
  const most = counts.reduce((largest, count) => Math.max(largest, count), missingCount);
  if (most > MAX_ALIKE * (voxelCount + missingCount)) return known ?? computeStatistics(volume);
  return {
    ...probed,
    counts: counts.map((count) => count * stride),
    voxelCount: voxelCount * stride,
    missingCount: missingCount * stride,
  };
}

/** One run of voxels in so many, the last one whole. */
function takeRuns(voxels: VoxelArray, stride: number): VoxelArray {
  const runs = Math.floor((voxels.length / RUN + stride - 1) / stride);
  const taken = voxels.slice(0, RUN * runs);
  // Words hold up to four voxels.
  const isInWords = voxels.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  copyRuns(isInWords ? viewWords(voxels) : voxels, isInWords ? viewWords(taken) : taken, runs, stride);
  return taken;
}

const viewWords = ({ buffer, byteOffset, byteLength }: VoxelArray) =>
  new Uint32Array(buffer, byteOffset, Math.floor(byteLength / Uint32Array.BYTES_PER_ELEMENT));

function copyRuns(from: VoxelArray, to: VoxelArray, runs: number, stride: number): void {
  const length = to.length / runs;
  for (let run = 0; run < runs; run++) {
    const start = length * run * stride;
    for (let at = 0; at < length; at++) to[length * run + at] = from[start + at]!;
  }
}
