/** The header of a PLY file: its elements and their properties. */
import { InputError } from '../../../errors.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';
import type { ScalarType } from '../../volumes/samples/voxels.js';
import { isPly } from './is-ply.js';

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Type of the number of values, which stands before them; lists alone have one. */
  readonly countType?: ScalarType;
}

export interface PlyElement {
  readonly name: string;
  /** Rows. */
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'little' | 'big';
  readonly elements: readonly PlyElement[];
  readonly dataStart: number;
  /** The lines of comments. */
  readonly comments: string;
}

const FORMATS: ReadonlyMap<string, PlyHeader['format']> = new Map([
  ['ascii', 'ascii'],
  ['binary_little_endian', 'little'],
  ['binary_big_endian', 'big'],
]);

/** The names of 1994, and those that say the size. */
const TYPES: ReadonlyMap<string, ScalarType> = new Map([
  ...(['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'] as const).map(
    (type) => [type, type] as const,
  ),
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
]);

/** Comments may be long; where nothing ends the header, this keeps us from taking the data for one. */
const HEADER_SIZE_BYTES_MAX = 1 << 20;

/** Binary data have bytes that are no text within this. */
const GUESS_SIZE_BYTES = 4096;

const [LF, CR] = [10, 13];

const decode = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/**
 * Source: G. Turk, "The PLY polygon file format", 1994. Lines end as the first one does: with LF, CR LF, or CR.
 * @throws InputError if a line is not understood, or the header has no end.
 */
export function parsePlyHeader(bytes: Uint8Array): PlyHeader {
  if (!isPly(bytes)) throw new InputError('is no PLY file; its first line must be "ply"');
  const text = decode(bytes.subarray(0, HEADER_SIZE_BYTES_MAX));
  const firstEnd = bytes.findIndex((byte) => byte === LF || byte === CR);
  const lineEnd = bytes[firstEnd] === LF ? '\n' : bytes[firstEnd + 1] === LF ? '\r\n' : '\r';
  let format: PlyHeader['format'] | undefined;
  const comments: string[] = [];
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];

  for (let start = firstEnd + lineEnd.length, number = 2; ; number++) {
    const end = text.indexOf(lineEnd, start);
    if (end < 0) throw new InputError('has no "end_header" line; get a whole copy');
    const line = text.slice(start, end).trim();
    const [keyword, ...words] = line.split(/\s+/);
    const where = `header line ${number}, ${quote(line)},`;
    start = end + lineEnd.length;
    if (keyword === 'end_header') {
      return {
        format: format ?? guessFormat(bytes.subarray(start)),
        elements,
        dataStart: start,
        comments: comments.join('\n'),
      };
    }
    if (keyword === 'format') {
      format = FORMATS.get(words[0] ?? '');
      if (!format) throw new InputError(`${where} names no format of PLY; ${[...FORMATS.keys()].join(', ')} are`);
    } else if (keyword === 'element') {
      elements.push(parseElement(words, where, elements));
    } else if (keyword === 'property') {
      const element = elements.at(-1);
      if (!element) throw new InputError(`${where} belongs to no element; an "element" line must come before it`);
      element.properties.push(parseProperty(words, where));
    } else if (keyword === 'comment' || keyword === 'obj_info') {
      comments.push(line);
    } else if (keyword !== '') {
      throw new InputError(`${where} is no format, comment, element or property`);
    }
  }
}

/** Early exporters of Blender left the line out of ascii files. */
function guessFormat(data: Uint8Array): PlyHeader['format'] {
  if (/^[\s\x20-\x7e]*$/.test(decode(data.subarray(0, GUESS_SIZE_BYTES)))) return 'ascii';
  throw new InputError('has no "format" line in its header; "format binary_little_endian 1.0" would be right');
}

function parseElement(words: readonly string[], where: string, elements: readonly PlyElement[]) {
  const [name = '', digits = ''] = words;
  const count = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (words.length !== 2 || !Number.isSafeInteger(count)) {
    throw new InputError(`${where} is no element; "element NAME COUNT" would be right`);
  }
  if (elements.some((element) => element.name === name))
    throw new InputError(`${where} is there twice; keep one of the two`);
  return { name, count, properties: [] };
}

function parseProperty(words: readonly string[], where: string): PlyProperty {
  const list = words[0] === 'list';
  const [countType, type] = (list ? words.slice(1, 3) : [undefined, words[0]]).map((word) => TYPES.get(word ?? ''));
  const name = words[list ? 3 : 1];
  if (!type || name === undefined || (list && !(countType && /^u?int/.test(countType)))) {
    const right = '"property TYPE NAME" or "property list INTEGER_TYPE TYPE NAME"';
    throw new InputError(
      `${where} is no property; ${right} would be right, with types like ${[...TYPES.keys()].join(', ')}`,
    );
  }
  return countType ? { name, type, countType } : { name, type };
}
