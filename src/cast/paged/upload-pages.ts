/** Gets a paged volume ready on the device: an atlas, without pages yet, and what is known of the values in its bricks. */
import { TEXTURE_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { invert } from '../../math/affine.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { createPageGrid } from '../../paged/page-grid.js';
import type { PagedVolume } from '../../paged/paged-volume.js';
import { countBricks } from '../../volume/bricks.js';
import { smallestSpacing } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { outputNeeds } from '../target/outputs.js';
import type { VolumeTexture } from '../volume/resident/texture.js';
import { chooseVoxelFormat, toTexel, type VoxelFormat } from '../volume/resident/voxel-format.js';
import type { WordFormat } from '../volume/sampling.js';
import { Residency } from './residency.js';

export interface PageUploadOptions {
  /** Voxels around a page that its samples may reach. */
  readonly border: number;
  readonly words: WordFormat;
}

/** Voxels by which rounding may put a sample beyond its page. */
const ROUNDING = 0.01;

/**
 * Voxels beyond a page that its samples take: interpolation one, a gradient another, and what is compared or integrated with
 * the sample before or after may be as far as that.
 */
export function borderOf(
  { pages, mode = 'composite', shading, transfer }: Pick<VolumeScene, 'pages' | 'mode' | 'shading' | 'transfer'>,
  settings: Settings,
): number {
  const { step, preintegrated, jitter } = settings;
  const lit = shading || transfer.gradientOpacities || outputNeeds(settings).surface;
  const gradients = mode === 'isosurface' || (mode === 'composite' && lit);
  const integrated = jitter === undefined ? 0.5 : 1;
  const steps = mode === 'isosurface' ? 1 : preintegrated ? integrated : 0;
  const reach = steps * step * voxelsPerUnit(pages!.level);
  return 1 + (gradients ? 1 : 0) + (reach > 0 ? Math.ceil(reach + ROUNDING) : 0);
}

/** How many voxels along any axis a length of the smallest spacing may be, in whatever direction. */
function voxelsPerUnit(level: PagedVolume['level']): number {
  const { columns } = invert(level.indexToWorld);
  const rows = ([0, 1, 2] as const).map((axis) => Math.hypot(columns[0][axis], columns[1][axis], columns[2][axis]));
  return smallestSpacing(level) * Math.max(...rows);
}

/** @throws DeviceError where there is no memory. */
export async function uploadPages(
  gpu: Gpu,
  volume: PagedVolume,
  { border, words }: PageUploadOptions,
): Promise<VolumeTexture> {
  const { level, preview, ranges, pageSide } = volume;
  const voxelFormat = chooseVoxelFormat(gpu, preview.voxels, words);
  const grid = createPageGrid(level.sizes, pageSide, border);
  const residency = await Residency.create(gpu, volume, grid, voxelFormat);
  return {
    texture: residency.atlas.texture,
    voxelFormat,
    resident: { sizes: level.sizes, indexToWorld: level.indexToWorld },
    brickRanges: createRanges(gpu, volume, voxelFormat),
    brickSide: ranges?.side ?? pageSide,
    downsampleFactor: 1,
    residency,
  };
}

/** A texel a brick; a single one where nothing is known. */
function createRanges(gpu: Gpu, { level, ranges }: PagedVolume, format: VoxelFormat): GPUTexture {
  const size: Vec3 = ranges ? countBricks(level.sizes, ranges.side) : [1, 1, 1];
  const texture = gpu.device.createTexture({
    label: 'bricks.ranges',
    size: [...size],
    dimension: '3d',
    format: 'rg32float',
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
  });
  if (ranges) {
    const texels = Float32Array.from(ranges.pairs as Float64Array, (value) => toTexel(format, value));
    gpu.device.queue.writeTexture({ texture }, texels, { bytesPerRow: 8 * size[0], rowsPerImage: size[1] }, [
      ...mapVec3(size, Number),
    ]);
  }
  return texture;
}
