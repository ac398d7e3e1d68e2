/** Writes NRRD files for the tests, in every encoding, byte order and header form, and serves them as from a folder. */
import { gzipSync } from 'node:zlib';
import { InputError } from '../../../../src/errors.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { finishVolume } from '../../../../src/files/volumes/finish-volume.js';
import { readNrrd } from '../../../../src/files/volumes/nrrd/nrrd.js';
import type { Endianness, ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import type { FileSource, VolumeFile, VolumeSelection } from '../../../../src/files/volumes/source.js';

/** No two sizes are alike, so that a swap of axes shows. */
export const SIZES = [5, 4, 3] as const;
export const COUNT = 60;

export const TYPE_NAMES: Readonly<Record<ScalarType, string>> = {
  int8: 'signed char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  int64: 'longlong',
  uint64: 'ulonglong',
  float32: 'float',
  float64: 'double',
};

const SETTERS: Readonly<Record<ScalarType, (view: DataView, at: number, value: number, little: boolean) => void>> = {
  int8: (view, at, value) => view.setInt8(at, value),
  uint8: (view, at, value) => view.setUint8(at, value),
  int16: (view, at, value, little) => view.setInt16(2 * at, value, little),
  uint16: (view, at, value, little) => view.setUint16(2 * at, value, little),
  int32: (view, at, value, little) => view.setInt32(4 * at, value, little),
  uint32: (view, at, value, little) => view.setUint32(4 * at, value, little),
  int64: (view, at, value, little) => view.setBigInt64(8 * at, BigInt(value), little),
  uint64: (view, at, value, little) => view.setBigUint64(8 * at, BigInt(value), little),
  float32: (view, at, value, little) => view.setFloat32(4 * at, value, little),
  float64: (view, at, value, little) => view.setFloat64(8 * at, value, little),
};

const BYTES_PER_SCALAR: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
};

export function toBytes(values: readonly number[], type: ScalarType, endianness: Endianness = 'little'): Uint8Array {
  const bytes = new Uint8Array(values.length * BYTES_PER_SCALAR[type]);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => {
    SETTERS[type](view, at, value, endianness === 'little');
  });
  return bytes;
}

const RAMPS: Readonly<Record<ScalarType, (i: number) => number>> = {
  int8: (i) => i * 4 - 128,
  uint8: (i) => i * 4 + 3,
  int16: (i) => ((i * 7919) % 2 ** 16) - 2 ** 15,
  uint16: (i) => (i * 7919 + 1) % 2 ** 16,
  int32: (i) => ((i * 1234567891) % 2 ** 32) - 2 ** 31,
  uint32: (i) => (i * 1234567891 + 5) % 2 ** 32,
  int64: (i) => ((i * 123456789012345) % 2 ** 53) - 2 ** 52,
  uint64: (i) => (i * 123456789012345) % 2 ** 53,
  float32: (i) => Math.fround((i - 29.5) * 1.37 ** (i - 30)),
  float64: (i) => (i - 29.5) * 2.37 ** (i - 30) + 1 / 3,
};

/** Distinct values over the range of `type` that float64 holds exactly, in no order that a mistake could keep. */
export function rampOf(type: ScalarType, count: number = COUNT): number[] {
  return Array.from({ length: count }, (_, i) => RAMPS[type](i));
}

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

export function join(...parts: (string | Uint8Array)[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : part))));
}

export type Encoding = 'raw' | 'gzip' | 'hex' | 'ascii';

/** `values` as the data part of a file. */
export function encode(
  values: readonly number[],
  type: ScalarType,
  encoding: Encoding = 'raw',
  endianness: Endianness = 'little',
): Uint8Array {
  const bytes = toBytes(values, type, endianness);
  switch (encoding) {
    case 'raw':
      return bytes;
    case 'gzip':
      return new Uint8Array(gzipSync(bytes));
    case 'hex':
      return ascii(`${Buffer.from(bytes).toString('hex').replace(/.{34}/g, '$&\n')}\n`);
    case 'ascii':
      return ascii(`${values.map((value, i) => `${value}${i % 7 === 6 ? '\n' : ' '}`).join('')}\n`);
  }
}

export type Fields = Readonly<Record<string, string | number | undefined>>;

export const BASIC_FIELDS: Fields = {
  type: 'short',
  dimension: 3,
  sizes: SIZES.join(' '),
  endian: 'little',
  encoding: 'raw',
};

/** A header with `BASIC_FIELDS`, which `fields` override or, with undefined, leave out. */
export function headerOf(fields: Fields = {}, newline = '\n'): string {
  const lines = Object.entries({ ...BASIC_FIELDS, ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return ['NRRD0005', ...lines, ''].join(newline);
}

/** A whole file with an attached header. */
export function attach(fields: Fields = {}, data: Uint8Array = encode(rampOf('int16'), 'int16')): Uint8Array {
  return join(headerOf(fields), '\n', data);
}

/** `bytes` under the name head.nrrd, beside `siblings`. */
export function sourceOf(bytes: Uint8Array, siblings: Readonly<Record<string, Uint8Array>> = {}): FileSource {
  return {
    name: 'head.nrrd',
    bytes,
    gunzip,
    readSibling: async (name) => {
      const sibling = siblings[name];
      if (!sibling) throw new InputError(`${name}: does not exist; check the path`);
      return sibling;
    },
  };
}

export function read(
  bytes: Uint8Array,
  siblings: Readonly<Record<string, Uint8Array>> = {},
  selection: VolumeSelection = {},
): Promise<VolumeFile> {
  const source = sourceOf(bytes, siblings);
  return finishRead(source.name, readNrrd(source, selection), selection);
}

/** The file that a reader gives, finished as those of all formats are, but for channels, which stay apart. */
export async function finishRead(
  name: string,
  reading: Promise<VolumeFile>,
  selection: VolumeSelection = {},
): Promise<VolumeFile> {
  const { colors, ...file } = await reading;
  return { ...(await finishVolume(file, name, selection)), colors };
}

/** Compressed by bzip2 1.0.8: `rampOf('int16')` in either byte order. */
export const BZIP2_DATA: Readonly<Record<Endianness, Uint8Array>> = {
  little: new Uint8Array(
    Buffer.from(
      'QlpoOTFBWSZTWZHbwxgAAAB///khHpBPQiehB8RD4gn5BPxSPgkfJC8SF4hL5CXwkPhIIAB0OAAAAAAAAAAAAABoAZBoxiQ4AGhoAAAAAaAyaDQGjR6j1AAAA00Lyhkj3zLnxiL4DXJAtO2Tr9G75V9A1ipoDqWowurL6vig2xwSfRJZlqmWQFDrWXBe/1a/qyWyChwNxsgfxNAWgb2aEGXxL7liMNJ8jlCOGffRBIDRGF/SgMAhMBZCI3+LuSKcKEhI7eGMAA==',
      'base64',
    ),
  ),
  big: new Uint8Array(
    Buffer.from(
      'QlpoOTFBWSZTWXuhXTAAAB7///khHpBPQiehB8RD4gn5BPxSPgkfJC8SF4hL5CXwkPhIIAB0OAAAAAAAAAAaAABoNABpoaNiQ4AANB6g0AAAAGjQPUAaaBtQAAANAgZ4N6ILTjjqN5QRAB3oGBK+OjdlrASJyTzEXcn+QW9WGuZNNDiFfGoeo2TYPjGMMt4R02AkRQynfnwl/fGTQR51BD7mvuhZppl4nsWERHwql6AaIH74WBEL8EAAiN/i7kinChIPdCumAA==',
      'base64',
    ),
  ),
};

/** A seeded generator of numbers in [0, 1): Marsaglia's xorshift32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
