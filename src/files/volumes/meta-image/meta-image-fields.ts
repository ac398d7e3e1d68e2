/** The lines of a MetaImage header: `name = value` each, up to ElementDataFile, which the data or their names follow. */
import { InputError } from '../../../errors.js';
import { quote } from '../nrrd/nrrd-fields.js';

export interface MetaImageFields {
  /** All fields but ElementDataFile. Unknown names are metadata. */
  readonly values: ReadonlyMap<string, string>;
  /** The value of ElementDataFile. */
  readonly dataFile: string;
  /** The lines after `ElementDataFile = LIST`. */
  readonly listedFiles: readonly string[];
  /** Start of the data in the file with the header, if they are in it. */
  readonly dataStart: number;
}

/** Enough for a list of 100,000 file names; it keeps us from taking any large file for a header. */
const HEADER_SIZE_BYTES_MAX = 1 << 23;

const LF = 10;

const SEPARATOR = /[=:]/;

/** @throws InputError if a line is no field, if a field is set anew, or if there is no ElementDataFile. */
export function splitMetaImageFields(bytes: Uint8Array): MetaImageFields {
  const decoder = new TextDecoder();
  const head = bytes.subarray(0, HEADER_SIZE_BYTES_MAX);
  const values = new Map<string, string>();
  for (let start = 0, line = 1; start < head.length; line++) {
    const newline = head.indexOf(LF, start);
    const end = newline < 0 ? head.length : newline;
    const text = decoder.decode(head.subarray(start, end)).trim();
    start = end + 1;
    if (text === '') continue;
    const separator = text.search(SEPARATOR);
    const name = text.slice(0, separator).trim();
    if (separator < 1 || name === '') {
      throw new InputError(`header line ${line}, ${quote(text)}, is no "name = value"; get a whole MetaImage`);
    }
    const value = text.slice(separator + 1).trim();
    if (name === 'ElementDataFile') {
      const listed = /^LIST(?:\s|$)/.test(value) ? splitLines(decoder.decode(head.subarray(start))) : [];
      return { values, dataFile: value, listedFiles: listed, dataStart: start };
    }
    if (values.has(name)) throw new InputError(`header line ${line} repeats ${quote(name)}; keep one of the two`);
    values.set(name, value);
  }
  throw new InputError('has no "ElementDataFile" that ends its header; every MetaImage must say it');
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
