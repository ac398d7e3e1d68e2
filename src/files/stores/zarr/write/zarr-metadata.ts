/** The metadata of the stores that we write: OME-Zarr 0.5 of Zarr 3, sharded along x. */
import type { Vec3 } from '../../../../math/vec3.js';
import type { LevelGeometry } from '../../../../paged/pyramid/plan-pyramid.js';
import type { Reduction } from '../../../../paged/pyramid/reduce-chunk.js';
import type { Store, VoxelType } from '../../../../paged/store.js';
import { CHECKSUM_BYTES, putChecked } from '../crc32c.js';

const encode = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

const LITTLE_ENDIAN = { name: 'bytes', configuration: { endian: 'little' } } as const;

const CHECKSUM = { name: 'crc32c' } as const;

/** An array in shards, whose index is at the end; it and the chunks have checksums. */
export interface ArrayLayout {
  /** Slowest axis first, as Zarr has them. */
  readonly shape: readonly number[];
  readonly chunk: readonly number[];
  readonly shard: readonly number[];
  readonly type: VoxelType;
  /** The entry of the codec that compresses chunks. */
  readonly codec: object;
}

export function arrayMetadata({ shape, chunk, shard, type, codec }: ArrayLayout): Uint8Array {
  const codecs = [LITTLE_ENDIAN, codec, CHECKSUM];
  const sharding = { chunk_shape: chunk, codecs, index_codecs: [LITTLE_ENDIAN, CHECKSUM], index_location: 'end' };
  return encode({
    zarr_format: 3,
    node_type: 'array',
    shape,
    data_type: type,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: shard } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    codecs: [{ name: 'sharding_indexed', configuration: sharding }],
    fill_value: 0,
    dimension_names: shape.length === 3 ? ['z', 'y', 'x'] : undefined,
    attributes: {},
  });
}

/** Slowest axis first. */
const reversed = ([i, j, k]: Vec3) => [k, j, i];

export interface ImageLayout extends Pick<Store, 'anatomical' | 'unit'> {
  readonly name: string;
  readonly levels: readonly LevelGeometry[];
  readonly placement: Store['levels'][0]['indexToWorld'];
  readonly reduction: Reduction;
  readonly rangesSide: number;
}

export const levelPath = (level: number) => `/${level}`;
export const rangesPath = (level: number) => `/ranges/${level}`;

/**
 * OME-Zarr has no directions: their place is among our own attributes. Other readers see spacings, and the first voxel where
 * it is.
 */
export function groupMetadata(image: ImageLayout): Uint8Array {
  const { name, levels, placement, reduction, rangesSide, anatomical, unit } = image;
  const axes = ['z', 'y', 'x'].map((axis) => ({ name: axis, type: 'space', ...(unit !== undefined && { unit }) }));
  const datasets = levels.map(({ spacing, shift }, level) => ({
    path: String(level),
    coordinateTransformations: [
      { type: 'scale', scale: reversed(spacing) },
      {
        type: 'translation',
        translation: reversed([0, 1, 2].map((axis) => placement.origin[axis]! + shift[axis]!) as unknown as Vec3),
      },
    ],
  }));
  const multiscale = { name, type: reduction, axes, datasets };
  return encode({
    zarr_format: 3,
    node_type: 'group',
    attributes: {
      ome: { version: '0.5', multiscales: [multiscale], ...(reduction === 'mode' && { 'image-label': {} }) },
      tilecast: {
        indexToWorld: placement,
        anatomical,
        ranges: levels.map((_, level) => ({ path: rangesPath(level).slice(1), side: rangesSide })),
      },
    },
  });
}

/** The offset that a shard's index gives a missing chunk. */
const MISSING = 2n ** 64n - 1n;

/** The bytes of a shard: its chunks with checksums, those of nothing but zeros undefined, and their index; undefined if all are. */
export function packShard(chunks: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  if (chunks.every((chunk) => chunk === undefined)) return undefined;
  const size = chunks.reduce((sum, chunk) => sum + (chunk ? chunk.length + CHECKSUM_BYTES : 0), 0);
  const shard = new Uint8Array(size + 16 * chunks.length + CHECKSUM_BYTES);
  const index = new DataView(new ArrayBuffer(16 * chunks.length));
  let at = 0;
  for (const [number, chunk] of chunks.entries()) {
    index.setBigUint64(16 * number, chunk ? BigInt(at) : MISSING, true);
    index.setBigUint64(16 * number + 8, chunk ? BigInt(chunk.length + CHECKSUM_BYTES) : MISSING, true);
    if (chunk) at = putChecked(shard, at, chunk);
  }
  putChecked(shard, at, new Uint8Array(index.buffer));
  return shard;
}
