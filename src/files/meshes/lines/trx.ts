/** Reads TRX tractograms: https://github.com/tee-ar-ex/trx-spec. */
import { InputError } from '../../../errors.js';
import { Budget } from '../../bytes/budget.js';
import { type ByteSource, memorySource } from '../../bytes/byte-source.js';
import { openZip } from '../../bytes/compression/zip.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeScalars } from '../../volumes/samples/decode-scalars.js';
import { type ScalarType, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import { type MeshReader, turnRasToLps } from '../mesh-file.js';
import { finishLines, type LineValues } from './finish-lines.js';

const TYPES: Readonly<Record<string, ScalarType | 'float16'>> = {
  ...{ float16: 'float16', float32: 'float32', float64: 'float64', int8: 'int8', int16: 'int16', int32: 'int32' },
  ...{ int64: 'int64', uint8: 'uint8', uint16: 'uint16', uint32: 'uint32', uint64: 'uint64', bit: 'uint8' },
};

/** Reads streamlines as tubes, with values of points and lines; those of groups are `group`, counted from 1. Coordinates are RAS. */
export const readTrx: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const { files } = await openZip(memorySource(name, bytes));
    const budget = new Budget(bytes.length);
    const read = async (part: ByteSource) => {
      budget.spendBytes(part.sizeBytes, `part ${part.name.slice(0, 100)}`);
      return decodePart(part.name, await part.read(0, part.sizeBytes));
    };
    const find = (pattern: RegExp) => files.find((part) => pattern.test(part.name));
    const [points, offsets] = [find(/(?:^|\/)positions\.3\.\w+$/), find(/(?:^|\/)offsets\.\w+$/)];
    if (!points || !offsets)
      throw new InputError('lacks positions.3 or offsets, which a TRX tractogram has; get a whole copy');
    const positions = Float64Array.from(await read(points));
    const count = positions.length / 3;
    if (!Number.isInteger(count))
      throw new InputError(`has ${positions.length} coordinates, which are not three for each point`);
    const starts = startsOf(await read(offsets), count);
    const values: LineValues[] = [];
    const groups = new Float32Array(starts.length - 1).fill(Number.NaN);
    const groupNames: string[] = [];
    for (const part of files) {
      const [, kind, title = '', components = '1'] =
        /(?:^|\/)(dpv|dps|groups)\/([^/]+?)(?:\.(\d+))?\.\w+$/.exec(part.name) ?? [];
      // Several numbers a point are vectors, whose first is no value of it.
      if (kind === undefined || components !== '1') continue;
      const numbers = await read(part);
      if (kind === 'groups') {
        groupNames.push(title);
        for (const line of numbers) if (line < groups.length) groups[line] = groupNames.length;
        continue;
      }
      const on = kind === 'dpv' ? 'points' : 'lines';
      const expected = on === 'points' ? count : groups.length;
      if (numbers.length !== expected)
        throw new InputError(`has ${numbers.length} values ${title.trim()} for ${expected} ${on}`);
      values.push({ name: title.trim(), on, values: numbers });
    }
    if (groupNames.length > 0) values.push({ name: 'group', on: 'lines', values: groups });
    const listed = groupNames.map((group, index) => `${index + 1} ${group}`).join(', ');
    const notes =
      groupNames.length > 0 ? [`has ${groupNames.length} groups of lines, which --values group shows: ${listed}`] : [];
    return turnRasToLps(finishLines({ positions, starts, values, notes }));
  });

function decodePart(name: string, bytes: Uint8Array): ArrayLike<number> & Iterable<number> {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const type = TYPES[ending];
  if (!type)
    throw new InputError(`has ${name}, whose type ${ending} cannot be read; ${Object.keys(TYPES).join(', ')} can`);
  const sizeBytes = type === 'float16' ? 2 : scalarSizeBytes(type);
  if (bytes.length % sizeBytes !== 0) throw new InputError(`has ${bytes.length} bytes of ${name}; get a whole copy`);
  return decodeScalars(bytes, type, 'little');
}

/** Some programs write the number of points behind the first points of the lines, and others do not. */
function startsOf(offsets: ArrayLike<number>, points: number): Uint32Array {
  const isClosed = offsets.length > 1 && offsets[offsets.length - 1] === points;
  const starts = new Uint32Array(offsets.length + (isClosed ? 0 : 1));
  for (let line = 0; line < offsets.length; line++) {
    const start = offsets[line]!;
    if (!(start >= (starts[line - 1] ?? 0) && start <= points)) {
      throw new InputError(
        `has the offset ${start} of line ${line + 1}, which is not in the order of its ${points} points`,
      );
    }
    starts[line] = start;
  }
  starts[starts.length - 1] = points;
  return starts;
}
