/** Chunks that a sparse store is known to lack: nobody looks for them, and they take no memory. */
import { type ChunkVoxels, createVoxels, type Level, type PresentChunks } from './store.js';

/**
 * The level with all of its absent chunks in place of one voxel of the fill value. Pages beside the few chunks of a very large
 * volume reach mostly into absent ones: each was a file looked for, a whole chunk filled, and one less in the cache.
 */
export function spareAbsent(level: Level, { has, fill }: PresentChunks): Level {
  const absent: ChunkVoxels = {
    voxels: createVoxels(level.type, 1).fill(fill),
    offset: 0,
    strides: [0, 0, 0],
    isAbsent: true,
  };
  return {
    ...level,
    readChunk: async (chunk, signal) => {
      signal?.throwIfAborted();
      return has(chunk) ? level.readChunk(chunk, signal) : absent;
    },
  };
}
