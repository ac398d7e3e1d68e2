/** Files of raw voxels as stores of one level, whose chunks are runs of rows, read on demand. */
import { InputError } from '../../../errors.js';
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import { forEachAtOnce } from '../../../paged/at-once.js';
import { freeWhole } from '../../../paged/free-buffer.js';
import {
  createSharedVoxels,
  createStore,
  type Level,
  type Store,
  type VoxelType,
  viewVoxels,
  voxelSizeBytes,
} from '../../../paged/store.js';
import type { Volume, VoxelArray } from '../../../volume/volume.js';
import type { ByteSource } from '../../bytes/byte-source.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { selectSamples } from '../../volumes/samples/select-samples.js';
import { decodeVoxels, type Endianness, isSwapped } from '../../volumes/samples/voxels.js';
import { findMeaning } from '../../volumes/tell-meaning.js';
import type { StoreSelection } from '../zarr/zarr-store.js';

/** The type, sizes and offset of a file's voxels, i fastest. */
export interface FlatLayout extends Pick<Volume, 'indexToWorld' | 'anatomical' | 'meaning'>, Pick<Store, 'labels'> {
  /** Name of the format, such as "NRRD". */
  readonly format: string;
  readonly sizes: Vec3;
  readonly type: VoxelType;
  readonly endianness: Endianness;
  /** The data's first byte in the file that has them; −1: they are its last bytes. */
  readonly dataStart: number;
  /** The file that has them, relative to the header's; undefined where it is the same. */
  readonly dataFile: string | undefined;
  /** The name of the world's unit, where the file says it. */
  readonly unit?: string | undefined;
  /** Lines for the user. */
  readonly notes?: readonly string[];
}

/** Bytes of a chunk, about: disks and servers deliver them at once, and few are read in vain. */
const CHUNK_BYTES = 2 ** 18;
/** Each request to a server costs about what so many bytes do. */
const REMOTE_CHUNK_BYTES = 2 ** 20;

/** Freed chunks whose memory the next ones get: new memory for each makes the garbage collector run. */
const SPARE_MAX = 8;

/** Pieces of a volume that is read whole, and those under way at a time: 0.24 s for 1024³ bytes, and 0.74 s one after another. */
const PIECE_BYTES = 2 ** 24;
const AT_ONCE = 4;

/**
 * @param name of the header's file, which stands in messages.
 * @param data the file that has the voxels.
 * @throws InputError, one line that starts with the name, if it is too short.
 */
export function openFlat(name: string, layout: FlatLayout, data: ByteSource): Store {
  const { format, sizes, type, anatomical, meaning, labels, unit, notes = [] } = layout;
  const needed = sizes[0] * sizes[1] * sizes[2] * voxelSizeBytes(type);
  const start = layout.dataStart < 0 ? data.sizeBytes - needed : layout.dataStart;
  if (start < 0 || data.sizeBytes < start + needed) {
    const held = Math.max(data.sizeBytes - Math.max(start, 0), 0);
    throw new InputError(`${name}: has ${held} bytes of data, but its sizes and type ask for ${needed}`);
  }
  const store = createStore({ name, format, anatomical }, createLevel(name, layout, data, start));
  return { ...store, isLabels: meaning === 'labels', meaning, ...(labels && { labels }), unit, notes };
}

/**
 * The store of one volume for whoever wants some of its file.
 * @throws InputError, one line that starts with the store's name, for another component or time than the only one, and for a series.
 */
export function selectFlat(store: Store, selection: StoreSelection): Promise<Store> {
  return nameInErrors(store.name, async () => {
    selectSamples([], selection);
    if (selection.series !== undefined)
      throw new InputError(`${store.format} files hold one image; --series is for files of several`);
    const meaning = findMeaning(store.name, selection, store.meaning);
    return { ...store, isLabels: meaning === 'labels', meaning };
  });
}

const CUT_SHORT = 'is cut short, or changed while it was read';

function createLevel(
  name: string,
  { sizes, type, endianness, indexToWorld }: FlatLayout,
  data: ByteSource,
  start: number,
): Level {
  const rowBytes = sizes[0] * voxelSizeBytes(type);
  const { readInto, isRemote } = data;
  const chunkBytes = isRemote ? REMOTE_CHUNK_BYTES : CHUNK_BYTES;
  const rows = Math.min(Math.max(Math.floor(chunkBytes / rowBytes), 1), sizes[1]);
  const chunkSizes: Vec3 = [sizes[0], rows, 1];
  const spare: Uint8Array[] = [];
  return {
    sizes,
    chunkSizes,
    type,
    indexToWorld,
    ...(isRemote && { isRemote }),
    readAll:
      readInto && !isSwapped(type, endianness)
        ? (report) =>
            nameInErrors(name, async () => {
              const count = sizes[0] * sizes[1] * sizes[2];
              const read = await data.takeRead?.(start);
              if (read?.length === count * voxelSizeBytes(type)) return viewVoxels(type, read);
              return fillVoxels(createSharedVoxels(type, count), start, readInto, report);
            })
        : undefined,
    readChunk: (chunk, signal) =>
      nameInErrors(name, async () => {
        signal?.throwIfAborted();
        const [, j, k] = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
        const wanted = Math.min(rows, sizes[1] - j) * rowBytes;
        const from = start + rowBytes * (j + sizes[1] * k);
        const bytes = readInto
          ? (spare.pop() ?? new Uint8Array(rows * rowBytes))
          : await data.read(from, from + wanted);
        const held = readInto ? await readInto(from, bytes.subarray(0, wanted)) : bytes.length;
        if (held < wanted) throw new InputError(CUT_SHORT);
        const free = readInto && (() => (spare.length < SPARE_MAX ? void spare.push(bytes) : freeWhole(bytes)));
        const voxels = decodeVoxels(bytes.subarray(0, wanted), type, endianness);
        return { voxels, offset: 0, strides: [1, sizes[0], sizes[0] * rows], free };
      }),
  };
}

async function fillVoxels(
  voxels: VoxelArray,
  start: number,
  readInto: NonNullable<ByteSource['readInto']>,
  report?: (done: number, total: number) => void,
): Promise<VoxelArray> {
  const bytes = new Uint8Array(voxels.buffer);
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) => index * PIECE_BYTES);
  let done = 0;
  await forEachAtOnce(pieces, AT_ONCE, async (from: number) => {
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    if ((await readInto(start + from, piece)) < piece.length) throw new InputError(CUT_SHORT);
    report?.(++done, pieces.length);
  });
  return voxels;
}
