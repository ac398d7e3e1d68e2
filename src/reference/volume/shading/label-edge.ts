/** Normals where labels end, in float64. */
import { transformPoint } from '../../../math/affine.js';
import { transformNormal } from '../../../math/half-space.js';
import { length, scale, type Vec3 } from '../../../math/vec3.js';
import { findLabelEnds } from '../../../volume/grids/label-ends.js';
import { type LabelStyle, looksLike, type Mask } from '../../../volume/mask.js';
import { coverVoxels } from '../../../volume/mask-coverage.js';
import { type Volume, worldToIndex } from '../../../volume/volume.js';
import { sampleVolume } from '../sample-volume.js';

export interface LabelEdge {
  /** World direction of length 1. */
  readonly normal: Vec3;
  /** Weight from 0 inside of the label's region to 1 at its surface. */
  readonly weight: number;
}

/** Voxels to each side: with less, the steps between voxels show; with more, thin sheets have no sides. */
const EDGE_RADIUS = 1.5;
/** Gain on half the difference between both sides: 1/2 from a flat surface to a voxel below it, 0 two voxels below. */
const EDGE_GAIN = 4;

/** Central differences of the trilinear share of voxels whose label looks the same, and of what smooth edges cover of hidden ones. */
export function createLabelEdge(
  { labels, styles, edges }: Mask,
  volume: Pick<Volume, 'sizes' | 'indexToWorld'>,
): (pointWorld: Vec3, style: LabelStyle) => LabelEdge {
  const toIndex = worldToIndex(labels);
  const [ni, nj, nk] = labels.sizes;
  // A rim of voxels, wide enough for all differences: without a label where surfaces close with the labels' box.
  const rim = 3;
  const { low, high } = findLabelEnds(labels, volume);
  const sizes: Vec3 = [ni + 2 * rim, nj + 2 * rim, nk + 2 * rim];
  const listed = new Set(styles.map(({ label }) => label));
  const shown = Uint8Array.from(labels.voxels, (label) => Number(listed.has(label)));
  const coverage = edges === 'smooth' ? coverVoxels(shown, labels.sizes) : undefined;
  const sharesOf = new Map(
    styles.map((style) => {
      const alike = new Set(styles.filter((other) => looksLike(other, style)).map(({ label }) => label));
      const voxels = Float32Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, at) => {
        const position = [at % sizes[0], Math.floor(at / sizes[0]) % sizes[1], Math.floor(at / (sizes[0] * sizes[1]))];
        const [i, j, k] = position.map((index, axis) => Math.min(Math.max(index - rim, low[axis]!), high[axis]!)) as [
          number,
          number,
          number,
        ];
        const isThere = i >= 0 && j >= 0 && k >= 0 && i < ni && j < nj && k < nk;
        const index = i + ni * (j + nj * k);
        if (!isThere) return 0;
        const isAlike = alike.has(labels.voxels[index]!);
        return coverage ? Number(isAlike || !shown[index]) * (coverage[index]! / 255) : Number(isAlike);
      });
      return [style, { sizes, voxels }];
    }),
  );
  return (pointWorld, style) => {
    const shares = sharesOf.get(style)!;
    const position = transformPoint(toIndex, pointWorld).map((coordinate) => coordinate + rim);
    const slope = position.map((_, axis) => {
      const beside = (voxels: number) =>
        sampleVolume(shares, position.map((at, along) => at + (along === axis ? voxels : 0)) as unknown as Vec3);
      return (beside(EDGE_RADIUS) - beside(-EDGE_RADIUS)) / 2;
    }) as unknown as Vec3;
    const gradient = transformNormal(toIndex, slope);
    return { normal: scale(gradient, 1 / (length(gradient) || 1)), weight: Math.min(EDGE_GAIN * length(slope), 1) };
  };
}
