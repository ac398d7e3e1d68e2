/** Places of chunks in shards: neuroglancer's `datasource/precomputed/sharded.md`. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Fields } from '../metadata-fields.js';

export interface Sharding {
  readonly preshiftBits: number;
  readonly minishardBits: number;
  readonly shardBits: number;
  readonly isHashed: boolean;
  readonly isIndexPacked: boolean;
  readonly isDataPacked: boolean;
}

/** Bits of a chunk's number. */
const ID_BITS = 64;

/** Minishards of a shard: an index of 16 bytes for each stands at its start. */
const MINISHARD_BITS_MAX = 32;

/** @throws InputError, without the store's name, for sharding that cannot be. */
export function parseSharding(fields: Fields): Sharding {
  if (fields['@type'] !== 'neuroglancer_uint64_sharded_v1') {
    throw new InputError(
      `has shards of type ${JSON.stringify(fields['@type'])?.slice(0, 60)}; neuroglancer_uint64_sharded_v1 can be read`,
    );
  }
  const bitsOf = (name: string, most: number) => {
    const bits = fields[name];
    if (Number.isInteger(bits) && (bits as number) >= 0 && (bits as number) <= most) return bits as number;
    throw new InputError(`has ${name} of shards that are not 0 to ${most}`);
  };
  const isPacked = (name: string) => {
    const encoding = fields[name] ?? 'raw';
    if (encoding === 'raw' || encoding === 'gzip') return encoding === 'gzip';
    throw new InputError(`has shards of ${name} ${JSON.stringify(encoding)?.slice(0, 40)}; raw and gzip can be read`);
  };
  const hash = fields['hash'];
  if (hash !== 'identity' && hash !== 'murmurhash3_x86_128') {
    throw new InputError(
      `has shards by the hash ${JSON.stringify(hash)?.slice(0, 40)}; identity and murmurhash3_x86_128 can be read`,
    );
  }
  return {
    preshiftBits: bitsOf('preshift_bits', ID_BITS),
    minishardBits: bitsOf('minishard_bits', MINISHARD_BITS_MAX),
    shardBits: bitsOf('shard_bits', ID_BITS),
    isHashed: hash === 'murmurhash3_x86_128',
    isIndexPacked: isPacked('minishard_index_encoding'),
    isDataPacked: isPacked('data_encoding'),
  };
}

/** The number of a chunk: the bits of its place, of each axis as many as the grid has, taken in turns from the lowest on. */
export function compressedMorton(chunk: Vec3, grid: Vec3): bigint {
  let id = 0n;
  let shift = 0n;
  const bits = Math.ceil(Math.log2(Math.max(...grid)));
  for (let bit = 0; bit < bits; bit++) {
    for (const axis of [0, 1, 2] as const) {
      if (2 ** bit >= grid[axis]) continue;
      if (Math.floor(chunk[axis] / 2 ** bit) % 2 === 1) id |= 1n << shift;
      shift++;
    }
  }
  return id;
}

/** The shard's file and the minishard in it that a chunk's number leads to. */
export function locateInShards(
  id: bigint,
  { preshiftBits, minishardBits, shardBits, isHashed }: Sharding,
): { readonly file: string; readonly minishard: number } {
  const shifted = id >> BigInt(preshiftBits);
  const hash = isHashed ? murmurHash3(shifted) : shifted;
  const minishard = Number(BigInt.asUintN(minishardBits, hash));
  const shard = BigInt.asUintN(shardBits, hash >> BigInt(minishardBits));
  return { file: `${shard.toString(16).padStart(Math.ceil(shardBits / 4), '0')}.shard`, minishard };
}

const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));

/** Mixes the bits of a word: MurmurHash3's `fmix32`. */
function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The lower 64 bits of MurmurHash3_x86_128 of the 8 bytes of a number, lowest first, with the seed 0. */
function murmurHash3(value: bigint): bigint {
  const [low, high] = [Number(value & 0xffffffffn) | 0, Number((value >> 32n) & 0xffffffffn) | 0];
  const LENGTH = 8;
  // Eight bytes are the tail of a block of sixteen: its second word, then its first.
  let h2 = Math.imul(rotate(Math.imul(high, 0xab0e9789), 16), 0x38b34ae5);
  let h1 = Math.imul(rotate(Math.imul(low, 0x239b961b), 15), 0xab0e9789);
  let [h3, h4] = [LENGTH, LENGTH];
  h1 ^= LENGTH;
  h2 ^= LENGTH;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  [h1, h2, h3, h4] = [mix(h1), mix(h2), mix(h3), mix(h4)];
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  return (BigInt(h2 >>> 0) << 32n) | BigInt(h1 >>> 0);
}
