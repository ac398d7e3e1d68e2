/** The description of a precomputed volume: neuroglancer's `datasource/precomputed/volume.md`. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { VOXEL_TYPES, type VoxelType, voxelSizeBytes } from '../../../paged/store.js';
import { type Fields, fieldsOf, listOf, pathOf, sizesOf, spacingOf, vectorOf } from '../metadata-fields.js';
import { CHUNK_BYTES_MAX } from '../zarr/check-array.js';
import { parseSharding, type Sharding } from './shard-layout.js';

const ENCODINGS = ['raw', 'jpeg', 'png', 'compressed_segmentation'] as const;

export type PrecomputedEncoding = (typeof ENCODINGS)[number];

export interface PrecomputedScale {
  /** Path of the folder of its chunks. */
  readonly path: string;
  readonly sizes: Vec3;
  readonly chunkSizes: Vec3;
  /** Nanometres between voxels. */
  readonly resolution: Vec3;
  /** Number of the first voxel along each axis. */
  readonly offset: Vec3;
  readonly encoding: PrecomputedEncoding;
  /** Voxels of a block of compressed segmentations. */
  readonly blockSizes: Vec3;
  readonly sharding: Sharding | undefined;
}

export interface PrecomputedInfo {
  /** 64 bits are those of labels, which become uint32. */
  readonly type: VoxelType;
  readonly isWide: boolean;
  readonly channels: number;
  readonly isLabels: boolean;
  /** Finest first. */
  readonly scales: readonly [PrecomputedScale, ...PrecomputedScale[]];
}

/** Halved so often, no size is above one voxel. */
const SCALES_MAX = 64;

/** Whether fields are those of such a description. */
export const isPrecomputedInfo = (fields: Fields): boolean =>
  fields['@type'] === 'neuroglancer_multiscale_volume' || (Array.isArray(fields['scales']) && 'data_type' in fields);

/** @throws InputError, without the store's name, for a description that cannot be. */
export function parseInfo(fields: Fields): PrecomputedInfo {
  const isLabels = fields['type'] === 'segmentation';
  const named = String(fields['data_type']).toLowerCase();
  const isWide = named === 'uint64';
  const type = VOXEL_TYPES.find((candidate) => candidate === named) ?? (isWide && isLabels ? 'uint32' : undefined);
  if (!type) {
    throw new InputError(
      `has voxels of type ${named}; ${VOXEL_TYPES.join(', ')} can be read, and uint64 of segmentations`,
    );
  }
  const channels = fields['num_channels'] ?? 1;
  const scales = listOf(fields['scales']);
  if (!Number.isSafeInteger(channels) || (channels as number) < 1) throw new InputError('has a num_channels below 1');
  if (scales.length === 0 || scales.length > SCALES_MAX) {
    throw new InputError(`has ${scales.length} scales; 1 to ${SCALES_MAX} can be read`);
  }
  const chunkValueBytes = (channels as number) * (isWide ? 8 : voxelSizeBytes(type));
  const parsed = scales.map((scale, index) => parseScale(fieldsOf(scale) ?? {}, index, chunkValueBytes));
  const volumeOf = ({ resolution: [x, y, z] }: PrecomputedScale) => x * y * z;
  parsed.sort((a, b) => volumeOf(a) - volumeOf(b));
  return { type, isWide, channels: channels as number, isLabels, scales: parsed as [PrecomputedScale] };
}

function parseScale(scale: Fields, index: number, chunkValueBytes: number): PrecomputedScale {
  const what = `scale ${index}`;
  const sizes = sizesOf(scale['size'], 3, `sizes of ${what}`) as unknown as Vec3;
  const resolution = spacingOf(scale['resolution']);
  const offset = scale['voxel_offset'] === undefined ? ([0, 0, 0] as const) : vectorOf(scale['voxel_offset']);
  if (!resolution) throw new InputError(`has a resolution of ${what} that is not three numbers above 0`);
  if (!offset?.every(Number.isSafeInteger)) {
    throw new InputError(`has a voxel_offset of ${what} that is not three integers`);
  }
  const chunkSizes = chooseChunkSizes(listOf(scale['chunk_sizes']), what);
  const chunkBytes = chunkSizes.reduce((product, size) => product * size, chunkValueBytes);
  if (chunkBytes > CHUNK_BYTES_MAX) {
    throw new InputError(
      `has chunks of ${chunkBytes} bytes in ${what}; ${CHUNK_BYTES_MAX} are the most that are read at once`,
    );
  }
  const encoding = ENCODINGS.find((known) => known === scale['encoding']);
  if (!encoding) {
    throw new InputError(
      `has chunks encoded as ${JSON.stringify(scale['encoding'])?.slice(0, 40)}; ${ENCODINGS.join(', ')} can be read`,
    );
  }
  const isSegmentation = encoding === 'compressed_segmentation';
  const blockSizes = isSegmentation
    ? sizesOf(scale['compressed_segmentation_block_size'], 3, `compressed_segmentation_block_size of ${what}`)
    : [8, 8, 8];
  const sharding = fieldsOf(scale['sharding']);
  return {
    path: pathOf(scale['key'], `a key of ${what}`),
    ...{ sizes, chunkSizes, resolution, offset, encoding },
    blockSizes: blockSizes as unknown as Vec3,
    sharding: sharding && parseSharding(sharding),
  };
}

/** Several sizes are the same voxels cut in several ways; the most even ones serve views from anywhere. */
function chooseChunkSizes(choices: readonly unknown[], what: string): Vec3 {
  if (choices.length === 0) throw new InputError(`has no chunk_sizes of ${what}`);
  const parsed = choices.map((sizes) => sizesOf(sizes, 3, `chunk_sizes of ${what}`));
  const unevenness = (sizes: readonly number[]) => Math.max(...sizes) / Math.min(...sizes);
  return parsed.reduce((best, sizes) => (unevenness(sizes) < unevenness(best) ? sizes : best)) as unknown as Vec3;
}
