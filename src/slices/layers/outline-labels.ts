/** Fills and outlines of labels on a slice. */
import type { Tile } from '../slice-grid.js';
import type { LabelPaints } from './label-paints.js';
import { blendPixel, type SliceImage } from './paint.js';

/** The label of the voxel nearest to a place of the slice, in pixels; NaN beside the labels. */
export type LabelAt = (x: number, y: number) => number;

/** Composites labels' colours over the pixels whose centres they hold. */
export function fillLabels(image: SliceImage, labels: Float64Array, paints: LabelPaints): void {
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const paint = paints.get(labels[pixel]!);
    if (paint && paint.fill > 0) blendPixel(image, pixel, paint.color, paint.fill);
  }
}

/** Places along each side of a pixel whose labels say how much of it an outline covers. */
const SIDE = 4;
const OFFSETS = Array.from({ length: SIDE }, (_, index) => (index + 0.5) / SIDE - 0.5);

/**
 * Composites outlines of a width in pixels, which lie within their labels: a place is on the outline if it has another label at less
 * than the width to the left or right, above or below. Where pixels are voxels and the width is 1, these are exactly the pixels of
 * the label that another one adjoins; elsewhere, pixels are covered in part.
 */
export function outlineLabels(
  image: SliceImage,
  tile: Tile,
  labelAt: LabelAt,
  paints: LabelPaints,
  outlineWidth: number,
): void {
  const radius = Math.ceil(outlineWidth);
  const centers = createCenters(tile, radius + 1, labelAt);
  const probes = listProbes(outlineWidth);
  for (let y = tile.top; y < tile.top + tile.height; y++) {
    for (let x = tile.left; x < tile.left + tile.width; x++) {
      if (isUniform(centers, x, y, radius)) continue;
      const covered = coverPixel(x, y, labelAt, paints, probes);
      for (const [label, share] of covered) {
        const { color, outline } = paints.get(label)!;
        blendPixel(image, y * image.width + x, color, share * outline);
      }
    }
  }
}

/** Labels at the centres of a tile's pixels and of those around it. */
function createCenters({ left, top, width, height }: Tile, margin: number, labelAt: LabelAt) {
  const stride = width + 2 * margin;
  const labels = new Float64Array(stride * (height + 2 * margin));
  for (let y = 0, at = 0; y < height + 2 * margin; y++) {
    for (let x = 0; x < stride; x++, at++) labels[at] = labelAt(left - margin + x, top - margin + y);
  }
  return (x: number, y: number) => labels[(y - top + margin) * stride + (x - left + margin)]!;
}

/** Whether the pixels as far away as an outline reaches, and all that adjoin, have the label of this one. */
function isUniform(centers: LabelAt, x: number, y: number, radius: number): boolean {
  const own = centers(x, y);
  const isOwn = (other: number) => Object.is(other, own);
  for (let near = 1; near <= radius + 1; near++) {
    if (
      !isOwn(centers(x - near, y)) ||
      !isOwn(centers(x + near, y)) ||
      !isOwn(centers(x, y - near)) ||
      !isOwn(centers(x, y + near))
    )
      return false;
  }
  return (
    isOwn(centers(x - 1, y - 1)) &&
    isOwn(centers(x + 1, y - 1)) &&
    isOwn(centers(x - 1, y + 1)) &&
    isOwn(centers(x + 1, y + 1))
  );
}

/** Distances at which other labels are looked for: half a pixel apart, and the width itself. */
function listProbes(outlineWidth: number): readonly number[] {
  const halves = Array.from({ length: Math.ceil(2 * outlineWidth) - 1 }, (_, index) => (index + 1) / 2);
  return [...halves, outlineWidth];
}

/** The share of a pixel that the outline of each label covers. */
function coverPixel(
  x: number,
  y: number,
  labelAt: LabelAt,
  paints: LabelPaints,
  probes: readonly number[],
): ReadonlyMap<number, number> {
  const covered = new Map<number, number>();
  for (const dy of OFFSETS) {
    for (const dx of OFFSETS) {
      const [px, py] = [x + dx, y + dy];
      const label = labelAt(px, py);
      if (!paints.get(label)) continue;
      const isOn = probes.some(
        (probe) =>
          labelAt(px - probe, py) !== label ||
          labelAt(px + probe, py) !== label ||
          labelAt(px, py - probe) !== label ||
          labelAt(px, py + probe) !== label,
      );
      if (isOn) covered.set(label, (covered.get(label) ?? 0) + 1 / (SIDE * SIDE));
    }
  }
  return covered;
}
