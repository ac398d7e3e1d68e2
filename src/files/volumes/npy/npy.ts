/** Reads volumes from NumPy's arrays (.npy). */

import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeHalfFloats } from '../samples/half-floats.js';
import { MAGNITUDE_NOTE, magnitudesOf } from '../samples/magnitudes.js';
import { extractChannels, gatherVoxels } from '../samples/select-samples.js';
import { settleInfinite } from '../samples/settle-infinite.js';
import { decodeVoxels, type Endianness, type ScalarType, scalarSizeBytes } from '../samples/voxels.js';
import type { VolumeReader } from '../source.js';
import { selectOfArray } from './array-axes.js';
import { parseNpyHeader } from './npy-header.js';

/**
 * Reads an array whose last axis is i and whose third from last is k: `array[k, j, i]`. The last of four axes holds components
 * if there are four of them at most, else the first is time. The array has no world coordinates: voxels are 1 apart.
 */
export const readNpy: VolumeReader = ({ name, bytes, memory }, selection) =>
  nameInErrors(name, async () => {
    const { type, complex, endianness, shape, fortran, dataStart } = parseNpyHeader(bytes);
    const selected = selectOfArray(shape, fortran, selection, type === 'uint8' ? 0xff : undefined);
    const count = shape.reduce((product, size) => product * size, complex ? 2 : 1);
    const piece = takePiece(bytes, dataStart, count * (type === 'float16' ? 2 : scalarSizeBytes(type)));
    const scalars = decodeScalars(piece.bytes, type, endianness, memory);
    const samples = complex ? magnitudesOf(scalars, memory) : scalars;
    const { voxels: taken, colors } = extractChannels(selected, (part) => gatherVoxels(samples, part, memory));
    const { voxels, notes: infinite } = settleInfinite(taken, selected.sizes);
    const notes = [
      ...selected.notes,
      ...infinite,
      ...(complex ? [MAGNITUDE_NOTE] : []),
      ...noteSurplus(piece.surplusBytes),
    ];
    return { volume: createVolume({ sizes: selected.sizes, voxels }), colors, times: selected.times, notes };
  });

function decodeScalars(
  bytes: Uint8Array,
  type: ScalarType | 'float16',
  endianness: Endianness,
  memory: MemoryAccount | undefined,
): VoxelArray {
  if (type !== 'float16') return decodeVoxels(bytes, type, endianness, memory);
  memory?.spend(2 * bytes.length, 'its voxels');
  return decodeHalfFloats(bytes, endianness);
}
