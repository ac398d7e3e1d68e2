/** Text in PNG files, such as how a picture was made (PNG, third edition, section 11.3.3). */
import { deflateSync, inflateSync } from 'node:zlib';
import { InputError } from '../../index.js';
import { encodePngChunks, PNG_SIGNATURE, type PngChunk, readPngChunks } from './png-chunks.js';

/** Shorter text hardly shrinks, and stays readable in the file as it is. */
const COMPRESSED_FROM_BYTES = 1025;

/** The most that all compressed text of a file may inflate to: a few kilobytes could claim to be gigabytes. */
const INFLATED_BYTES_MAX = 1 << 26;

/** Latin-1 without control characters and without the space that does not break, as the standard has it. */
const KEYWORD = /^[\x20-\x7e\xa1-\xff]{1,79}$/;

/**
 * An iTXt chunk for each entry, in their order.
 * @throws InputError if a keyword is not 1 to 79 characters of Latin-1, without spaces at its ends or two in a row, or if a
 * text contains a zero character.
 */
export function encodePngText(text: Readonly<Record<string, string>>): PngChunk[] {
  return Object.entries(text).map(([keyword, value]) => {
    if (!KEYWORD.test(keyword) || /^ | $| {2}/.test(keyword)) {
      throw new InputError(
        `text in a PNG: ${JSON.stringify(keyword.slice(0, 80))} is no keyword: 1 to 79 characters of Latin-1, with single spaces inside`,
      );
    }
    if (value.includes('\0')) {
      throw new InputError(
        `text in a PNG: the text of ${JSON.stringify(keyword)} has a zero character, which ends text`,
      );
    }
    const plain = Buffer.from(value, 'utf8');
    const compressed = plain.length >= COMPRESSED_FROM_BYTES;
    // The flag, zlib as the only method, an empty language and an empty translation of the keyword.
    const middle = Uint8Array.of(0, compressed ? 1 : 0, 0, 0, 0);
    const data = Buffer.concat([Buffer.from(keyword, 'latin1'), middle, compressed ? deflateSync(plain) : plain]);
    return { type: 'iTXt', data };
  });
}

/** The PNG without its text. @throws InputError, one line that starts with `name`, if it is none. */
export function withoutPngText(bytes: Uint8Array, name: string): Uint8Array {
  const kept = readPngChunks(bytes, name).filter(({ type }) => !(type in DECODERS));
  return Buffer.concat([PNG_SIGNATURE, encodePngChunks(kept)]);
}

/**
 * The text in a PNG by keyword, from its tEXt, zTXt and iTXt chunks; of several with the same keyword the last one counts.
 * @throws InputError, one line that starts with `name`, if it is no PNG, is cut short, fails a CRC, has text that breaks
 * the standard's rules, or more than 64 MiB of it compressed.
 */
export function readPngText(bytes: Uint8Array, name: string): Record<string, string> {
  let inflatedBytes = 0;
  const inflate = (deflated: Uint8Array) => {
    const inflated = inflateSync(deflated, { maxOutputLength: INFLATED_BYTES_MAX - inflatedBytes });
    inflatedBytes += inflated.length;
    return inflated;
  };
  const entries = readPngChunks(bytes, name).flatMap(({ type, data }) => {
    const decode = DECODERS[type];
    if (!decode) return [];
    try {
      return [decode(Buffer.from(data.buffer, data.byteOffset, data.length), inflate)];
    } catch (cause) {
      throw new InputError(`${name}: the text in its ${type} chunk cannot be read: ${(cause as Error).message}`, {
        cause,
      });
    }
  });
  return Object.fromEntries(entries);
}

type Inflate = (deflated: Uint8Array) => Buffer;

/** Decode a chunk's data to keyword and text; any error they throw says what is wrong. */
const DECODERS: Readonly<Record<string, (data: Buffer, inflate: Inflate) => [string, string]>> = {
  tEXt: (data) => {
    const [keyword, text] = splitAtZero(data);
    return [keyword.toString('latin1'), text.toString('latin1')];
  },
  zTXt: (data, inflate) => {
    const [keyword, rest] = splitAtZero(data);
    checkMethod(rest[0]);
    return [keyword.toString('latin1'), inflate(rest.subarray(1)).toString('latin1')];
  },
  iTXt: (data, inflate) => {
    const [keyword, rest] = splitAtZero(data);
    const [compressed, method] = rest;
    const [, translatedAndText] = splitAtZero(rest.subarray(2));
    const [, text] = splitAtZero(translatedAndText);
    if (compressed) checkMethod(method);
    return [keyword.toString('latin1'), decodeUtf8(compressed ? inflate(text) : text)];
  },
};

function splitAtZero(data: Buffer): [Buffer, Buffer] {
  const zero = data.indexOf(0);
  if (zero < 0) throw new Error('it lacks the zero byte that ends a keyword');
  return [data.subarray(0, zero), data.subarray(zero + 1)];
}

function checkMethod(method: number | undefined): void {
  if (method !== 0) throw new Error(`its compression method is ${method}, and only 0 is known`);
}

/** A byte order mark at the start is part of the text. */
const decodeUtf8 = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
