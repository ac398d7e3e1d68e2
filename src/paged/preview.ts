/** A coarse version of a volume, small enough for memory. */
import { transformPoint } from '../math/affine.js';
import { mapVec3, scale, type Vec3 } from '../math/vec3.js';
import { createVolume, type Volume } from '../volume/volume.js';
import { forEachAtOnce } from './at-once.js';
import type { ChunkCache } from './chunk-cache.js';
import { boxTarget, copyChunk, listAllChunks } from './read/read-box.js';
import { readLevel } from './read/read-level.js';
import { createVoxels, type Level, type Store } from './store.js';

/** Voxels from which a volume's appearance is chosen. */
const MAX_VOXELS = 2 ** 23;
const CHUNKS_AT_ONCE = 4;

const countOf = ({ sizes }: Pick<Level, 'sizes'>) => sizes[0] * sizes[1] * sizes[2];

/** The finest level that is small enough to choose appearances and views from; undefined where there is none. */
export const findSmallLevel = ({ levels }: Store): Level | undefined =>
  levels.find((level) => countOf(level) <= MAX_VOXELS);

/**
 * The finest level that is small enough or, where there is none, the coarsest one with voxels left out.
 * @throws InputError, one line that starts with the store's name, if it cannot be read.
 */
export async function readPreview(store: Store, shown: Level, chunks: ChunkCache): Promise<Volume> {
  const small = store.levels.find((level) => countOf(level) <= MAX_VOXELS && countOf(level) <= countOf(shown));
  if (small) return readLevel(store, small);
  const coarsest = store.levels.at(-1)!;
  return pickVoxels(store, coarsest, coarsest === shown ? (chunk) => chunks.get(chunk) : coarsest.readChunk);
}

/** Single voxels instead of means: chunks between them need not be read. */
async function pickVoxels(
  store: Store,
  level: Level,
  readChunk: (chunk: Vec3) => ReturnType<Level['readChunk']>,
): Promise<Volume> {
  const { sizes, type, indexToWorld, chunkSizes } = level;
  const every = Math.ceil(Math.cbrt(countOf(level) / MAX_VOXELS));
  const steps = mapVec3(sizes, (size) => Math.min(every, size));
  const picked = mapVec3(sizes, (size, axis) => Math.ceil(size / steps[axis]!));
  const chunks = listAllChunks(store, level);
  const present = await level.findPresent?.();
  const voxels = createVoxels(type, picked[0] * picked[1] * picked[2]).fill(present?.fill ?? 0);
  const isHit = (chunk: Vec3) =>
    (present?.has(chunk) ?? true) &&
    chunk.every((number, axis) => {
      const next = Math.ceil((number * chunkSizes[axis]!) / steps[axis]!) * steps[axis]!;
      return next < Math.min((number + 1) * chunkSizes[axis]!, sizes[axis]!);
    });
  await forEachAtOnce(chunks.filter(isHit), CHUNKS_AT_ONCE, async (chunk) => {
    const first = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
    const end = mapVec3(first, (index, axis) => Math.min(index + chunkSizes[axis]!, sizes[axis]!));
    const [width, height, depth] = mapVec3(end, (index, axis) => index - first[axis]!);
    const dense = createVoxels(type, width * height * depth);
    copyChunk(level, chunk, await readChunk(chunk), { first, end }, boxTarget({ first, end }, dense));
    const start = mapVec3(first, (index, axis) => Math.ceil(index / steps[axis]!));
    for (let k = start[2]; k * steps[2] < end[2]; k++) {
      for (let j = start[1]; j * steps[1] < end[1]; j++) {
        const row = width * (j * steps[1] - first[1] + height * (k * steps[2] - first[2])) - first[0];
        for (let i = start[0]; i * steps[0] < end[0]; i++) {
          voxels[i + picked[0] * (j + picked[1] * k)] = dense[row + i * steps[0]]!;
        }
      }
    }
  });
  const { columns } = indexToWorld;
  return createVolume({
    sizes: picked,
    voxels,
    indexToWorld: {
      columns: [scale(columns[0], steps[0]), scale(columns[1], steps[1]), scale(columns[2], steps[2])],
      origin: transformPoint(indexToWorld, [0, 0, 0]),
    },
    anatomical: store.anatomical,
    meaning: store.meaning,
  });
}
