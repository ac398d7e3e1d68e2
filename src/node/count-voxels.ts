/** Statistics of large volumes, counted by several threads. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { computeStatistics, type Statistics, type Volume, type VoxelArray } from '../index.js';
import { mergeStatistics } from '../lab.js';

/** About 0.1 s of counting. */
const LEAST_PART = 2 ** 26;
const MAX_THREADS = 8;

/**
 * As `computeStatistics` does; by threads where the voxels are integers of 8 or 16 bits in memory that threads share.
 * @param leastPart voxels that are worth a thread.
 */
export async function countVoxels(volume: Pick<Volume, 'voxels'>, leastPart = LEAST_PART): Promise<Statistics> {
  const { voxels } = volume;
  const threads = Math.min(availableParallelism(), MAX_THREADS, Math.floor(voxels.length / leastPart));
  const isShared = typeof SharedArrayBuffer !== 'undefined' && voxels.buffer instanceof SharedArrayBuffer;
  if (threads < 2 || !isShared || voxels.BYTES_PER_ELEMENT > 2) return computeStatistics(volume);
  const length = Math.ceil(voxels.length / threads);
  const parts = Array.from({ length: threads }, (_, index) => voxels.subarray(index * length, (index + 1) * length));
  try {
    return mergeStatistics(await Promise.all(parts.map(countInThread)));
  } catch {
    // Threads may lack memory, or be refused by who runs this process: it counts all the same, if more slowly.
    return computeStatistics(volume);
  }
}

function countInThread(voxels: VoxelArray): Promise<Statistics> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./count-worker.js', import.meta.url), { workerData: voxels });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('a thread that counts voxels ended')));
  });
}
