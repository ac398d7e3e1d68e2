/** Arrays of Zarr that zarrita reads once their metadata say something else: of types that engines lack, or with indexes first. */

import { InputError } from '../../../errors.js';
import type { VoxelType } from '../../../paged/store.js';
import type { VoxelArray } from '../../../volume/volume.js';
import type { ByteRange } from '../../bytes/byte-range.js';

/** Types of values in files that no voxels have, and those that take their place. */
const STORED_TYPES = {
  float16: { read: 'uint16', voxels: 'float32' },
  bool: { read: 'uint8', voxels: 'uint8' },
  int64: { read: 'int64', voxels: 'int32' },
  uint64: { read: 'uint64', voxels: 'uint32' },
} as const;

export type StoredType = keyof typeof STORED_TYPES;

const STORED_OF_ZARR2: Readonly<Record<string, StoredType | undefined>> = { f2: 'float16', b1: 'bool' };

type Json = Record<string, unknown>;

export class AdaptedArrays {
  /** Types by the arrays' paths. */
  readonly #types = new Map<string, StoredType>();
  /** Paths of arrays whose shards begin with their indexes. */
  readonly #indexedFirst = new Set<string>();

  /** Metadata as zarrita knows them. @param key of the file, below the root. */
  adapt(key: string, bytes: Uint8Array): Uint8Array {
    const [, path, name] = /^(.*)\/(zarr\.json|\.zarray)$/.exec(key) ?? [];
    if (path === undefined) return bytes;
    const metadata = parseJson(bytes);
    const isChanged = name === '.zarray' ? this.#adaptZarr2(path, metadata) : this.#adaptZarr3(path, metadata);
    return isChanged ? new TextEncoder().encode(JSON.stringify(metadata)) : bytes;
  }

  /** The range where a shard has what zarrita looks for at its end. */
  rangeOf(key: string, range: ByteRange): ByteRange {
    if (!('suffixLength' in range)) return range;
    const isFirst = [...this.#indexedFirst].some((path) => key.startsWith(`${path}/`));
    return isFirst ? { offset: 0, length: range.suffixLength } : range;
  }

  /** The type of an array's values in its files, where it is none of voxels. */
  typeOf({ path, dtype }: { readonly path: string; readonly dtype: string }): StoredType | undefined {
    const known = this.#types.get(path.replace(/\/$/, ''));
    return known ?? (dtype === 'int64' || dtype === 'uint64' || dtype === 'bool' ? dtype : undefined);
  }

  #adaptZarr2(path: string, metadata: Json): boolean {
    const [, order, code = ''] = /^([<>|])(f2|b1)$/.exec(String(metadata['dtype'])) ?? [];
    const type = STORED_OF_ZARR2[code];
    if (!type) return false;
    if (Array.isArray(metadata['filters']) && metadata['filters'].length > 0) return false;
    this.#types.set(path, type);
    metadata['dtype'] = `${order}u${code.slice(1)}`;
    metadata['fill_value'] = readFill(type, metadata['fill_value']);
    return true;
  }

  #adaptZarr3(path: string, metadata: Json): boolean {
    const { codecs, data_type: type } = metadata;
    let isChanged = false;
    if (renameEndian(codecs)) isChanged = true;
    for (const codec of Array.isArray(codecs) ? codecs : []) {
      const configuration = codec?.name === 'sharding_indexed' ? codec.configuration : undefined;
      if (configuration?.index_location !== 'start') continue;
      this.#indexedFirst.add(path);
      configuration.index_location = 'end';
      isChanged = true;
    }
    if (type === 'float32' || type === 'float64') {
      const fill = readBits(type, metadata['fill_value']);
      if (fill === undefined) return isChanged;
      metadata['fill_value'] = fill;
      return true;
    }
    if (type !== 'float16' && type !== 'bool') return isChanged;
    this.#types.set(path, type);
    metadata['data_type'] = STORED_TYPES[type].read;
    metadata['fill_value'] = readFill(type, metadata['fill_value']);
    return true;
  }
}

/** Lists of codecs within shards are no deeper than this in what `checkCodecs` lets through. */
const DEPTH_MAX = 8;

/** Codecs by the name that drafts of Zarr 3 gave to `bytes` get its own, within shards too. @returns whether there were some. */
function renameEndian(codecs: unknown, depth = 0): boolean {
  if (!Array.isArray(codecs) || depth > DEPTH_MAX) return false;
  let isChanged = false;
  for (const codec of codecs) {
    if (typeof codec !== 'object' || codec === null) continue;
    if (codec.name === 'endian') {
      codec.name = 'bytes';
      isChanged = true;
    }
    const { configuration } = codec;
    for (const field of ['codecs', 'index_codecs']) {
      if (renameEndian(configuration?.[field], depth + 1)) isChanged = true;
    }
  }
  return isChanged;
}

/** Damaged metadata are as they are: who opens the array says so. */
function parseJson(bytes: Uint8Array): Json {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : {};
  } catch {
    return {};
  }
}

/** The type of voxels that stands for one of files. */
export const voxelTypeOf = (type: StoredType): VoxelType => STORED_TYPES[type].voxels;

/** Values as zarrita gives them, as those of voxels. @throws InputError for integers of more than 32 bits. */
export function convertStored(type: StoredType, data: unknown): VoxelArray {
  if (type === 'float16') return Float32Array.from(data as Uint16Array, readHalf);
  if (type === 'bool') return Uint8Array.from(data as Iterable<number>, Number);
  const values = data as BigInt64Array | BigUint64Array;
  const narrow = type === 'int64' ? new Int32Array(values.length) : new Uint32Array(values.length);
  // Halves instead of big integers, each of which would be an object; both kinds of engines that are left are little-endian.
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  for (let index = 0; index < narrow.length; index++) {
    const low = halves[2 * index]!;
    narrow[index] = low;
    if (halves[2 * index + 1] !== (type === 'int64' ? low >> 31 : 0)) {
      throw new InputError(`holds the value ${values[index]}, and 32 bits are the most of integers that are read`);
    }
  }
  return narrow;
}

/** The value of a chunk that is not there. */
export function convertFill(type: StoredType | undefined, value: unknown): number {
  if (type === 'float16') return readHalf(Number(value ?? 0));
  return Number(value ?? 0);
}

/** The fill value that hexadecimal digits say bit by bit, as metadata have it; undefined of others. */
function readBits(type: 'float32' | 'float64', value: unknown): number | 'NaN' | undefined {
  const digits = type === 'float32' ? 8 : 16;
  if (typeof value !== 'string' || !new RegExp(`^0x[\\da-f]{${digits}}$`, 'i').test(value)) return undefined;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value.padEnd(18, '0')));
  const number = type === 'float32' ? view.getFloat32(0) : view.getFloat64(0);
  // Infinite values are missing, as NaN is, and JSON has neither.
  return Number.isFinite(number) ? number : 'NaN';
}

/** A fill value in the type that is read. */
function readFill(type: StoredType, value: unknown): number {
  if (type === 'bool') return value === true || value === 1 ? 1 : 0;
  if (typeof value === 'string' && /^0x[\da-f]{4}$/i.test(value)) return Number(value);
  const named = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY };
  return writeHalf(typeof value === 'string' ? (named[value as keyof typeof named] ?? 0) : Number(value ?? 0));
}

/** The value of a half float's bits: IEEE 754, binary16. */
export function readHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/** The bits of the half float that is nearest to a value, found among all of them: it is asked once for an array. */
export function writeHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  let best = 0;
  for (let bits = 0; bits <= 0x7c00; bits++) {
    if (Math.abs(readHalf(bits) - Math.abs(value)) < Math.abs(readHalf(best) - Math.abs(value))) best = bits;
  }
  if (Math.abs(value) === Number.POSITIVE_INFINITY) best = 0x7c00;
  return value < 0 ? best + 0x8000 : best;
}
