/** Finds the chunks of an array that have a file: the others hold nothing but the fill value, and need not be read. */
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import { createVoxels, type PresentChunks, type VoxelType } from '../../../paged/store.js';
import type { KeyStore } from '../key-store.js';
import type { ZarrArray } from './check-array.js';

/** How an array names the files of its chunks, or of its shards. */
export interface FileNames {
  /** Voxels of a file along each axis. */
  readonly sizes: readonly number[];
  readonly nameOf: (chunkIndex: readonly number[]) => string;
  /** The numbers that a name is made of; undefined for other files. */
  readonly numbersIn: (name: string) => readonly number[] | undefined;
}

/** The chunks of an array that make a volume. */
export interface VolumeChunks {
  /** The axes of the array that span space, as i, j and k. */
  readonly spatial: Vec3;
  /** The number of a chunk along each axis of the array. */
  readonly chunkIndexOf: (chunk: Vec3) => readonly number[];
}

/**
 * @returns undefined where that is not known: on servers, in folders of very many files, and where no number fills the gaps.
 */
export async function findPresent(
  keys: KeyStore,
  array: ZarrArray,
  { type, fill: fillValue }: { readonly type: VoxelType; readonly fill: number },
  { spatial, chunkIndexOf }: VolumeChunks,
): Promise<PresentChunks | undefined> {
  const folder = array.path.replace(/\/$/, '');
  const [names, files] = await Promise.all([readFileNames(keys, folder), keys.list?.(`${folder}/`)]);
  const { chunks } = array;
  const fill = createVoxels(type, 1).fill(fillValue)[0]!;
  if (!names || !files || !Number.isFinite(fill)) return undefined;
  const present = new Set(files);
  const fileOf = (chunk: Vec3) =>
    names.nameOf(chunkIndexOf(chunk).map((number, axis) => Math.floor((number * chunks[axis]!) / names.sizes[axis]!)));
  /** The chunks of the volume in a file, which may be a shard, and of another point in time. */
  const chunksIn = (file: string): Vec3[] => {
    const numbers = names.numbersIn(file);
    if (numbers?.length !== chunks.length) return [];
    const first = mapVec3(spatial, (axis) => Math.floor((numbers[axis]! * names.sizes[axis]!) / chunks[axis]!));
    const end = mapVec3(spatial, (axis) =>
      Math.ceil(Math.min((numbers[axis]! + 1) * names.sizes[axis]!, array.shape[axis]!) / chunks[axis]!),
    );
    const found: Vec3[] = [];
    for (let k = first[2]; k < end[2]; k++) {
      for (let j = first[1]; j < end[1]; j++) {
        for (let i = first[0]; i < end[0]; i++) if (fileOf([i, j, k]) === file) found.push([i, j, k]);
      }
    }
    return found;
  };
  return { fill, has: (chunk) => present.has(fileOf(chunk)), list: () => files.flatMap(chunksIn) };
}

/** Whole numbers as names have them, without zeros before them. */
function parseNumbers(name: string, separator: string): readonly number[] | undefined {
  const parts = name.split(separator);
  return parts.every((part) => /^(?:0|[1-9]\d{0,14})$/.test(part)) ? parts.map(Number) : undefined;
}

/** Undefined for metadata of both versions, and for names that extensions may choose. */
export async function readFileNames(keys: KeyStore, folder: string): Promise<FileNames | undefined> {
  const [second, third] = await Promise.all([
    readJson(keys, `${folder}/.zarray`),
    readJson(keys, `${folder}/zarr.json`),
  ]);
  if (second && !third) {
    const { chunks, dimension_separator: separator = '.' } = second as Zarr2Names;
    return {
      sizes: chunks,
      nameOf: (chunkIndex) => chunkIndex.join(separator),
      numbersIn: (name) => parseNumbers(name, separator),
    };
  }
  if (!third || second) return undefined;
  const { chunk_grid: grid, chunk_key_encoding: encoding } = third as Zarr3Names;
  if (grid.name !== 'regular') return undefined;
  const sizes = grid.configuration.chunk_shape;
  const isSecond = encoding.name === 'v2';
  if (!isSecond && encoding.name !== 'default') return undefined;
  const separator = encoding.configuration?.separator ?? (isSecond ? '.' : '/');
  const start = isSecond ? '' : `c${separator}`;
  return {
    sizes,
    nameOf: (chunkIndex) => `${start}${chunkIndex.join(separator)}`,
    numbersIn: (name) => (name.startsWith(start) ? parseNumbers(name.slice(start.length), separator) : undefined),
  };
}

interface Zarr2Names {
  readonly chunks: readonly number[];
  readonly dimension_separator?: string;
}

interface Zarr3Names {
  readonly chunk_grid: { readonly name: string; readonly configuration: { readonly chunk_shape: readonly number[] } };
  readonly chunk_key_encoding: { readonly name: string; readonly configuration?: { readonly separator?: string } };
}

async function readJson(keys: KeyStore, key: string): Promise<unknown> {
  const bytes = await keys.get(key);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}
