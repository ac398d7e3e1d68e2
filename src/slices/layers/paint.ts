/** Colours of values, and how layers of them are composited on a slice. */
import { scale, type Vec3 } from '../../math/vec3.js';
import { evaluateColor, evaluateOpacity, type TransferFunction } from '../../transfer/transfer-function.js';
import type { GreyAppearance } from './default-window.js';

/** Colours from 0 to 1, multiplied by their opacity, of a slice under way. */
export interface SliceImage {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, rows from the top. */
  readonly colors: Float64Array;
  readonly alphas: Float64Array;
}

/** @param background undefined is transparent. */
export function createSliceImage(width: number, height: number, background: Vec3 | undefined): SliceImage {
  const colors = new Float64Array(3 * width * height);
  if (background?.some((channel) => channel > 0)) {
    for (let at = 0; at < colors.length; at += 3) colors.set(background, at);
  }
  return { width, height, colors, alphas: new Float64Array(width * height).fill(background ? 1 : 0) };
}

/** Composites a colour over a pixel. */
export function blendPixel({ colors, alphas }: SliceImage, pixel: number, color: Vec3, alpha: number): void {
  const below = 1 - alpha;
  const at = 3 * pixel;
  colors[at] = alpha * color[0] + below * colors[at]!;
  colors[at + 1] = alpha * color[1] + below * colors[at + 1]!;
  colors[at + 2] = alpha * color[2] + below * colors[at + 2]!;
  alphas[pixel] = alpha + below * alphas[pixel]!;
}

/** Adds the light of a colour to a pixel, as that of channels of a microscope adds up. */
export function addPixel({ colors, alphas }: SliceImage, pixel: number, color: Vec3, alpha: number): void {
  const sum = Math.min(1, alphas[pixel]! + alpha);
  const at = 3 * pixel;
  colors[at] = Math.min(sum, colors[at]! + alpha * color[0]);
  colors[at + 1] = Math.min(sum, colors[at + 1]! + alpha * color[1]);
  colors[at + 2] = Math.min(sum, colors[at + 2]! + alpha * color[2]);
  alphas[pixel] = sum;
}

/** The appearance of a value: its colour, and its opacity from 0 to 1. */
export interface Paint {
  readonly colorOf: (value: number) => Vec3;
  readonly alphaOf: (value: number) => number;
}

const OPAQUE = () => 1;

/** The steepness of the sigmoid of DICOM (PS3.3, section C.11.2.1.3.1), which is 1/2 in the middle of its window. */
const SIGMOID_STEEPNESS = 4;

export function greyPaint({ range: [low, high], isSigmoid, isInverted }: GreyAppearance): Paint {
  const colorOf = (value: number): Vec3 => {
    const share = (value - low) / (high - low);
    const rising = isSigmoid
      ? 1 / (1 + Math.exp(SIGMOID_STEEPNESS * (0.5 - share)))
      : share < 0
        ? 0
        : share > 1
          ? 1
          : share;
    const grey = isInverted ? 1 - rising : rising;
    return [grey, grey, grey];
  };
  return { colorOf, alphaOf: OPAQUE };
}

/** A transfer function's colours, as bright as its opacities are by the largest of them, and opaque everywhere. */
export function glowPaint(transfer: TransferFunction): Paint {
  const { colorOf, alphaOf: shareOf } = overlayPaint(transfer, 1);
  return { colorOf: (value) => scale(colorOf(value), shareOf(value)), alphaOf: OPAQUE };
}

/** A transfer function's colours, opaque everywhere. */
export const colorPaint = (transfer: TransferFunction): Paint => ({
  colorOf: (value) => evaluateColor(transfer, value),
  alphaOf: OPAQUE,
});

/**
 * A transfer function's colours, as opaque as its opacities are by the largest of them: these are of lengths, and a slice has none.
 * @param factor of all opacities.
 */
export function overlayPaint(transfer: TransferFunction, factor: number): Paint {
  const full = transfer.opacities.reduce((most, { opacity }) => Math.max(most, opacity), 0);
  return {
    colorOf: (value) => evaluateColor(transfer, value),
    alphaOf: (value) => (full > 0 ? (factor * evaluateOpacity(transfer, value)) / full : 0),
  };
}

/** Values below a threshold are hidden: magnitudes, where both signs are shown. */
export const withThreshold = ({ colorOf, alphaOf }: Paint, low: number, isOfBothSigns: boolean): Paint => ({
  colorOf,
  alphaOf: (value) => ((isOfBothSigns ? Math.abs(value) : value) >= low ? alphaOf(value) : 0),
});

/** Puts values on a slice, over what is there or added to it; NaN is nothing. */
export function paintValues(
  image: SliceImage,
  values: Float64Array,
  { colorOf, alphaOf }: Paint,
  putPixel: typeof blendPixel = blendPixel,
): void {
  for (let pixel = 0; pixel < values.length; pixel++) {
    const value = values[pixel]!;
    if (Number.isNaN(value)) continue;
    const alpha = alphaOf(value);
    if (alpha > 0) putPixel(image, pixel, colorOf(value), alpha);
  }
}

/** Composites colours from 0 to 255, a list of values for each channel. @param alphaOf of a pixel, from 0 to 1. */
export function paintColors(
  image: SliceImage,
  channels: readonly Float64Array[],
  alphaOf: (pixel: number) => number,
): void {
  const [red, green, blue] = channels as [Float64Array, Float64Array, Float64Array];
  for (let pixel = 0; pixel < red.length; pixel++) {
    if (Number.isNaN(red[pixel]!)) continue;
    blendPixel(image, pixel, [red[pixel]! / 255, green[pixel]! / 255, blue[pixel]! / 255], alphaOf(pixel));
  }
}

/** RGBA with straight alpha, 4 bytes per pixel. */
export function toPixels({ colors, alphas }: SliceImage): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(4 * alphas.length);
  for (let pixel = 0; pixel < alphas.length; pixel++) {
    const alpha = alphas[pixel]!;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      pixels[4 * pixel + channel] = Math.round((255 * colors[3 * pixel + channel]!) / alpha);
    }
    pixels[4 * pixel + 3] = Math.round(255 * alpha);
  }
  return pixels;
}
