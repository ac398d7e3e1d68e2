/** Zarr stores in memory, written by hand from the specifications: uncompressed, of Zarr 2 and 3, sharded or not. */
import type { KeyStore } from 'tilecast';
import { rangeWithin } from 'tilecast/lab';

export type Files = Map<string, Uint8Array>;

export const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

export function memoryKeys(files: Files, name = 'memory.zarr'): KeyStore {
  return {
    name,
    get: async (key) => files.get(key),
    getRange: async (key, range) => files.get(key)?.slice(...rangeWithin(range, files.get(key)!.length)),
  };
}

/** Values of an array in C order: its last axis is fastest. */
export interface Grid {
  readonly shape: readonly number[];
  readonly values: Uint16Array;
}

/** All index tuples below a shape, the last axis fastest. */
function listIndices(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (all, size) => all.flatMap((start) => Array.from({ length: size }, (_, index) => [...start, index])),
    [[]],
  );
}

const placeOf = (index: readonly number[], shape: readonly number[]) =>
  index.reduce((place, along, axis) => place * shape[axis]! + along, 0);

const gridOfChunks = (shape: readonly number[], chunks: readonly number[]) =>
  shape.map((size, axis) => Math.ceil(size / chunks[axis]!));

function cutChunk({ shape, values }: Grid, number: readonly number[], chunks: readonly number[]): Uint16Array {
  const chunk = new Uint16Array(chunks.reduce((product, size) => product * size, 1));
  for (const within of listIndices(chunks)) {
    const index = within.map((along, axis) => along + number[axis]! * chunks[axis]!);
    if (index.every((along, axis) => along < shape[axis]!)) {
      chunk[placeOf(within, chunks)] = values[placeOf(index, shape)]!;
    }
  }
  return chunk;
}

const bytesOf = ({ buffer }: Uint16Array) => new Uint8Array(buffer.slice(0));

/** Chunks of nothing but zeros, the fill value, are left out. */
export function writeZarr2(files: Files, path: string, grid: Grid, chunks: readonly number[]): void {
  const { shape } = grid;
  const metadata = { zarr_format: 2, shape, chunks, dtype: '<u2', order: 'C', fill_value: 0 };
  files.set(`${path}/.zarray`, text({ ...metadata, compressor: null, filters: null, dimension_separator: '/' }));
  for (const number of listIndices(gridOfChunks(shape, chunks))) {
    const chunk = cutChunk(grid, number, chunks);
    if (chunk.some((value) => value > 0)) files.set(`${path}/${number.join('/')}`, bytesOf(chunk));
  }
}

export function writeZarr3Sharded(
  files: Files,
  path: string,
  grid: Grid,
  chunks: readonly number[],
  shard: readonly number[],
): void {
  const { shape } = grid;
  const bytes = { name: 'bytes', configuration: { endian: 'little' } };
  const sharding = { chunk_shape: chunks, codecs: [bytes], index_codecs: [bytes], index_location: 'end' };
  files.set(
    `${path}/zarr.json`,
    text({
      zarr_format: 3,
      node_type: 'array',
      shape,
      data_type: 'uint16',
      chunk_grid: { name: 'regular', configuration: { chunk_shape: shard } },
      chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
      codecs: [{ name: 'sharding_indexed', configuration: sharding }],
      fill_value: 0,
      attributes: {},
    }),
  );
  const perShard = shard.map((size, axis) => size / chunks[axis]!);
  for (const number of listIndices(gridOfChunks(shape, shard))) {
    const index: bigint[] = [];
    const parts: number[] = [];
    for (const within of listIndices(perShard)) {
      const chunk = cutChunk(
        grid,
        within.map((along, axis) => along + number[axis]! * perShard[axis]!),
        chunks,
      );
      const isEmpty = !chunk.some((value) => value > 0);
      const missing = 2n ** 64n - 1n;
      index.push(...(isEmpty ? [missing, missing] : [BigInt(parts.length), BigInt(2 * chunk.length)]));
      if (!isEmpty) parts.push(...bytesOf(chunk));
    }
    files.set(
      `${path}/c/${number.join('/')}`,
      Uint8Array.from([...parts, ...new Uint8Array(BigUint64Array.from(index).buffer)]),
    );
  }
}
