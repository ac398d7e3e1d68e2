/** Rectangles and text on an RGBA image, which all overlays are made of. */
import type { Coverage } from './text/rasterize.js';

export interface Raster {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes per pixel, rows from the top. */
  readonly pixels: Uint8Array | Uint8ClampedArray;
  /** Whether what is drawn on it is black with a white outline, for a light background, in place of white with a black one. */
  readonly isLight?: boolean;
}

/** A rectangle in pixels from the top left; edges are drawn at whole ones. */
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

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Makes the rectangle's pixels opaque and of one colour, as far as they lie in the image. */
export function fillRect({ pixels, width, height }: Raster, rect: Rect, [red, green, blue]: Rgb): void {
  const right = Math.min(Math.round(rect.left + rect.width), width);
  const bottom = Math.min(Math.round(rect.top + rect.height), height);
  for (let y = Math.max(Math.round(rect.top), 0); y < bottom; y++) {
    for (let x = Math.max(Math.round(rect.left), 0); x < right; x++) {
      pixels.set([red, green, blue, 255], 4 * (y * width + x));
    }
  }
}

/** Share of the outline's colour in what a veil lies on. */
const VEIL_SHARE = 0.75;

/**
 * Draws a veil in the outline's colour over what lies in a rectangle, so that letters read on it. Pixels of the background, which the one at
 * the image's top right is taken for, stay as they are, and all keep their alpha.
 */
export function veilRect(raster: Raster, rect: Rect): void {
  const { pixels, width, height } = raster;
  const background = pixels.slice(4 * (width - 1), 4 * width);
  const outline = raster.isLight ? WHITE : BLACK;
  const [right, bottom] = [Math.min(rect.left + rect.width, width), Math.min(rect.top + rect.height, height)];
  for (let y = Math.max(Math.round(rect.top), 0); y < bottom; y++) {
    for (let x = Math.max(Math.round(rect.left), 0); x < right; x++) {
      const at = 4 * (y * width + x);
      if (background.every((value, channel) => value === pixels[at + channel])) continue;
      for (const [channel, value] of outline.entries()) {
        pixels[at + channel] = Math.round(VEIL_SHARE * value + (1 - VEIL_SHARE) * pixels[at + channel]!);
      }
    }
  }
}

/** A line of text, as far as it covers pixels. */
export interface TextInk {
  readonly coverage: Coverage;
}

export type Ink = Rect | TextInk;

/** A shape in white with a black outline, or in black with a white one, so that it shows on any background. */
export function drawOutlined(raster: Raster, shape: readonly Ink[], outlinePixels: number): void {
  const around = shape.map((ink) =>
    'coverage' in ink ? { coverage: spread(ink.coverage, outlinePixels) } : grow(ink, outlinePixels),
  );
  const [color, outline] = raster.isLight ? [BLACK, WHITE] : [WHITE, BLACK];
  if (outlinePixels > 0) for (const ink of around) drawInk(raster, ink, outline);
  for (const ink of shape) drawInk(raster, ink, color);
}

function drawInk(raster: Raster, ink: Ink, color: Rgb): void {
  if ('coverage' in ink) drawCoverage(raster, ink.coverage, color);
  else fillRect(raster, ink, color);
}

/** Composites a colour over pixels of straight alpha. */
function drawCoverage({ pixels, width, height }: Raster, coverage: Coverage, color: Rgb): void {
  for (let row = 0; row < coverage.height; row++) {
    const y = coverage.top + row;
    if (y < 0 || y >= height) continue;
    for (let column = 0; column < coverage.width; column++) {
      const x = coverage.left + column;
      const share = coverage.values[row * coverage.width + column]!;
      if (x < 0 || x >= width || share === 0) continue;
      const at = 4 * (y * width + x);
      const below = (pixels[at + 3]! / 255) * (1 - share);
      const alpha = share + below;
      for (const [channel, value] of color.entries()) {
        pixels[at + channel] = Math.round((share * value + below * pixels[at + channel]!) / alpha);
      }
      pixels[at + 3] = Math.round(255 * alpha);
    }
  }
}

/** Pixels that are covered by a third have all of the outline around, so that no background shines through beside them. */
const BOOST = 3;

/** The pixels within `radius` of what is covered: the greatest coverage around, less over one more pixel. */
function spread({ left, top, width, height, values }: Coverage, radius: number): Coverage {
  const margin = Math.ceil(radius + 1);
  const offsets: (readonly [number, number, number])[] = [];
  for (let y = -margin; y <= margin; y++) {
    for (let x = -margin; x <= margin; x++) {
      const weight = Math.min(1, radius + 1 - Math.hypot(x, y));
      if (weight > 0) offsets.push([x, y, weight]);
    }
  }
  const wider = { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
  const spreadValues = new Float32Array(wider.width * wider.height);
  for (let at = 0; at < values.length; at++) {
    const value = Math.min(1, BOOST * values[at]!);
    if (value === 0) continue;
    const center = (Math.floor(at / width) + margin) * wider.width + (at % width) + margin;
    for (const [x, y, weight] of offsets) {
      const offset = center + y * wider.width + x;
      spreadValues[offset] = Math.max(spreadValues[offset]!, value * weight);
    }
  }
  return { ...wider, values: spreadValues };
}

const grow = ({ left, top, width, height }: Rect, by: number): Rect => {
  const whole = Math.round(by);
  return { left: left - whole, top: top - whole, width: width + 2 * whole, height: height + 2 * whole };
};
