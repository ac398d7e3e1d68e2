/** Copies boxes of voxels out of a level's chunks. */
import { InputError } from '../../errors.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { VoxelArray } from '../../volume/volume.js';
import { type ChunkVoxels, countChunks, type Level, type PresentChunks, type Store } from '../store.js';

/** Voxels from `first` to before `end` along each axis. */
export interface VoxelBox {
  /** The first voxel on each axis. */
  readonly first: Vec3;
  /** The voxel after the last one on each axis. */
  readonly end: Vec3;
}

/** The chunks that a box within a level overlaps, along i first. */
export function listChunks({ chunkSizes }: Pick<Level, 'chunkSizes'>, { first, end }: VoxelBox): Vec3[] {
  const low = mapVec3(first, (index, axis) => Math.floor(index / chunkSizes[axis]!));
  const high = mapVec3(end, (index, axis) => Math.ceil(index / chunkSizes[axis]!));
  const chunks: Vec3[] = [];
  for (let k = low[2]; k < high[2]; k++) {
    for (let j = low[1]; j < high[1]; j++) {
      for (let i = low[0]; i < high[0]; i++) chunks.push([i, j, k]);
    }
  }
  return chunks;
}

/** Most chunks that are read of a level: those of a volume of 10,000 voxels along each side. */
const CHUNKS_MAX = 2 ** 22;
/** More chunks than these must have this many voxels on average: each costs time, even one of a single voxel, or a missing one. */
const SMALL_CHUNKS_MAX = 2 ** 16;
const LEAST_VOXELS = 512;

/**
 * All chunks of a level, along i first.
 * @throws InputError, one line that starts with the store's name, if they are too many to read them all.
 */
export function listAllChunks({ name }: Pick<Store, 'name'>, level: Pick<Level, 'sizes' | 'chunkSizes'>): Vec3[] {
  const count = countChunks(level).reduce((product, along) => product * along, 1);
  const voxels = level.sizes.reduce((product, along) => product * along, 1);
  const most = Math.min(CHUNKS_MAX, Math.max(SMALL_CHUNKS_MAX, Math.floor(voxels / LEAST_VOXELS)));
  if (count > most) {
    const sizes = level.sizes.join(' × ');
    throw new InputError(
      `${name}: has ${count} chunks in its level of ${sizes} voxels, and ${most} are the most that are read; it needs coarser levels, or larger chunks`,
    );
  }
  return listChunks(level, { first: [0, 0, 0], end: level.sizes });
}

/**
 * The chunks of a level that are there, or all of them where that is not known.
 * @throws InputError, one line that starts with the store's name, if all of them would have to be looked for, and are too many.
 */
export function listPresent(
  store: Pick<Store, 'name'>,
  level: Pick<Level, 'sizes' | 'chunkSizes'>,
  present: PresentChunks | undefined,
): readonly Vec3[] {
  if (present?.list) return present.list();
  const all = listAllChunks(store, level);
  return present ? all.filter(present.has) : all;
}

/** Voxels that are copied to, along i first; another type of array rounds as it does. */
export interface CopyTarget {
  readonly voxels: VoxelArray;
  /** The index of the first one. */
  readonly first: Vec3;
  /** How far the next one along j, and along k, is from it. */
  readonly strides: readonly [number, number];
  /** Added to all values; default 0. */
  readonly offset?: number;
}

/** Shorter rows are copied voxel by voxel, which takes less time than views of them. */
const SHORT_ROW = 48;
/** Rows of up to so many bytes are copied word by word: views take twice the time for 64 voxels of 16 bits, and are garbage then. */
const WORD_ROW_BYTES = 512;
const WORD_BYTES = 4;

/** Copies what of `box` lies in a chunk. */
export function copyChunk(
  { chunkSizes }: Pick<Level, 'chunkSizes'>,
  chunk: Vec3,
  source: ChunkVoxels,
  { first, end }: VoxelBox,
  target: CopyTarget,
): void {
  const start = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
  const low = mapVec3(first, (index, axis) => Math.max(index, start[axis]!));
  const high = mapVec3(end, (index, axis) => Math.min(index, start[axis]! + chunkSizes[axis]!));
  const [rows, slices] = [high[1] - low[1], high[2] - low[2]];
  const length = high[0] - low[0];
  const { strides } = source;
  const added = target.offset ?? 0;
  const isPlain = strides[0] === 1 && added === 0 && length > SHORT_ROW;
  // Absent chunks are one voxel, for all of theirs.
  const isOne = strides[0] === 0 && length > SHORT_ROW;
  const from = source.offset + low.reduce((sum, index, axis) => sum + strides[axis]! * (index - start[axis]!), 0);
  const to = placeIn(target, low);
  if (isPlain && canCopyWords(source, from, target, to, length)) {
    copyWords(source, from, target, to, [length, rows, slices]);
    return;
  }
  for (let slice = 0; slice < slices; slice++) {
    let [here, there] = [from + slice * strides[2], to + slice * target.strides[1]];
    for (let row = 0; row < rows; row++, here += strides[1], there += target.strides[0]) {
      if (isPlain) target.voxels.set(source.voxels.subarray(here, here + length), there);
      else if (isOne) target.voxels.fill(source.voxels[here]! + added, there, there + length);
      else copyRow(source.voxels, here, strides[0], target.voxels, there, length, added);
    }
  }
}

/** Whether rows of voxels are whole words in both, and of one type. */
function canCopyWords(source: ChunkVoxels, from: number, target: CopyTarget, to: number, length: number): boolean {
  const { BYTES_PER_ELEMENT: voxelBytes, byteOffset } = source.voxels;
  const isSameType = source.voxels.constructor === target.voxels.constructor;
  if (!isSameType || length * voxelBytes > WORD_ROW_BYTES) return false;
  const distances = [from, to, length, source.strides[1], source.strides[2], ...target.strides];
  const areWhole = distances.every((voxels) => (voxels * voxelBytes) % WORD_BYTES === 0);
  return areWhole && byteOffset % WORD_BYTES === 0 && target.voxels.byteOffset % WORD_BYTES === 0;
}

/** Copies rows that `canCopyWords` allows. @param sizes voxels of a row, rows and slices. */
function copyWords(source: ChunkVoxels, from: number, target: CopyTarget, to: number, sizes: Vec3): void {
  const perWord = WORD_BYTES / source.voxels.BYTES_PER_ELEMENT;
  const [read, written] = [wordsOf(source.voxels), wordsOf(target.voxels)];
  const [length, rows, slices] = [sizes[0] / perWord, sizes[1], sizes[2]];
  const [rowHere, rowThere] = [source.strides[1] / perWord, target.strides[0] / perWord];
  const unrolled = length - (length % 4);
  for (let slice = 0; slice < slices; slice++) {
    let here = (from + slice * source.strides[2]) / perWord;
    let there = (to + slice * target.strides[1]) / perWord;
    for (let row = 0; row < rows; row++, here += rowHere, there += rowThere) {
      let at = 0;
      for (; at < unrolled; at += 4) {
        written[there + at] = read[here + at]!;
        written[there + at + 1] = read[here + at + 1]!;
        written[there + at + 2] = read[here + at + 2]!;
        written[there + at + 3] = read[here + at + 3]!;
      }
      for (; at < length; at++) written[there + at] = read[here + at]!;
    }
  }
}

const wordsOf = ({ buffer, byteOffset, byteLength }: VoxelArray) =>
  new Int32Array(buffer, byteOffset, Math.floor(byteLength / WORD_BYTES));

const placeIn = ({ first, strides }: CopyTarget, [i, j, k]: Vec3) =>
  i - first[0] + strides[0] * (j - first[1]) + strides[1] * (k - first[2]);

/** Numbers instead of objects: it runs a thousand times per page. */
function copyRow(
  source: VoxelArray,
  from: number,
  stride: number,
  target: VoxelArray,
  to: number,
  length: number,
  added: number,
): void {
  for (let i = 0, at = from; i < length; i++, at += stride) target[to + i] = source[at]! + added;
}

/** The voxels of a box as a target. */
export function boxTarget({ first, end }: VoxelBox, voxels: VoxelArray): CopyTarget {
  const width = end[0] - first[0];
  return { voxels, first, strides: [width, width * (end[1] - first[1])] };
}
