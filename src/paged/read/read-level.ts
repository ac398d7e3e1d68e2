/** Reads all of a level into memory. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from '../../volume/volume.js';
import { forEachAtOnce } from '../at-once.js';
import { createVoxels, type Level, type Store } from '../store.js';
import { boxTarget, copyChunk, listAllChunks, listChunks, type VoxelBox } from './read-box.js';

/** Chunks under way at a time, so that the waits for a disk or a server overlap. */
const AT_ONCE = 8;

/**
 * @param report called with the number of chunks or pieces that have been read, and of all.
 * @throws InputError, one line that starts with the store's name, if a chunk cannot be read.
 */
export async function readLevel(
  store: Pick<Store, 'anatomical' | 'name' | 'meaning'>,
  level: Level,
  report?: (done: number, total: number) => void,
): Promise<Volume> {
  const { sizes, indexToWorld } = level;
  const box: VoxelBox = { first: mapVec3(sizes, () => 0), end: sizes };
  const voxels = level.readAll
    ? await level.readAll(report)
    : await readChunks(level, box, listAllChunks(store, level), report);
  return createVolume({ sizes, voxels, indexToWorld, anatomical: store.anatomical, meaning: store.meaning });
}

/** Reads the voxels of a box, and no chunks but those that it meets. */
export const readVoxels = (level: Level, box: VoxelBox): Promise<VoxelArray> =>
  readChunks(level, box, listChunks(level, box));

async function readChunks(
  level: Level,
  box: VoxelBox,
  chunks: readonly Vec3[],
  report?: (done: number, total: number) => void,
): Promise<VoxelArray> {
  const [width, height, depth] = mapVec3(box.end, (end, axis) => end - box.first[axis]!);
  const voxels = createVoxels(level.type, width * height * depth);
  const target = boxTarget(box, voxels);
  let done = 0;
  await forEachAtOnce(chunks, AT_ONCE, async (chunk: Vec3) => {
    const read = await level.readChunk(chunk);
    copyChunk(level, chunk, read, box, target);
    read.free?.();
    report?.(++done, chunks.length);
  });
  return voxels;
}
