/** Files of plain voxels as stores of one level, whose chunks are runs of rows that are read when they are wanted. */
import { InputError } from '../../../errors.js';
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import { type Level, type Store, type VoxelType, voxelSizeBytes } from '../../../paged/store.js';
import type { Volume } from '../../../volume/volume.js';
import type { ByteSource } from '../../bytes/byte-source.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeVoxels, type Endianness } from '../../volumes/voxels.js';

/** The type, sizes and offset of a file's voxels, i fastest. */
export interface FlatLayout extends Pick<Volume, 'indexToWorld' | 'anatomical'> {
  /** Such as "NRRD". */
  readonly format: string;
  readonly sizes: Vec3;
  readonly type: VoxelType;
  readonly endianness: Endianness;
  /** The data's first byte in the file that has them; −1: they are its last bytes. */
  readonly dataStart: number;
  /** The file that has them, relative to the header's; undefined where it is the same. */
  readonly dataFile: string | undefined;
}

/** A chunk has about so many bytes: disks and servers take them at once, and few are read for nothing. */
const CHUNK_BYTES = 2 ** 18;

/**
 * @param name of the header's file, which stands in messages.
 * @param data the file that has the voxels.
 * @throws InputError, one line that starts with the name, if it is too short.
 */
export function openFlat(name: string, layout: FlatLayout, data: ByteSource): Store {
  const { format, sizes, type, anatomical } = layout;
  const needed = sizes[0] * sizes[1] * sizes[2] * voxelSizeBytes(type);
  const start = layout.dataStart < 0 ? data.sizeBytes - needed : layout.dataStart;
  if (start < 0 || data.sizeBytes < start + needed) {
    const held = Math.max(data.sizeBytes - Math.max(start, 0), 0);
    throw new InputError(`${name}: has ${held} bytes of data, but its sizes and type ask for ${needed}`);
  }
  return {
    name,
    format,
    levels: [createLevel(name, layout, data, start)],
    anatomical,
    isLabels: false,
    unit: undefined,
    channels: [],
    times: 1,
    notes: [],
  };
}

function createLevel(
  name: string,
  { sizes, type, endianness, indexToWorld }: FlatLayout,
  data: ByteSource,
  start: number,
): Level {
  const rowBytes = sizes[0] * voxelSizeBytes(type);
  const rows = Math.min(Math.max(Math.floor(CHUNK_BYTES / rowBytes), 1), sizes[1]);
  const chunkSizes: Vec3 = [sizes[0], rows, 1];
  return {
    sizes,
    chunkSizes,
    type,
    indexToWorld,
    readChunk: (chunk, signal) =>
      nameInErrors(name, async () => {
        signal?.throwIfAborted();
        const [, j, k] = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
        const wanted = Math.min(rows, sizes[1] - j) * rowBytes;
        const from = start + rowBytes * (j + sizes[1] * k);
        const bytes = await data.read(from, from + wanted);
        if (bytes.length < wanted) throw new InputError('is cut short, or changed while it was read');
        return { voxels: decodeVoxels(bytes, type, endianness), offset: 0, strides: [1, sizes[0], sizes[0] * rows] };
      }),
  };
}
