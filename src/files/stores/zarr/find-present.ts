/** Finds the chunks of an array that have a file: the others hold nothing but the fill value, and need not be read. */
import type { Vec3 } from '../../../math/vec3.js';
import { createVoxels, type PresentChunks, type VoxelType } from '../../../paged/store.js';
import type { KeyStore } from '../key-store.js';
import type { ZarrArray } from './check-array.js';

/** How an array names the files of its chunks, or of its shards. */
export interface FileNames {
  /** Voxels of a file along each axis. */
  readonly sizes: readonly number[];
  readonly nameOf: (chunkIndex: readonly number[]) => string;
}

/**
 * @param chunkIndexOf the number of a chunk along each axis of the array.
 * @returns undefined where that is not known: on servers, in folders of very many files, and where no number fills the gaps.
 */
export async function findPresent(
  keys: KeyStore,
  array: ZarrArray,
  { type, fill: fillValue }: { readonly type: VoxelType; readonly fill: number },
  chunkIndexOf: (chunk: Vec3) => readonly number[],
): Promise<PresentChunks | undefined> {
  const folder = array.path.replace(/\/$/, '');
  const [names, files] = await Promise.all([readFileNames(keys, folder), keys.list?.(`${folder}/`)]);
  const { chunks } = array;
  const fill = createVoxels(type, 1).fill(fillValue)[0]!;
  if (!names || !files || !Number.isFinite(fill)) return undefined;
  const present = new Set(files);
  return {
    fill,
    has: (chunk) => {
      const chunkIndex = chunkIndexOf(chunk);
      return present.has(
        names.nameOf(chunkIndex.map((number, axis) => Math.floor((number * chunks[axis]!) / names.sizes[axis]!))),
      );
    },
  };
}

/** Undefined for metadata of both versions, and for names that extensions may choose. */
export async function readFileNames(keys: KeyStore, folder: string): Promise<FileNames | undefined> {
  const [second, third] = await Promise.all([
    readJson(keys, `${folder}/.zarray`),
    readJson(keys, `${folder}/zarr.json`),
  ]);
  if (second && !third) {
    const { chunks, dimension_separator: separator = '.' } = second as Zarr2Names;
    return { sizes: chunks, nameOf: (chunkIndex) => chunkIndex.join(separator) };
  }
  if (!third || second) return undefined;
  const { chunk_grid: grid, chunk_key_encoding: encoding } = third as Zarr3Names;
  if (grid.name !== 'regular') return undefined;
  const sizes = grid.configuration.chunk_shape;
  const separator = encoding.configuration?.separator;
  if (encoding.name === 'v2') return { sizes, nameOf: (chunkIndex) => chunkIndex.join(separator ?? '.') };
  if (encoding.name !== 'default') return undefined;
  return { sizes, nameOf: (chunkIndex) => ['c', ...chunkIndex].join(separator ?? '/') };
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
