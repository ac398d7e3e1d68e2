/** Reads MRtrix's streamlines (.tck): https://mrtrix.readthedocs.io/en/latest/getting_started/image_data.html#tracks-file-format-tck. */
import { InputError } from '../../../errors.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';
import { decodeVoxels, type Endianness, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import { type MeshReader, turnRasToLps } from '../mesh-file.js';
import { finishLines } from './finish-lines.js';

const HEADER_BYTES_MAX = 1 << 20;

/** Reads streamlines as tubes. Their coordinates are RAS, as MRtrix has them. */
export const readTck: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const { type, endianness, start } = parseHeader(bytes);
    const count = Math.floor((bytes.length - start) / (3 * scalarSizeBytes(type)));
    const data = bytes.subarray(start, start + 3 * count * scalarSizeBytes(type));
    const { positions, starts, isWhole } = splitLines(decodeVoxels(data, type, endianness) as Float32Array);
    const notes = isWhole ? [] : ['ends without the mark of its end; it may be cut short'];
    return turnRasToLps(finishLines({ positions, starts, notes }));
  });

function parseHeader(bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES_MAX));
  const end = /\nEND\r?(?:\n|$)/.exec(text)?.index;
  if (end === undefined) throw new InputError('has a header without END; get a whole copy');
  const header = text.slice(0, end);
  const [, datatype = ''] = /^datatype:\s*(\S+)/im.exec(header) ?? [];
  const [, bits, order] = /^float(32|64)(le|be)?$/i.exec(datatype) ?? [];
  if (bits === undefined) {
    throw new InputError(
      `has the datatype ${quote(datatype)}; Float32LE, Float32BE, Float64LE and Float64BE can be read`,
    );
  }
  const [, file = '', offset] = /^file:\s*(\S+)\s+(\d+)/im.exec(header) ?? [];
  if (offset === undefined || file !== '.')
    throw new InputError('has no "file: ." with the place where its points start');
  const endianness: Endianness = order?.toLowerCase() === 'be' ? 'big' : 'little';
  return { type: bits === '32' ? ('float32' as const) : ('float64' as const), endianness, start: Number(offset) };
}

/** Three NaN end a line, three infinite numbers the file. */
function splitLines(numbers: Float32Array | Float64Array) {
  const count = numbers.length / 3;
  const starts: number[] = [0];
  const positions = new Float64Array(numbers.length);
  let points = 0;
  let isWhole = false;
  for (let at = 0; at < count; at++) {
    const x = numbers[3 * at]!;
    if (Number.isFinite(x)) {
      for (let axis = 0; axis < 3; axis++) positions[3 * points + axis] = numbers[3 * at + axis]!;
      points += 1;
      continue;
    }
    if (points > starts.at(-1)!) starts.push(points);
    if (!Number.isNaN(x)) {
      isWhole = true;
      break;
    }
  }
  if (points > starts.at(-1)!) starts.push(points);
  return { positions: positions.subarray(0, 3 * points), starts: Uint32Array.from(starts), isWhole };
}
