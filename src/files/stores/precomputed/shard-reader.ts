/** Reads chunks out of shards, whose indices are kept. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { gunzip } from '../../bytes/compression/inflate.js';
import type { KeyStore } from '../key-store.js';
import { CHUNK_BYTES_MAX } from '../zarr/check-array.js';
import { compressedMorton, locateInShards, type Sharding } from './shard-layout.js';

/** Bytes of an entry of a shard's index, and of a chunk's in that of a minishard. */
const [SHARD_ENTRY_BYTES, CHUNK_ENTRY_BYTES] = [16, 24];

/** An index of a million chunks: minishards are made for hundreds. */
const INDEX_BYTES_MAX = CHUNK_ENTRY_BYTES * 2 ** 20;

/** Indices that are kept. */
const KEPT_MAX = 64;

/** Numbers of a minishard's chunks, and where in the file they begin and end. */
interface MinishardIndex {
  readonly ids: BigUint64Array;
  readonly starts: Float64Array;
  readonly sizes: Float64Array;
}

export class ShardReader {
  readonly #keys: KeyStore;
  readonly #folder: string;
  readonly #sharding: Sharding;
  readonly #grid: Vec3;
  readonly #indices = new Map<string, Promise<MinishardIndex | undefined>>();

  /** @param grid chunks along each axis. */
  constructor(keys: KeyStore, folder: string, sharding: Sharding, grid: Vec3) {
    this.#keys = keys;
    this.#folder = folder;
    this.#sharding = sharding;
    this.#grid = grid;
  }

  /** The name of the file that a chunk is in, if it is anywhere. */
  fileOf(chunk: Vec3): string {
    return locateInShards(compressedMorton(chunk, this.#grid), this.#sharding).file;
  }

  /**
   * The bytes of a chunk, inflated; undefined where there is none.
   * @throws InputError, without the store's name, for damaged indices and chunks.
   */
  async read(chunk: Vec3, sizeBytesMax: number, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const id = compressedMorton(chunk, this.#grid);
    const { file, minishard } = locateInShards(id, this.#sharding);
    // Others may wait for it as well, so that no one caller's signal ends it.
    const index = await this.#readIndex(file, minishard);
    const at = index ? index.ids.indexOf(id) : -1;
    if (!index || at < 0) return undefined;
    const [offset, length] = [index.starts[at]!, index.sizes[at]!];
    const bytes = await this.#readRange(file, offset, length, Math.max(sizeBytesMax, 2 ** 16), signal);
    return this.#sharding.isDataPacked ? gunzip(bytes, sizeBytesMax) : bytes;
  }

  #readIndex(file: string, minishard: number): Promise<MinishardIndex | undefined> {
    const name = `${file} ${minishard}`;
    const known = this.#indices.get(name);
    if (known) return known;
    const index = this.#fetchIndex(file, minishard);
    this.#indices.set(name, index);
    // One that failed is asked for again.
    index.catch(() => this.#indices.delete(name));
    for (const oldest of this.#indices.keys()) {
      if (this.#indices.size <= KEPT_MAX) break;
      this.#indices.delete(oldest);
    }
    return index;
  }

  async #fetchIndex(file: string, minishard: number): Promise<MinishardIndex | undefined> {
    const { minishardBits, isIndexPacked } = this.#sharding;
    const range = { offset: SHARD_ENTRY_BYTES * minishard, length: SHARD_ENTRY_BYTES };
    const entry = await this.#keys.getRange(`${this.#folder}/${file}`, range);
    if (!entry) return undefined;
    if (entry.length < SHARD_ENTRY_BYTES) throw damaged(file);
    const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
    const [start, end] = [0, 8].map((at) => Number(view.getBigUint64(at, true))) as [number, number];
    if (start === end) return undefined;
    if (end < start) throw damaged(file);
    // Places are counted from behind the shard's index.
    const base = SHARD_ENTRY_BYTES * 2 ** minishardBits;
    const stored = await this.#readRange(file, base + start, end - start, INDEX_BYTES_MAX);
    return parseIndex(isIndexPacked ? await gunzip(stored, INDEX_BYTES_MAX) : stored, base, file);
  }

  async #readRange(file: string, offset: number, length: number, most: number, signal?: AbortSignal) {
    if (!Number.isSafeInteger(offset + length) || length > Math.min(most, CHUNK_BYTES_MAX)) throw damaged(file);
    const bytes = await this.#keys.getRange(`${this.#folder}/${file}`, { offset, length }, signal);
    if (bytes?.length !== length) throw damaged(file);
    return bytes;
  }
}

/** Numbers, gaps and sizes, each of which all chunks have one after another; numbers and gaps are from the one before. */
function parseIndex(bytes: Uint8Array, base: number, file: string): MinishardIndex {
  const count = bytes.length / CHUNK_ENTRY_BYTES;
  if (!Number.isInteger(count)) throw damaged(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ids = new BigUint64Array(count);
  const [starts, sizes] = [new Float64Array(count), new Float64Array(count)];
  let id = 0n;
  let end = base;
  for (let chunk = 0; chunk < count; chunk++) {
    id = BigInt.asUintN(64, id + view.getBigUint64(8 * chunk, true));
    ids[chunk] = id;
    starts[chunk] = end + Number(view.getBigUint64(8 * (count + chunk), true));
    sizes[chunk] = Number(view.getBigUint64(8 * (2 * count + chunk), true));
    end = starts[chunk]! + sizes[chunk]!;
  }
  return { ids, starts, sizes };
}

const damaged = (file: string) =>
  new InputError(`has a shard ${file} whose index leads beyond its end or is damaged; get a whole copy`);
