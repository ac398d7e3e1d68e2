/** The density of volumes for paths of light, in float64: what wgsl/cast/volume/density.wgsl computes. */
import { transformPoint } from '../../math/affine.js';
import { length, type Vec3 } from '../../math/vec3.js';
import { evaluateColor, evaluateGradientOpacity, evaluateOpacity } from '../../transfer/transfer-function.js';
import { MAX_LIGHT_OPACITY } from '../../volume/grids/light-grid.js';
import type { Mask } from '../../volume/mask.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../volume/volume.js';
import type { FusedVolume } from '../scene-options.js';
import { sampleColor, sampleVolume } from '../volume/sample-volume.js';
import { createStyleLookup } from '../volume/samples/keep-samples.js';
import { createGradient } from '../volume/shading/gradient.js';

/** The colour of a place, and how often it stops light. */
export interface Density {
  readonly color: Vec3;
  /** Per world length. */
  readonly extinction: number;
}

/** Maps a world point to one volume's density there, and bounds it. */
export function createDensity({
  volume,
  finest = volume,
  transfer,
  mask,
}: Omit<FusedVolume, 'shading'> & { readonly mask?: Mask | undefined }) {
  const toIndex = worldToIndex(volume);
  const gradientAt = createGradient(volume, finest);
  const styleAt = mask && createStyleLookup(mask);
  const unit = transfer.unit ?? smallestSpacing(finest);
  const extinctionOf = (opacity: number) => -Math.log(1 - Math.min(opacity, MAX_LIGHT_OPACITY)) / unit;
  const greatest = extinctionOf(Math.max(...transfer.opacities.map(({ opacity }) => opacity)));
  const ownOpacityAt = (index: Vec3) =>
    evaluateOpacity(transfer, sampleVolume(volume, index)) *
    evaluateGradientOpacity(transfer, length(gradientAt(index)));
  const at = (point: Vec3): Density | undefined => {
    const style = styleAt?.(point);
    const index = transformPoint(toIndex, point);
    if ((styleAt && !style) || !isInBox(volume, index)) return undefined;
    const opacity = ownOpacityAt(index) * (style?.opacity ?? 1);
    const color = style?.color ?? sampleColor(volume, index) ?? evaluateColor(transfer, sampleVolume(volume, index));
    return { color, extinction: extinctionOf(opacity) };
  };
  /** Extinction that the volume's values alone make. */
  const ownAt = (point: Vec3) => extinctionOf(ownOpacityAt(transformPoint(toIndex, point)));
  return { at, ownAt, greatest };
}

/** Whether a place in a volume's index space is among its voxels. */
export const isInBox = ({ sizes }: Volume, index: Vec3) =>
  index.every((place, axis) => place >= -0.5 && place <= sizes[axis]! - 0.5);

/** That of a volume after the first, which its transfer function colours. */
export const createFusedDensity = ({ volume, finest, transfer }: FusedVolume) =>
  createDensity({ volume: { ...volume, colors: undefined }, finest, transfer });
