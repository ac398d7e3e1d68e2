/** Bytes of decoded chunks that a picture in pages needs. */
import { sideOfPages } from '../paged-volume.js';
import { chunkSizeBytes, countChunks, type Level, levelSizeBytes } from '../store.js';
import { CHUNKS_AT_CORNER, canKeepFaces, FEW_CHUNKS, WHOLE_CHUNKS_MIN } from './chunk-cache.js';
import { faceSizeBytes } from './chunk-faces.js';

/** The border of pages of unlit pictures, in voxels; faces of lit ones are thicker, and fewer of them are kept. */
const USUAL_BORDER = 1;
/** The border of refined pictures. */
const WIDE_BORDER = 3;
/** Two whole chunks, and as much for faces. */
const CHUNKS_WITH_FACES = 4;

/** Chunks of smaller levels are decoded again and again in seconds. */
const SMALL_BYTES = 2 ** 28;

/** The least bytes with which a level can be drawn in reasonable time: with fewer, almost every page has its chunks decoded again. */
export function leastCacheBytes(level: Level): number {
  const chunkBytes = chunkSizeBytes(level);
  if (levelSizeBytes(level) <= SMALL_BYTES) return chunkBytes;
  const count = countChunks(level).reduce((product, along) => product * along, 1);
  if (!canKeepFaces(level, sideOfPages(level))) return Math.min(CHUNKS_AT_CORNER, count) * chunkBytes;
  return WHOLE_CHUNKS_MIN * chunkBytes + Math.min(FEW_CHUNKS, count) * faceSizeBytes(level, USUAL_BORDER);
}

/**
 * Bytes with which chunks are decoded about twice each. Faces of a layer of chunks wait at a time: of 8 × 8 × 8 chunks, each is decoded
 * 2.7 times with half of these.
 * @param mostBytes more are not taken for faces, though chunks are decoded more often.
 */
export function fewChunksBytes(level: Level, mostBytes: number): number {
  const chunkBytes = chunkSizeBytes(level);
  if (!canKeepFaces(level, sideOfPages(level))) return CHUNKS_AT_CORNER * chunkBytes;
  const [, wide, widest] = [...countChunks(level)].sort((a, b) => a - b);
  const layerBytes = WHOLE_CHUNKS_MIN * chunkBytes + wide! * widest! * faceSizeBytes(level, WIDE_BORDER);
  // Larger caches keep no faces.
  return Math.max(CHUNKS_WITH_FACES * chunkBytes, Math.min(layerBytes, mostBytes, FEW_CHUNKS * chunkBytes));
}
