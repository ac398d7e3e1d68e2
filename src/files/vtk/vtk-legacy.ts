/** VTK's legacy format (.vtk): keywords on lines of text, and arrays after them in text or big-endian bytes. */

import { InputError } from '../../errors.js';
import { mapNumbers } from '../../math/map-numbers.js';
import type { MemoryAccount } from '../bytes/memory-account.js';
import { decodeEscapes } from '../bytes/text/decode-escapes.js';
import { TextTokens } from '../bytes/text/text-tokens.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';
import { createScalars, type ScalarType, scalarSizeBytes } from '../volumes/samples/voxels.js';
import type { VtkArray } from './vtk-array.js';

const LF = 10;

const TYPES: Readonly<Record<string, ScalarType>> = {
  ...{ bit: 'uint8', unsigned_char: 'uint8', char: 'int8', signed_char: 'int8', unsigned_short: 'uint16' },
  ...{ short: 'int16', unsigned_int: 'uint32', int: 'int32', float: 'float32', double: 'float64' },
  // VTK's indices have 64 bits wherever it is built today, but are written in 32.
  ...{ unsigned_long: 'uint64', long: 'int64', vtkidtype: 'int32' },
  ...{ vtktypeint64: 'int64', vtktypeuint64: 'uint64' },
};

/** Steps through a legacy file from keyword to keyword. */
export class VtkLegacy {
  /** E.g. 5.1; from 5 on, cells are offsets and connectivity. */
  readonly version: number;
  /** The kind of data, in upper case, e.g. STRUCTURED_POINTS or POLYDATA. */
  readonly dataSet: string;
  readonly #tokens: TextTokens;
  readonly #binary: boolean;

  readonly #memory: MemoryAccount | undefined;

  /** @param memory takes arrays that are not the file's own bytes. @throws InputError if it is no such file. */
  constructor(bytes: Uint8Array, memory?: MemoryAccount) {
    this.#memory = memory;
    const tokens = new TextTokens(bytes);
    this.#tokens = tokens;
    const [, version] = /^# vtk datafile version\s+(\d+(?:\.\d+)?)/i.exec(tokens.restOfLine()) ?? [];
    if (version === undefined) throw new InputError('does not start with "# vtk DataFile Version", as VTK files do');
    this.version = Number(version);
    // The title may hold anything, or nothing.
    this.#stepOverLineEnd();
    tokens.skipLine();
    const encoding = this.word('ASCII or BINARY').toUpperCase();
    if (encoding !== 'ASCII' && encoding !== 'BINARY') {
      throw new InputError(`has ${quote(encoding)} in its third line; ASCII or BINARY would be right`);
    }
    this.#binary = encoding === 'BINARY';
    let keyword = this.keyword();
    if (keyword === 'FIELD') {
      this.readFieldData();
      keyword = this.keyword();
    }
    if (keyword !== 'DATASET')
      throw new InputError(
        `has ${quote(keyword ?? '')} where DATASET should be; volumes and meshes have one, and tables have none`,
      );
    this.dataSet = this.word('the kind of data').toUpperCase();
  }

  /** The next word, in upper case; undefined at the end. Metadata, which readers may ignore, are passed over. */
  keyword(): string | undefined {
    while (this.#tokens.next()) {
      const word = this.#tokens.text().slice(0, 100).toUpperCase();
      if (word !== 'METADATA') return word;
      this.#passOverMetadata();
    }
    return undefined;
  }

  /** @throws InputError that says that `what` is missing. */
  word(what: string): string {
    if (!this.#tokens.next()) throw new InputError(`ends where ${what} should be; get a whole copy`);
    return this.#tokens.text();
  }

  number(what: string): number {
    const word = this.word(what);
    const value = this.#tokens.number();
    if (value === undefined || !Number.isFinite(value)) throw new InputError(`has ${quote(word)} as ${what}`);
    return value;
  }

  numbers(count: number, what: string): number[] {
    return Array.from({ length: count }, () => this.number(what));
  }

  /** A number of things: an integer that is not negative. */
  count(what: string): number {
    const value = this.number(what);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new InputError(`has ${value} as ${what}; an integer of at least 0 would be right`);
  }

  /** The rest of this line, as words. */
  restOfLine(): string[] {
    return this.#tokens
      .restOfLine()
      .split(/\s+/)
      .filter((word) => word !== '');
  }

  /**
   * Reads the array that follows this line.
   * @param typeName as VTK writes types, e.g. unsigned_short.
   */
  readArray(typeName: string, tuples: number, components = 1, name = ''): VtkArray {
    const type = TYPES[typeName.toLowerCase()];
    if (!type) throw new InputError(`has array ${quote(name)} of type ${quote(typeName)}, which holds no numbers`);
    const count = tuples * components;
    if (!Number.isSafeInteger(count))
      throw new InputError(`has array ${quote(name)} of ${tuples} × ${components} values`);
    if (!this.#binary) return { name, type, components, bytes: this.#readText(type, count), endianness: 'little' };
    const bits = typeName.toLowerCase() === 'bit';
    const sizeBytes = bits ? Math.ceil(count / 8) : count * scalarSizeBytes(type);
    this.#stepOverLineEnd();
    const start = this.#tokens.end;
    const available = this.#tokens.bytes.length - start;
    if (available < sizeBytes) {
      throw new InputError(
        `has ${available} bytes of data, but its sizes and type ask for ${sizeBytes}; get a whole copy`,
      );
    }
    const bytes = this.#tokens.bytes.subarray(start, start + sizeBytes);
    this.#tokens.end = start + sizeBytes;
    return { name, type, components, bytes: bits ? this.#unpackBits(bytes, count) : bytes, endianness: 'big' };
  }

  /** Reads colours: bytes, which in text are fractions of 1. */
  readColors(tuples: number, components: number, name: string): VtkArray {
    if (this.#binary) return this.readArray('unsigned_char', tuples, components, name);
    const { bytes: text, ...rest } = this.readArray('float', tuples, components, name);
    const fractions = new Float32Array(text.buffer, text.byteOffset, tuples * components);
    return {
      ...rest,
      type: 'uint8',
      bytes: mapNumbers(new Uint8Array(fractions.length), fractions, (fraction) => Math.round(255 * fraction)),
    };
  }

  /** Reads the arrays of a FIELD, whose keyword has been read. */
  readFieldData(): VtkArray[] {
    this.word('the name of a field');
    const arrays: VtkArray[] = [];
    for (let left = this.count('the number of arrays in a field'); left > 0; left--) {
      const name = decodeEscapes(
        this.keyword() === undefined ? this.word('the name of an array') : this.#tokens.text(),
      );
      const components = this.count(`the components of ${quote(name)}`);
      const tuples = this.count(`the tuples of ${quote(name)}`);
      const type = this.word(`the type of ${quote(name)}`);
      if (/^string$/i.test(type)) this.#passOverStrings(components * tuples);
      else arrays.push(this.readArray(type, tuples, components, name));
    }
    return arrays;
  }

  #readText(type: ScalarType, count: number): Uint8Array {
    const tokens = this.#tokens;
    // Each takes a digit and a blank at least.
    if (2 * count > tokens.bytes.length - tokens.end + 1) throw this.#tooFew(type, count);
    this.#memory?.spend(count * scalarSizeBytes(type), 'its values');
    const values = createScalars(type, count);
    const big = values instanceof BigInt64Array || values instanceof BigUint64Array;
    for (let index = 0; index < count; index++) {
      if (!tokens.next()) throw this.#tooFew(type, count);
      const value = tokens.number();
      if (value === undefined) throw new InputError(`has ${tokens.quoted()} where a number of ${count} should be`);
      if (!big) values[index] = value;
      else if (Number.isInteger(value)) values[index] = Number.isSafeInteger(value) ? BigInt(value) : toBigInt(tokens);
      else throw new InputError(`has ${tokens.quoted()} in its data, which is no value of type ${type}`);
    }
    return new Uint8Array(values.buffer);
  }

  #unpackBits(bytes: Uint8Array, count: number): Uint8Array {
    this.#memory?.spend(count, 'its values');
    const values = new Uint8Array(count);
    for (let index = 0; index < count; index++) values[index] = (bytes[index >> 3]! >> (7 - (index & 7))) & 1;
    return values;
  }

  #tooFew(type: ScalarType, count: number): InputError {
    const rest = this.#tokens.bytes.length - this.#tokens.end;
    return new InputError(`has ${rest} bytes of text left for ${count} values of ${type}; get a whole copy`);
  }

  #stepOverLineEnd(): void {
    this.#tokens.skipLine();
    const { bytes, end } = this.#tokens;
    const at = bytes.indexOf(LF, end);
    this.#tokens.end = at < 0 ? bytes.length : at + 1;
  }

  /** Metadata end with an empty line. */
  #passOverMetadata(): void {
    this.#stepOverLineEnd();
    const { bytes } = this.#tokens;
    while (this.#tokens.end < bytes.length && this.#tokens.restOfLine() !== '') this.#stepOverLineEnd();
  }

  /** Strings stand on lines of text, or, in binary files, after their lengths. */
  #passOverStrings(count: number): void {
    this.#stepOverLineEnd();
    const { bytes } = this.#tokens;
    for (let left = count; left > 0 && this.#tokens.end < bytes.length; left--) {
      if (this.#binary) this.#tokens.end = afterString(bytes, this.#tokens.end);
      else this.#stepOverLineEnd();
    }
  }
}

/** A length of 6, 14, 30 or 62 bits is in 1, 2, 4 or 8 bytes; the first byte's upper bits say which. */
function afterString(bytes: Uint8Array, at: number): number {
  const kind = bytes[at]! >> 6;
  const lengthBytes = [8, 4, 2, 1][kind]!;
  let length = bytes[at]! & 0x3f;
  for (let index = 1; index < lengthBytes; index++) length = length * 256 + (bytes[at + index] ?? 0);
  return Math.min(at + lengthBytes + length, bytes.length);
}

function toBigInt(tokens: TextTokens): bigint {
  const text = tokens.text();
  if (/^[-+]?\d{1,20}$/.test(text)) return BigInt(text);
  throw new InputError(`has ${tokens.quoted()} in its data, which is no integer of 64 bits`);
}
