/** The header of a PCD file: https://pointclouds.org/documentation/tutorials/pcd_file_format.html. */
import { InputError } from '../../../errors.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';

export interface PcdField {
  readonly name: string;
  /** I, U or F: signed, unsigned and real. */
  readonly type: string;
  readonly sizeBytes: number;
  /** Numbers of a point; histograms have more than one. */
  readonly count: number;
}

export interface PcdHeader {
  readonly fields: readonly PcdField[];
  readonly points: number;
  readonly data: 'ascii' | 'binary' | 'binary_compressed';
  readonly dataStart: number;
  /** The scanner's position and rotation; undefined where it was at the origin. */
  readonly viewpoint: string | undefined;
}

const HEADER_BYTES_MAX = 1 << 16;

const FIELDS_MAX = 1000;

const KINDS = ['ascii', 'binary', 'binary_compressed'] as const;

/** @throws InputError for whatever is no header of points. */
export function parsePcdHeader(bytes: Uint8Array): PcdHeader {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES_MAX));
  const end = /^DATA[ \t]+(\S*)[ \t]*\r?(?:\n|$)/m.exec(text);
  if (!end) throw new InputError('has no line DATA, with which a header of PCD ends; get a whole copy');
  const lines = new Map(
    text
      .slice(0, end.index)
      .split(/\r?\n/)
      .map((line) => line.trim().split(/\s+/))
      .map(([word = '', ...rest]) => [word, rest] as const),
  );
  const data = KINDS.find((kind) => kind === end[1]!.toLowerCase());
  if (!data) throw new InputError(`has DATA ${quote(end[1]!)}; ${KINDS.join(', ')} can be read`);
  const fields = parseFields(lines);
  const size = (word: string) => parseCount(word, lines.get(word)?.[0]);
  const points = size('POINTS') ?? (size('WIDTH') ?? 0) * (size('HEIGHT') ?? 1);
  const viewpoint = lines.get('VIEWPOINT')?.join(' ');
  return {
    fields,
    points,
    data,
    dataStart: end.index + end[0].length,
    viewpoint: viewpoint && viewpoint.split(' ').map(Number).join(' ') !== '0 0 0 1 0 0 0' ? viewpoint : undefined,
  };
}

function parseFields(lines: ReadonlyMap<string, readonly string[]>): PcdField[] {
  const names = lines.get('FIELDS') ?? lines.get('COLUMNS') ?? [];
  if (names.length > FIELDS_MAX) throw new InputError(`has ${names.length} FIELDS; ${FIELDS_MAX} can be read at most`);
  const of = (word: string, missing: string) => {
    const list = lines.get(word) ?? names.map(() => missing);
    if (list.length === names.length) return list;
    throw new InputError(`has ${list.length} entries in ${word} for ${names.length} FIELDS; get a whole copy`);
  };
  const [sizes, types, counts] = [of('SIZE', '4'), of('TYPE', 'F'), of('COUNT', '1')];
  const fields = names.map((name, index) => ({
    name,
    type: types[index]!.toUpperCase(),
    sizeBytes: Number(sizes[index]),
    count: parseCount('COUNT', counts[index])!,
  }));
  const odd = fields.find(
    ({ type, sizeBytes }) => !(type === 'F' ? [4, 8] : /^[IU]$/.test(type) ? [1, 2, 4, 8] : []).includes(sizeBytes),
  );
  if (odd)
    throw new InputError(`has ${quote(odd.name)} of type ${odd.type} and ${odd.sizeBytes} bytes, which PCD has not`);
  for (const axis of ['x', 'y', 'z']) {
    if (fields.some(({ name, count }) => name === axis && count === 1)) continue;
    throw new InputError(`has no field ${axis} among its FIELDS ${quote(names.join(' '))}; points have x, y and z`);
  }
  return fields;
}

function parseCount(word: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count)) return count;
  throw new InputError(`has ${word} ${quote(text)}; a whole number would be right`);
}
