/** The pixels of one slice: a voxel each, in its own colour or in grey by the window; labels in theirs over it. */
import { type LabelStyle, transformPoint, type ValueRange, type Vec3, type Volume, worldToIndex } from '../../index.js';
import { type SlicePlane, toWorld } from './slice-planes.js';

/** Labels over the voxels. */
export interface SliceLabels {
  readonly volume: Volume;
  readonly styles: readonly LabelStyle[];
}

export interface SlicePixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Opacity of a label's colour. */
const LABEL_OPACITY = 0.45;
/** Colours of labels that have none, far from each other by hue. */
const LABEL_COLORS: readonly Vec3[] = [
  [0.9, 0.35, 0.35],
  [0.35, 0.75, 0.4],
  [0.35, 0.55, 0.95],
  [0.95, 0.75, 0.3],
  [0.75, 0.45, 0.9],
  [0.3, 0.8, 0.8],
];

export const labelColor = ({ color, label }: LabelStyle): Vec3 =>
  color ?? LABEL_COLORS[((label % LABEL_COLORS.length) + LABEL_COLORS.length) % LABEL_COLORS.length]!;

/** @param slice index along the plane's normal. */
export function slicePixels(
  volume: Volume,
  plane: SlicePlane,
  slice: number,
  [low, high]: ValueRange,
  labels?: SliceLabels,
): SlicePixels {
  const { sizes, voxels, colors } = volume;
  const { right, down, normal, flipsRight, flipsDown } = plane;
  const strides = [1, sizes[0], sizes[0] * sizes[1]] as const;
  const [width, height] = [sizes[right], sizes[down]];
  const pixels = new Uint8ClampedArray(4 * width * height);
  const scale = 255 / (high - low);
  const labelled = labels && createLabelRow(volume, plane, slice, labels);
  for (let y = 0; y < height; y++) {
    const row = flipsDown ? height - 1 - y : y;
    const start = slice * strides[normal] + row * strides[down];
    const labelAt = labelled?.(row);
    for (let x = 0; x < width; x++) {
      const column = flipsRight ? width - 1 - x : x;
      const voxel = start + column * strides[right];
      const grey = (voxels[voxel]! - low) * scale;
      const at = 4 * (y * width + x);
      const color = labelAt?.(column);
      for (let channel = 0; channel < 3; channel++) {
        const own = colors?.[4 * voxel + channel] ?? grey;
        pixels[at + channel] = color
          ? (1 - LABEL_OPACITY) * Math.min(Math.max(own, 0), 255) + LABEL_OPACITY * 255 * color[channel]!
          : own;
      }
      pixels[at + 3] = 255;
    }
  }
  return { width, height, pixels };
}

/** Colours of labels along a slice's rows; the labels' grid may be another one. */
function createLabelRow(volume: Volume, plane: SlicePlane, slice: number, { volume: grid, styles }: SliceLabels) {
  const colors = new Map(styles.map((style) => [style.label, labelColor(style)]));
  const inverse = worldToIndex(grid);
  const placeOf = (column: number, row: number): Vec3 => {
    const index: [number, number, number] = [0, 0, 0];
    index[plane.right] = column;
    index[plane.down] = row;
    index[plane.normal] = slice;
    return transformPoint(inverse, toWorld(volume, index));
  };
  const { sizes, voxels } = grid;
  return (row: number) => {
    const [start, next] = [placeOf(0, row), placeOf(1, row)];
    return (column: number) => {
      const place = [0, 1, 2].map((axis) => Math.round(start[axis]! + column * (next[axis]! - start[axis]!)));
      if (!place.every((coordinate, axis) => coordinate >= 0 && coordinate < sizes[axis]!)) return undefined;
      return colors.get(voxels[place[0]! + sizes[0] * (place[1]! + sizes[1] * place[2]!)]!);
    };
  };
}
