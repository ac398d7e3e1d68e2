/** Reads N5's blocks: a header of its own before the compressed values, all of it big-endian. */
import { InputError } from '../../../errors.js';
import type { VoxelArray } from '../../../volume/volume.js';
import { dropInfinite } from '../../volumes/samples/settle-infinite.js';
import { decodeVoxels, swapBytes } from '../../volumes/samples/voxels.js';
import { lowerHalves } from '../wide-labels.js';
import { convertStored } from '../zarr/adapted-arrays.js';
import { blockBytesOf, type N5Array } from './n5-metadata.js';

export interface N5Block {
  readonly values: VoxelArray;
  /** Values along each axis, which may be fewer than those of whole blocks where the array ends. */
  readonly sizes: readonly number[];
}

/** The header says of which kind the values are: by the sizes, by a number of their own, or objects. */
const [DEFAULT, VARIABLE] = [0, 1];

/**
 * @param needed values along each axis that the array has of the block.
 * @throws InputError, without the store's name, for a block of another size or a damaged one.
 */
export async function readN5Block(bytes: Uint8Array, array: N5Array, needed: readonly number[]): Promise<N5Block> {
  const { blockSizes, stored, type, compression } = array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = blockSizes.length;
  const headBytes = 4 + 4 * count;
  if (bytes.length < headBytes) throw new InputError('is cut short within its header; get a whole copy');
  const [mode, dimensions] = [view.getUint16(0), view.getUint16(2)];
  if (mode !== DEFAULT && mode !== VARIABLE) throw new InputError(`is of mode ${mode}; arrays of numbers can be read`);
  if (dimensions !== count) throw new InputError(`has ${dimensions} dimensions, and its array ${count}`);
  const sizes = blockSizes.map((_, axis) => view.getUint32(4 + 4 * axis));
  const isRight = sizes.every((size, axis) => size >= needed[axis]! && size <= blockSizes[axis]!);
  if (!isRight) throw new InputError(`has ${sizes.join(' × ')} values, and its array asks for ${needed.join(' × ')}`);
  const wantedBytes = blockBytesOf(sizes, stored);
  const values = await compression(bytes.subarray(headBytes + (mode === VARIABLE ? 4 : 0)), wantedBytes);
  if (values.length < wantedBytes) throw new InputError(`has ${values.length} bytes instead of ${wantedBytes}`);
  const exact = values.subarray(0, wantedBytes);
  const isWide = type !== stored;
  return {
    values: isWide ? narrow(stored, swapBytes(exact, 8)) : dropInfinite(decodeVoxels(exact, stored, 'big')),
    sizes,
  };
}

/** @throws InputError for signed integers of more than 32 bits; labels lose theirs. */
function narrow(stored: N5Array['stored'], bytes: Uint8Array): VoxelArray {
  return stored === 'int64' ? convertStored('int64', new BigInt64Array(bytes.slice().buffer)) : lowerHalves(bytes);
}
