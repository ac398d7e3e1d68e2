/** A coarse version of a volume, small enough for memory. */
import { InputError } from '../errors.js';
import { transformPoint } from '../math/affine.js';
import { mapVec3, scale, type Vec3 } from '../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from '../volume/volume.js';
import { forEachAtOnce } from './at-once.js';
import type { ChunkCache } from './chunks/chunk-cache.js';
import { listPresent, type VoxelBox } from './read/read-box.js';
import { readLevel } from './read/read-level.js';
import { type ChunkVoxels, createVoxels, type Level, type Store } from './store.js';

/** Voxels from which a volume's appearance is chosen. */
const MAX_VOXELS = 2 ** 23;
const CHUNKS_AT_ONCE = 4;

const countOf = ({ sizes }: Pick<Level, 'sizes'>) => sizes[0] * sizes[1] * sizes[2];

/** The finest level that is small enough to choose appearances and views from; undefined where there is none. */
export const findSmallLevel = ({ levels }: Store): Level | undefined =>
  levels.find((level) => countOf(level) <= MAX_VOXELS);

export interface Preview {
  readonly volume: Volume;
  /** Levels of nothing but one value where finer ones have others: their chunks are missing. */
  readonly blank: readonly Level[];
}

/**
 * The finest level that is small enough or, where there is none, the coarsest one with voxels left out. One that holds nothing but
 * one value stands for nothing where finer ones hold others, of which voxels are picked then.
 * @throws InputError, one line that starts with the store's name, if it cannot be read.
 */
export async function readPreview(store: Store, shown: Level, chunks: ChunkCache): Promise<Preview> {
  const readerOf = (level: Level): UseChunk =>
    level === shown ? (chunk, use) => chunks.use(chunk, use) : useOnce(level);
  const small = store.levels.find((level) => countOf(level) <= MAX_VOXELS && countOf(level) <= countOf(shown));
  if (small) return readFilled(store, small, shown, readerOf);
  const coarsest = store.levels.at(-1)!;
  return { volume: await pickVoxels(store, coarsest, readerOf(coarsest)), blank: [] };
}

/** Voxels that are read only to find out whether there is more than a coarse level or picked voxels show. */
const FILLED_MAX = 2 ** 27;

/** Reads a chunk and hands it to `use`, after which its voxels may be freed. */
type UseChunk = (chunk: Vec3, use: (voxels: ChunkVoxels) => void) => Promise<void>;

type ReaderOf = (level: Level) => UseChunk;

const useOnce =
  ({ readChunk }: Level): UseChunk =>
  async (chunk, use) => {
    const read = await readChunk(chunk);
    use(read);
    read.free?.();
  };

/** A small level, or voxels of a finer one up to that which is shown where it holds nothing but one value. */
export async function readFilled(
  store: Store,
  small: Level,
  shown: Level,
  readerOf: ReaderOf = useOnce,
): Promise<Preview> {
  const volume = await readLevel(store, small);
  if (!isUniform(volume)) return { volume, blank: [] };
  const { levels } = store;
  for (let at = levels.indexOf(small) - 1; at >= levels.indexOf(shown); at--) {
    const finer = levels[at]!;
    if (countOf(finer) > FILLED_MAX) break;
    const picked = await pickVoxels(store, finer, readerOf(finer));
    if (!isUniform(picked)) return { volume: picked, blank: levels.slice(at + 1) };
  }
  return { volume, blank: [] };
}

/** Whether all voxels have the same value. */
const isUniform = ({ voxels }: Volume) => voxels.every((value) => Object.is(value, voxels[0]));

/** Chunks that a server is asked for, to find out what is in a level: some minutes of requests. */
const REQUESTS_MAX = 2 ** 14;

/**
 * Steps between sampled voxels, along i, j and k. Where each slice is one chunk, a few of its voxels cost as much to read as many: slices
 * are then twice as far apart as their voxels. At 1024³, every eighth slice is read for every fourth voxel, not every sixth for every sixth.
 */
function pickSteps({ sizes, chunkSizes }: Level): Vec3 {
  const ratio = countOf({ sizes }) / MAX_VOXELS;
  const isSlice = chunkSizes[2] === 1 && chunkSizes[0] > 1;
  const within = Math.ceil(Math.cbrt(isSlice ? ratio / 2 : ratio));
  return [within, within, isSlice ? Math.max(within, Math.ceil(ratio / within ** 2)) : within];
}

/** Gives each picked voxel the value that differs most from the fill value, among a chunk's voxels that it is the nearest to. */
function takeStrongest(
  voxels: VoxelArray,
  picked: Vec3,
  steps: Vec3,
  { voxels: read, offset, strides }: ChunkVoxels,
  { first, end }: VoxelBox,
  fill: number,
): void {
  // Against a fill value of NaN, any number is more.
  const base = Number.isNaN(fill) ? 0 : fill;
  const nearest = (index: number, axis: 0 | 1 | 2) => Math.min(Math.round(index / steps[axis]), picked[axis] - 1);
  for (let k = first[2]; k < end[2]; k++) {
    for (let j = first[1]; j < end[1]; j++) {
      const row = picked[0] * (nearest(j, 1) + picked[1] * nearest(k, 2));
      const from = offset + strides[1] * (j - first[1]) + strides[2] * (k - first[2]);
      for (let i = first[0]; i < end[0]; i++) {
        const value = read[from + strides[0] * (i - first[0])]!;
        const at = row + nearest(i, 0);
        const known = voxels[at]!;
        if (Number.isNaN(known) || Math.abs(value - base) > Math.abs(known - base)) voxels[at] = value;
      }
    }
  }
}

/** Single voxels instead of means: chunks between them need not be read. */
async function pickVoxels(store: Store, level: Level, useChunk: UseChunk): Promise<Volume> {
  const { sizes, type, indexToWorld, chunkSizes } = level;
  const steps = mapVec3(pickSteps(level), (step, axis) => Math.min(step, sizes[axis]!));
  const picked = mapVec3(sizes, (size, axis) => Math.ceil(size / steps[axis]!));
  const present = await level.findPresent?.();
  const chunks = listPresent(store, level, present);
  const voxels = createVoxels(type, picked[0] * picked[1] * picked[2]).fill(present?.fill ?? 0);
  const isHit = (chunk: Vec3) =>
    chunk.every((number, axis) => {
      const next = Math.ceil((number * chunkSizes[axis]!) / steps[axis]!) * steps[axis]!;
      return next < Math.min((number + 1) * chunkSizes[axis]!, sizes[axis]!);
    });
  const hit = chunks.filter(isHit);
  if (level.isRemote && !present && hit.length > REQUESTS_MAX) {
    throw new InputError(
      `${store.name}: has no level that is small enough to look through, and ${hit.length} chunks in its coarsest one, of ${sizes.join(' × ')} voxels: its server would be asked for each of them; it needs coarser levels, or a copy on disk`,
    );
  }
  const boxOf = (chunk: Vec3) => {
    const first = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
    return { first, end: mapVec3(first, (index, axis) => Math.min(index + chunkSizes[axis]!, sizes[axis]!)) };
  };
  await forEachAtOnce(hit, CHUNKS_AT_ONCE, async (chunk) => {
    const { first, end } = boxOf(chunk);
    const start = mapVec3(first, (index, axis) => Math.ceil(index / steps[axis]!));
    await useChunk(chunk, ({ voxels: read, offset, strides }) => {
      for (let k = start[2]; k * steps[2] < end[2]; k++) {
        for (let j = start[1]; j * steps[1] < end[1]; j++) {
          const row = offset + strides[1] * (j * steps[1] - first[1]) + strides[2] * (k * steps[2] - first[2]);
          for (let i = start[0]; i * steps[0] < end[0]; i++) {
            voxels[i + picked[0] * (j + picked[1] * k)] = read[row + strides[0] * (i * steps[0] - first[0])]!;
          }
        }
      }
    });
  });
  const areFew = chunks.length * countOf({ sizes: chunkSizes }) <= FILLED_MAX;
  if (present && areFew && voxels.every((value) => Object.is(value, present.fill))) {
    // Every picked voxel may lie beside what the chunks hold.
    await forEachAtOnce(chunks, CHUNKS_AT_ONCE, async (chunk) => {
      await useChunk(chunk, (read) => takeStrongest(voxels, picked, steps, read, boxOf(chunk), present.fill));
    });
  }
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
