/** How a slice is looked at on a canvas: magnified about a place of it. */
import type { SlicePlane } from './slice-planes.js';

/** Both places are shares of what fits. */
export interface Viewport {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Viewport = { zoom: 1, x: 0.5, y: 0.5 };

export interface SliceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of the whole slice in a canvas of that size, in its pixels. */
export function boxOf(
  { widthWorld, heightWorld }: SlicePlane,
  { zoom, x, y }: Viewport,
  width: number,
  height: number,
): SliceBox {
  const scale = Math.min(width / widthWorld, height / heightWorld) * zoom;
  const [boxWidth, boxHeight] = [scale * widthWorld, scale * heightWorld];
  return { x: width / 2 - x * boxWidth, y: height / 2 - y * boxHeight, width: boxWidth, height: boxHeight };
}

/** The place of a canvas's pixel in a slice, in fractions of the slice's width and height. */
export const placeIn = (box: SliceBox, at: { readonly x: number; readonly y: number }) => ({
  x: (at.x - box.x) / box.width,
  y: (at.y - box.y) / box.height,
});
