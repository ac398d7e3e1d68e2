/** Labels on slices: their colours, fills and outlines. */
import { type LabelStyle, labelColors, type Mask, type Store, type Volume } from '../../../index.js';
import { createAppearance } from '../../../recipe/scene/appearance.js';
import { withLabelColors } from '../../../recipe/scene/labels/label-surfaces.js';
import { colorMask, colorOver } from '../../../recipe/slices/color-labels.js';
import { type SliceLayer, volumeSource } from '../../../slices/draw-slice.js';
import {
  type LabelPaint,
  type LabelPaints,
  type LabelShares,
  paintLabels,
} from '../../../slices/layers/label-paints.js';
import { storeSource } from '../../../slices/store-source.js';
import type { SliceVolume } from '../open-volume.js';
import type { SliceValues } from '../slice-command-options.js';
import type { BaseAppearance, LayerAppearance } from './layer-appearance.js';

export function labelShares({ outline, fill }: SliceValues): LabelShares {
  const isOutlined = outline ?? fill === undefined;
  return { fill: fill ?? 0, outline: isOutlined ? 1 : 0 };
}

/** Labels that a volume consists of. */
export function labelAppearance(volume: SliceVolume, basis: Volume, shares: LabelShares): BaseAppearance {
  const isSeen =
    ({ voxels }: Volume) =>
    (voxel: number) =>
      voxels[voxel]! !== 0;
  const layer = (paints: LabelPaints): SliceLayer => ({ kind: 'labels', source: volume.source, paints });
  // Coarser levels lack labels: each has the colour of its number then.
  if (!volume.isWhole) return { layer: layer(paintEveryLabel(shares)), isSeen };
  const styles = volume.labels?.length ? volume.labels : createAppearance(basis, { mode: 'composite' }).mask?.styles;
  const mask = withLabelColors({ labels: basis, styles: styles ?? [{ label: 1 }] });
  return { layer: layer(paintLabels(mask.styles, shares)), isSeen, styles: mask.styles };
}

/** The labels of `--mask`, over all volumes. */
export function maskAppearance(mask: Mask, shares: LabelShares): Pick<LayerAppearance, 'layer' | 'styles'> {
  const { labels, styles } = colorMask(mask);
  return { layer: { kind: 'labels', source: volumeSource(labels), paints: paintLabels(styles, shares) }, styles };
}

const WHOLE_VOXELS_MAX = 2 ** 26;

/** Options of `pagedMaskAppearance`. */
interface PagedMaskOptions {
  /** Voxels of a mask that is read as a whole. */
  readonly wholeVoxelsMax?: number;
  /** Memory for decoded chunks. */
  readonly cacheBytes?: number | undefined;
}

/**
 * The labels of a `--mask` that is a large store, of which slices read what they show; undefined for one that fits into memory.
 * @param styles of the labels that are shown; all but 0 by default, each in the colour of its number.
 */
export function pagedMaskAppearance(
  { levels }: Pick<Store, 'levels'>,
  styles: readonly LabelStyle[] | undefined,
  shares: LabelShares,
  { wholeVoxelsMax = WHOLE_VOXELS_MAX, cacheBytes }: PagedMaskOptions = {},
): Pick<LayerAppearance, 'layer' | 'styles'> | undefined {
  const [ni, nj, nk] = levels[0].sizes;
  if (ni * nj * nk <= wholeVoxelsMax) return undefined;
  const source = storeSource({ levels }, [], cacheBytes);
  if (!styles) return { layer: { kind: 'labels', source, paints: paintEveryLabel(shares) } };
  const colored = colorOver(styles);
  return { layer: { kind: 'labels', source, paints: paintLabels(colored, shares) }, styles: colored };
}

const COLORS = 240;

function paintEveryLabel({ fill, outline }: LabelShares): LabelPaints {
  const paints = labelColors(COLORS).map((color): LabelPaint => ({ color, fill, outline }));
  return {
    get: (label) => (Number.isNaN(label) || label === 0 ? undefined : paints[Math.abs(label) % COLORS]),
    isOutlined: outline > 0,
  };
}
