/** Prepares a paged volume on the device: an empty atlas, and the known ranges of values of its bricks. */

import { InputError } from '../../errors.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { StagingRing } from '../../gpu/host/staging-ring.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import { invert } from '../../math/affine.js';
import { mapNumbers } from '../../math/map-numbers.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { PagedVolume } from '../../paged/paged-volume.js';
import { createPageGrid } from '../../paged/pages/page-grid.js';
import { colorLayer, styleLayer, voxelLayer } from '../../paged/pages/page-layers.js';
import { widenRanges } from '../../paged/widen-ranges.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { countBricks } from '../../volume/bricks.js';
import { smallestSpacing } from '../../volume/volume.js';
import { findHiddenValue, NEEDS_HIDDEN_VALUE } from '../fused/hidden-value.js';
import type { Settings } from '../settings.js';
import { outputNeeds } from '../target/outputs.js';
import { type MaskTexture, styleNumbersOf, uploadStyles } from '../volume/resident/mask.js';
import type { PageLabels, PresentScene } from '../volume/resident/present-volume.js';
import type { VolumeTexture } from '../volume/resident/texture.js';
import { chooseVoxelFormat, toTexel, type VoxelFormat } from '../volume/resident/voxel-format.js';
import type { WordFormat } from '../volume/sampling.js';
import { MissingVoxelError } from './missing-voxels.js';
import { Residency, type ResidentLayer } from './residency.js';

/** A volume that is fused with the one in pages, on the same voxels. */
export interface FusedPages {
  readonly pages: PagedVolume;
  /** The value that replaces NaN; undefined where there cannot be any, or no value is hidden. */
  readonly hidden: number | undefined;
}

export interface PageUploadOptions {
  /** Voxels around a page that its samples may reach. */
  readonly border: number;
  readonly words: WordFormat;
  readonly labels: PageLabels | undefined;
  readonly fused: readonly FusedPages[];
}

/** The textures of a residency, made for options that are met but for the border, which may be wider than requested. */
export interface ResidentPages {
  readonly options: PageUploadOptions;
  readonly volume: VolumeTexture;
  readonly mask: MaskTexture | undefined;
  readonly fused: readonly VolumeTexture[];
}

/** Whether what is resident serves other options too. */
export function serves({ options, volume }: ResidentPages, gpu: Gpu, wanted: PageUploadOptions): boolean {
  const { labels, fused } = options;
  const format = chooseVoxelFormat(gpu, volume.residency!.volume.preview.voxels, wanted.words);
  return (
    options.border >= wanted.border &&
    volume.voxelFormat.format === format.format &&
    labels?.labels === wanted.labels?.labels &&
    labels?.styles === wanted.labels?.styles &&
    labels?.hidesMissing === wanted.labels?.hidesMissing &&
    fused.length === wanted.fused.length &&
    fused.every(({ pages, hidden }, n) => pages === wanted.fused[n]!.pages && hidden === wanted.fused[n]!.hidden)
  );
}

/** Options for a scene's pages. */
export function planPages(scene: PresentScene, settings: Settings, words: WordFormat): PageUploadOptions {
  const { pageLabels, fused = [] } = scene;
  return {
    border: borderOf(scene, settings),
    words,
    labels: pageLabels,
    fused: fused.map(({ pages, transfer }) => ({ pages: pages!, hidden: hiddenIn(pages!, transfer) })),
  };
}

const hiddenIn = ({ level }: PagedVolume, transfer: TransferFunction) =>
  level.type.startsWith('float') ? findHiddenValue(transfer) : undefined;

/** Voxels by which rounding may put a sample beyond its page. */
const ROUNDING = 0.01;

/** Voxels that a gradient is found in: the next ones, and interpolation. */
const GRADIENT_VOXELS = 2;

/** Voxels that the edge of a label is found in: as far as `EDGE_RADIUS` of wgsl/cast/volume/labels/label_edge.wgsl, and interpolation. */
const EDGE_VOXELS = 3;

/**
 * Voxels beyond a page that its samples take: interpolation one, a gradient another or the edges of labels three, and what is
 * compared with the sample before or after may be as far as that.
 */
function borderOf(
  {
    pages,
    mode = 'composite',
    shading,
    transfer,
    pageLabels,
    fused = [],
  }: Pick<PresentScene, 'pages' | 'mode' | 'shading' | 'transfer' | 'pageLabels' | 'fused'>,
  settings: Settings,
): number {
  const { step, refined, quality } = settings;
  // Surfaces that paths meet are known by the density half a unit before and behind them, and have normals.
  if (quality === 'path') return GRADIENT_VOXELS + Math.ceil(voxelsPerUnit(pages!.level) / 2 + ROUNDING);
  const lit = [{ shading, transfer }, ...fused].some((one) => one.shading || one.transfer.gradientOpacities);
  const needsGradients = lit || outputNeeds(settings).surface;
  const gradients = mode === 'isosurface' || (mode === 'composite' && needsGradients);
  const steps = mode === 'isosurface' || refined ? 1 : 0;
  const reach = steps * step * voxelsPerUnit(pages!.level);
  return (gradients ? (pageLabels ? EDGE_VOXELS : GRADIENT_VOXELS) : 1) + (reach > 0 ? Math.ceil(reach + ROUNDING) : 0);
}

/** How many voxels along any axis a length of the smallest spacing may be, in whatever direction. */
function voxelsPerUnit(level: PagedVolume['level']): number {
  const { columns } = invert(level.indexToWorld);
  const rows = ([0, 1, 2] as const).map((axis) => Math.hypot(columns[0][axis], columns[1][axis], columns[2][axis]));
  return smallestSpacing(level) * Math.max(...rows);
}

/**
 * @param staging memory that pages go through, which is destroyed with them. Made by the caller, whose modules a page of the web loads
 * first: imported here, in modules that it loads later, the class would move to a file of its own, 0.4 kB more.
 * @throws DeviceError where there is no memory, InputError for too many styles.
 */
export async function uploadPages(
  gpu: Gpu,
  volume: PagedVolume,
  options: PageUploadOptions,
  staging: StagingRing,
): Promise<ResidentPages> {
  const { level, preview, pageSide } = volume;
  const { labels, fused, border, words } = options;
  const styles = labels && uploadStyles(gpu, labels.styles);
  const formatOf = (pages: PagedVolume) => chooseVoxelFormat(gpu, pages.preview.voxels, words);
  const missing = labels?.hidesMissing ? 'mean' : () => new MissingVoxelError(volume);
  const layers: ResidentLayer[] = [
    { ...formatOf(volume), ...voxelLayer(volume, formatOf(volume), missing) },
    ...fused.map(({ pages, hidden }) => ({
      ...formatOf(pages),
      ...voxelLayer(pages, formatOf(pages), hidden ?? (() => new InputError(NEEDS_HIDDEN_VALUE))),
    })),
    ...(labels
      ? [{ ...STYLE_FORMAT, ...styleLayer(volume, { ...labels, places: styleNumbersOf(labels.styles) }) }]
      : []),
    ...(preview.colors ? [{ ...COLOR_FORMAT, ...colorLayer(preview, preview.colors) }] : []),
  ];
  const grid = createPageGrid(level.sizes, pageSide, border);
  const residency = await Residency.create(gpu, volume, { grid, layers, staging });
  const { textures } = residency.atlas;
  const describe = (texture: GPUTexture, pages: PagedVolume, around: RangeOptions): VolumeTexture => ({
    texture,
    voxelFormat: formatOf(pages),
    resident: { sizes: level.sizes, indexToWorld: pages.level.indexToWorld },
    brickRanges: createRanges(gpu, pages, formatOf(pages), around),
    brickSide: pages.ranges?.side ?? pageSide,
    downsampleFactor: 1,
  });
  return {
    options,
    volume: {
      ...describe(textures[0]!, volume, { isWide: labels?.hidesMissing ?? false }),
      ...(preview.colors && { colors: textures.at(-1)! }),
      residency,
    },
    mask: styles && { labels: textures[1 + fused.length]!, styles },
    fused: fused.map(({ pages, hidden }, index) => describe(textures[1 + index]!, pages, { hidden })),
  };
}

const STYLE_FORMAT = { format: 'r8uint', bytesPerTexel: 1 } as const;
const COLOR_FORMAT = { format: 'rgba8unorm', bytesPerTexel: 4 } as const;

interface RangeOptions {
  /** Whether values of the bricks beside one may be in it, as means that take the place of NaN are. */
  readonly isWide?: boolean;
  /** A value that may be anywhere. */
  readonly hidden?: number | undefined;
}

/** A texel a brick; a single one where nothing is known. */
function createRanges(
  gpu: Gpu,
  { level, ranges }: PagedVolume,
  format: VoxelFormat,
  { isWide = false, hidden }: RangeOptions,
): GPUTexture {
  const size: Vec3 = ranges ? countBricks(level.sizes, ranges.side) : [1, 1, 1];
  const texture = gpu.device.createTexture({
    label: 'bricks.ranges',
    size: [...size],
    dimension: '3d',
    format: 'rg32float',
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
  });
  if (ranges) {
    const known = isWide ? widenRanges(size, ranges.pairs) : ranges.pairs;
    const texels = mapNumbers(new Float32Array(known.length), known, (value, index) => {
      const extended = hidden === undefined ? value : Math[index % 2 ? 'max' : 'min'](value, hidden);
      return toTexel(format, extended);
    });
    gpu.device.queue.writeTexture({ texture }, texels, { bytesPerRow: 8 * size[0], rowsPerImage: size[1] }, [
      ...mapVec3(size, Number),
    ]);
  }
  return texture;
}
