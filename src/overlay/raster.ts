/** Filled rectangles on an RGBA image, which all overlays are made of. */

export interface Raster {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes a pixel, rows from the top. */
  readonly pixels: Uint8Array | Uint8ClampedArray;
}

/** In whole pixels from the top left. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Takes channels from 0 to 1. */
export const toRgb = (color: readonly number[]) => color.map((channel) => Math.round(255 * channel)) as unknown as Rgb;

const INK: Rgb = [255, 255, 255];
const OUTLINE: Rgb = [0, 0, 0];

/** Makes the rectangle's pixels opaque and of one colour, as far as they lie in the image. */
export function fillRect({ pixels, width, height }: Raster, rect: Rect, [red, green, blue]: Rgb): void {
  const right = Math.min(rect.left + rect.width, width);
  const bottom = Math.min(rect.top + rect.height, height);
  for (let y = Math.max(rect.top, 0); y < bottom; y++) {
    for (let x = Math.max(rect.left, 0); x < right; x++) {
      pixels.set([red, green, blue, 255], 4 * (y * width + x));
    }
  }
}

/** A shape in white with a black outline, so that it shows on any background. */
export function drawOutlined(raster: Raster, shape: readonly Rect[], outlinePixels: number): void {
  for (const rect of shape) fillRect(raster, grow(rect, outlinePixels), OUTLINE);
  for (const rect of shape) fillRect(raster, rect, INK);
}

const grow = ({ left, top, width, height }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
