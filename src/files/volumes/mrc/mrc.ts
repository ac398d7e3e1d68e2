/** Reads density maps of electron microscopy and crystallography: MRC and CCP4 (.mrc, .map, .rec, .st). */
import { createVolume } from '../../../volume/volume.js';
import { gunzipStart, isGzip } from '../../bytes/compression/inflate.js';
import { inflateData, noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeScalars } from '../samples/decode-scalars.js';
import { MAGNITUDE_NOTE, magnitudesOf } from '../samples/magnitudes.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { VolumeReader } from '../source.js';
import { MRC_HEADER_BYTES } from './is-mrc.js';
import { parseMrcHeader } from './mrc-header.js';

/** Reads a map, compressed by gzip or not, in ångström. Complex numbers become their magnitudes. */
export const readMrc: VolumeReader = ({ name, bytes, gunzip, memory }) =>
  nameInErrors(name, async () => {
    const compressed = isGzip(bytes);
    const head = compressed ? await gunzipStart(bytes, MRC_HEADER_BYTES) : bytes;
    const { sizes, samples, endianness, dataStart, indexToWorld, isCrystal } = parseMrcHeader(head);
    const complex = samples.kind === 'complex';
    const scalarBytes = samples.type === 'float16' ? 2 : scalarSizeBytes(samples.type);
    const count = sizes[0] * sizes[1] * sizes[2] * (complex ? 2 : 1);
    const sizeBytes = count * scalarBytes;
    const whole = compressed ? await inflateData(bytes, dataStart + sizeBytes, gunzip) : bytes;
    const piece = takePiece(whole, dataStart, sizeBytes);
    const scalars = decodeScalars(piece.bytes, samples.type, endianness, memory);
    const voxels = complex ? magnitudesOf(scalars, memory) : scalars;
    const notes = [...(complex ? [MAGNITUDE_NOTE] : []), ...noteSurplus(piece.surplusBytes)];
    // Maps of molecules are of floats; integers are of tomograms, and of labels.
    const meaning =
      samples.type.startsWith('float') && !complex ? (isCrystal ? 'crystal density' : 'density') : undefined;
    return { volume: createVolume({ sizes, voxels, indexToWorld, meaning }), notes };
  });
