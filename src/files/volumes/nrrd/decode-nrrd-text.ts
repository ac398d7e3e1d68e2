/** The text encodings of NRRD data: hexadecimal digits, and numbers in ASCII. */
import { InputError } from '../../../errors.js';
import { parseNumber } from '../../bytes/text/parse-number.js';
import { createScalars, type ScalarType } from '../samples/voxels.js';
import { quote } from './nrrd-fields.js';

const [SPACE, COMMA, TAB, CR] = [32, 44, 9, 13];

const BLANK = -1;
const INVALID = -2;

/** The value of a byte as a hexadecimal digit. */
const HEX_DIGITS = new Int8Array(256).map((_, byte) => {
  if ((byte >= TAB && byte <= CR) || byte === SPACE) return BLANK;
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return digit < 0 ? INVALID : digit;
});

/**
 * The first `sizeBytes` bytes of hexadecimal text, in which blanks do not count.
 * @throws InputError if there are fewer, or other characters among them.
 */
export function decodeHex(text: Uint8Array, sizeBytes: number): Uint8Array {
  if (text.length < 2 * sizeBytes) throw tooShort(Math.floor(text.length / 2), 'bytes of hex data', sizeBytes);
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (let nibble = 0; nibble < 2 * sizeBytes; at++) {
    if (at === text.length) throw tooShort(nibble >> 1, 'bytes of hex data', sizeBytes);
    const digit = HEX_DIGITS[text[at]!]!;
    if (digit === BLANK) continue;
    if (digit === INVALID) {
      throw new InputError(
        `has ${quote(String.fromCharCode(text[at]!))} in its hex data; only 0-9, a-f and blanks may be`,
      );
    }
    bytes[nibble >> 1]! |= nibble & 1 ? digit : digit << 4;
    nibble += 1;
  }
  return bytes;
}

/**
 * The first `count` numbers of ASCII text, which blanks or commas separate, as little-endian scalars of `type`.
 * @throws InputError if there are fewer, or one of them is malformed or does not fit the type.
 */
export function decodeAscii(text: Uint8Array, type: ScalarType, count: number): Uint8Array {
  if (text.length + 1 < 2 * count) throw tooShort(Math.ceil(text.length / 2), 'ascii values at most', count);
  const values = createScalars(type, count);
  const big = values instanceof BigInt64Array || values instanceof BigUint64Array;
  const rounds = values instanceof Float32Array || values instanceof Float64Array;
  let end = 0;
  for (let index = 0; index < count; index++) {
    let start = end;
    while (start < text.length && isSeparator(text[start]!)) start++;
    end = start;
    while (end < text.length && !isSeparator(text[end]!)) end++;
    if (start === end) throw tooShort(index, 'ascii values', count);
    if (big) {
      const value = parseInteger(text, start, end);
      if (value !== undefined) values[index] = value;
      if (values[index] !== value) throw unfit(text, start, end, type);
    } else {
      const value = parseNumber(text, start, end);
      if (value !== undefined) values[index] = value;
      if (value === undefined || !(rounds || values[index] === value)) throw unfit(text, start, end, type);
    }
  }
  return new Uint8Array(values.buffer);
}

function isSeparator(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CR) || byte === COMMA;
}

function parseInteger(text: Uint8Array, start: number, end: number): bigint | undefined {
  const token = decodeToken(text, start, end);
  return /^[-+]?\d{1,20}$/.test(token) ? BigInt(token) : undefined;
}

/** Bounded, as a token may be all of a large file. */
function decodeToken(text: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(text.subarray(start, Math.min(end, start + 1000)));
}

function unfit(text: Uint8Array, start: number, end: number, type: ScalarType): InputError {
  return new InputError(
    `has ${quote(decodeToken(text, start, end))} in its ascii data, which is no value of type ${type}`,
  );
}

function tooShort(available: number, what: string, needed: number): InputError {
  return new InputError(`has ${available} ${what}, but its sizes and type ask for ${needed}`);
}
