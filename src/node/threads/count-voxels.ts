/** Statistics of large volumes, counted by several threads. */
import { computeStatistics, type Statistics, type Volume, type VoxelArray } from '../../index.js';
import { mergeStatistics } from '../../lab.js';
import { pieceOf } from './pieces.js';
import { createCounter, performTogether, threadsFor } from './voxel-threads.js';

/** Voxels that threads count while they read them; forgotten once somebody has asked, since voxels may change in place. */
const counting = new WeakMap<ArrayBufferLike, { readonly voxels: VoxelArray; readonly counted: CountedParts }>();

type CountedParts = Promise<readonly (Statistics | undefined)[]>;

/** Keeps what threads count of voxels for whoever asks next. */
export function rememberCount(voxels: VoxelArray, counted: CountedParts): void {
  counting.set(voxels.buffer, { voxels, counted });
}

function takeRemembered(voxels: VoxelArray): CountedParts | undefined {
  const known = counting.get(voxels.buffer);
  counting.delete(voxels.buffer);
  const isSame =
    known?.voxels.constructor === voxels.constructor &&
    known.voxels.byteOffset === voxels.byteOffset &&
    known.voxels.length === voxels.length;
  return isSame ? known.counted : undefined;
}

/**
 * Statistics as of `computeStatistics`; by threads where the voxels are integers of 8 or 16 bits in memory that threads share.
 * @param leastBytes bytes of voxels that are worth a thread.
 */
export async function countVoxels(volume: Pick<Volume, 'voxels'>, leastBytes?: number): Promise<Statistics> {
  const { voxels } = volume;
  const threads = isShared(voxels) && voxels.BYTES_PER_ELEMENT <= 2 ? threadsFor(voxels.byteLength, leastBytes) : 0;
  if (threads === 0) return computeStatistics(volume);
  const countNow = () =>
    performTogether(threads, { kind: 'count', voxels, pieceVoxels: pieceOf(voxels, threads), next: createCounter() });
  try {
    const parts = await (takeRemembered(voxels) ?? countNow());
    return mergeStatistics(parts.filter((part) => part !== undefined));
  } catch {
    // Threads may lack memory, or be refused by who runs this process: it counts all the same, if more slowly.
    return computeStatistics(volume);
  }
}

/** Whether voxels are in memory that threads share. */
export const isShared = ({ buffer }: VoxelArray) =>
  typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
