/** The lines of an NRRD header: where it ends, which fields it sets, and the file names that it lists. */
import { InputError } from '../../../errors.js';
import { readSegments, type SegmentLayers } from './segments.js';

export interface NrrdFields {
  /** Values by the fields' names, which are in lower case and without spaces. */
  readonly values: ReadonlyMap<string, string>;
  /** The lines after `data file: LIST`. */
  readonly listedFiles: readonly string[];
  /** Start of the data in the file with the header, if they are in it. */
  readonly dataStart: number;
  /** Whether keys say that the voxels are segments. */
  readonly segments: SegmentLayers;
}

/** Enough for a list of 100,000 file names; where nothing ends the header, it keeps us from taking the data for one. */
const HEADER_SIZE_BYTES_MAX = 1 << 23;

const [LF, CR] = [10, 13];

/** Versions 1 to 5, and a forerunner. */
const MAGIC = /^NRRD(?:000[1-5]|00\.01)$/;

const FIELDS = new Set(
  [
    ...['dimension', 'type', 'encoding', 'endian', 'sizes', 'kinds', 'centers', 'data file', 'line skip', 'byte skip'],
    ...['space', 'space dimension', 'space directions', 'space origin', 'spacings', 'axis mins', 'axis maxs'],
    ...['block size', 'content', 'labels', 'max', 'measurement frame', 'min', 'number', 'old max', 'old min'],
    ...['sample units', 'space units', 'thicknesses', 'units'],
  ].map(withoutSpaces),
);

/** @throws InputError if a line is no field, comment or key/value pair, or sets a field anew. */
export function splitFields(bytes: Uint8Array): NrrdFields {
  const { end, dataStart } = findHeaderEnd(bytes);
  const lines = new TextDecoder()
    .decode(bytes.subarray(0, end))
    .split('\n')
    .map((line) => line.trimEnd());
  if (!MAGIC.test(lines[0]!)) {
    throw new InputError(`starts with ${quote(lines[0]!)}, which is no NRRD version; NRRD0001 to NRRD0005 are`);
  }
  const values = new Map<string, string>();
  const segments = readSegments(lines);
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!;
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([^:]+):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    const field = withoutSpaces(name).replace('centerings', 'centers');
    if (!FIELDS.has(field)) {
      if (line.includes(':=')) continue;
      throw new InputError(`header line ${index + 1}, ${quote(line)}, is no NRRD field, "key:=value" or # comment`);
    }
    if (values.has(field)) throw new InputError(`header line ${index + 1} repeats ${quote(name)}; keep one of the two`);
    // Only file names may hold several blanks that matter.
    values.set(field, field === 'datafile' ? value : value.replace(/\s+/g, ' '));
    if (field === 'datafile' && /^LIST\b/.test(value)) {
      return { values, segments, listedFiles: lines.slice(index + 1).filter((name) => name !== ''), dataStart };
    }
  }
  return { values, segments, listedFiles: [], dataStart };
}

/**
 * The end of the header's text and the start of the data: around a blank line, else, with a detached header, the file's end.
 */
function findHeaderEnd(bytes: Uint8Array): { end: number; dataStart: number } {
  const head = bytes.subarray(0, HEADER_SIZE_BYTES_MAX);
  for (let newline = head.indexOf(LF); newline >= 0; newline = head.indexOf(LF, newline + 1)) {
    const next = head[newline + 1] === CR ? newline + 2 : newline + 1;
    if (head[next] === LF) return { end: newline, dataStart: next + 1 };
  }
  if (head.length < bytes.length) {
    throw new InputError(`has no blank line in its first ${HEADER_SIZE_BYTES_MAX} bytes; one must end the header`);
  }
  return { end: bytes.length, dataStart: bytes.length };
}

function withoutSpaces(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}

/** Quotes text in a message: short, on one line, and without characters that do things to a terminal. */
export function quote(text: string): string {
  const start = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `"${start.replace(/[\p{C}\p{Z}]/gu, (character) => (character === ' ' ? ' ' : '·'))}"`;
}
