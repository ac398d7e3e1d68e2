/** Reads volumes from NumPy's arrays (.npy). */
import { createVolume } from '../../../volume/volume.js';
import { noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeScalars } from '../samples/decode-scalars.js';
import { MAGNITUDE_NOTE, magnitudesOf } from '../samples/magnitudes.js';
import { extractChannels, gatherVoxels } from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
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
    const { voxels, colors } = extractChannels(selected, (part) => gatherVoxels(samples, part, memory));
    const notes = [...selected.notes, ...(complex ? [MAGNITUDE_NOTE] : []), ...noteSurplus(piece.surplusBytes)];
    return { volume: createVolume({ sizes: selected.sizes, voxels }), colors, times: selected.times, notes };
  });
