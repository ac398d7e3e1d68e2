/** Composites the frames of a volume's parts on the CPU into the picture of the whole. */
import { InputError } from '../../errors.js';
import { OPAQUE, type ProjectionMode, type RenderMode, reducesToValue } from '../../transfer/mode.js';
import { evaluateColor, type TransferFunction } from '../../transfer/transfer-function.js';
import type { EvenBackground } from '../scene.js';

/** A rectangle of pixels, from the top left. */
export interface ImageArea {
  /** Pixels to the left of it. */
  readonly left: number;
  /** Pixels above it. */
  readonly top: number;
  /** Pixels of a row. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
}

/** The image of one or several parts: the outputs `color`, before a transparent background, and `values` of a frame. */
export interface PartImage {
  /** Pixels of the whole image. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** Pixels outside it are empty. */
  readonly area: ImageArea;
  /** RGBA by pixel of the area, multiplied by the opacity. */
  readonly color: Float32Array<ArrayBuffer>;
  /** Value, or sum of values, and number of samples by pixel of the area; only of modes that reduce rays to a value. */
  readonly values: Float32Array<ArrayBuffer> | undefined;
}

const COMBINE: Readonly<Record<ProjectionMode, (a: number, b: number) => number>> = {
  mip: Math.max,
  minip: Math.min,
  average: (a, b) => a + b,
  xray: (a, b) => a + b,
};

/** The image of a part, cropped to its visible pixels. */
export function cropPartImage(
  frame: Pick<PartImage, 'width' | 'height' | 'color'> & { readonly values?: PartImage['values'] },
): PartImage {
  const { width, height } = frame;
  const whole: PartImage = { ...frame, values: frame.values, area: { left: 0, top: 0, width, height } };
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isEmpty(whole, x + width * y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  const area = right > left ? { left, top, width: right - left, height: bottom - top } : NOWHERE;
  const cut = createPartImage(whole, area, frame.values !== undefined);
  for (let y = 0; y < area.height; y++) {
    const from = area.left + width * (area.top + y);
    cut.color.set(whole.color.subarray(4 * from, 4 * (from + area.width)), 4 * area.width * y);
    cut.values?.set(whole.values!.subarray(2 * from, 2 * (from + area.width)), 2 * area.width * y);
  }
  return cut;
}

const NOWHERE: ImageArea = { left: 0, top: 0, width: 0, height: 0 };

const isEmpty = ({ color, values }: PartImage, pixel: number) =>
  color[4 * pixel + 3] === 0 && (values?.[2 * pixel + 1] ?? 0) === 0;

const createPartImage = (
  { width, height }: Pick<PartImage, 'width' | 'height'>,
  area: ImageArea,
  hasValues: boolean,
): PartImage => ({
  width,
  height,
  area,
  color: new Float32Array(4 * area.width * area.height),
  values: hasValues ? new Float32Array(2 * area.width * area.height) : undefined,
});

/**
 * Composites the images of parts. The over operator is associative (T. Porter and T. Duff, "Compositing Digital Images", 1984),
 * and so are the reductions, so neighbouring parts can be composited before the others.
 * @param images front to back, one at least.
 * @throws InputError if they are of different sizes.
 */
export function compositeParts(images: readonly PartImage[], mode: RenderMode): PartImage {
  const [first] = images;
  if (!first) throw new InputError('there must be at least one part');
  if (images.some(({ width, height }) => width !== first.width || height !== first.height)) {
    throw new InputError('the images of all parts must have the same size');
  }
  const sum = createPartImage(first, uniteAreas(images.map(({ area }) => area)), reducesToValue(mode));
  for (const image of images) putBehind(sum, image, mode);
  return sum;
}

function uniteAreas(areas: readonly ImageArea[]): ImageArea {
  const filled = areas.filter(({ width }) => width > 0);
  if (filled.length === 0) return NOWHERE;
  const left = Math.min(...filled.map((area) => area.left));
  const top = Math.min(...filled.map((area) => area.top));
  const right = Math.max(...filled.map((area) => area.left + area.width));
  const bottom = Math.max(...filled.map((area) => area.top + area.height));
  return { left, top, width: right - left, height: bottom - top };
}

function putBehind(sum: PartImage, image: PartImage, mode: RenderMode): void {
  const { area } = image;
  const combine = reducesToValue(mode) ? COMBINE[mode] : undefined;
  for (let y = 0; y < area.height; y++) {
    const row = area.left - sum.area.left + sum.area.width * (area.top - sum.area.top + y);
    for (let x = 0; x < area.width; x++) {
      const [from, to] = [x + area.width * y, row + x];
      const weight = 1 - sum.color[4 * to + 3]!;
      for (let channel = 0; channel < 4; channel++) {
        sum.color[4 * to + channel]! += weight * image.color[4 * from + channel]!;
      }
      if (combine && image.values) addValue(sum.values!, to, image.values, from, combine);
    }
  }
}

function addValue(
  sums: Float32Array,
  to: number,
  values: Float32Array,
  from: number,
  reduce: (a: number, b: number) => number,
): void {
  const samples = values[2 * from + 1]!;
  if (samples === 0) return;
  const value = values[2 * from]!;
  sums[2 * to] = sums[2 * to + 1] === 0 ? value : reduce(sums[2 * to]!, value);
  sums[2 * to + 1]! += samples;
}

/** Options of `finishParts`. */
export interface FinishOptions {
  /** The mode that the parts were rendered with. */
  readonly mode: RenderMode;
  /** Colours of the values, of modes that reduce rays to one. */
  readonly transfer: TransferFunction;
  /** The background, behind all parts. */
  readonly background: EvenBackground;
}

/** The picture of all parts, 4 bytes per pixel as in a frame of the whole. */
export function finishParts(image: PartImage, { mode, transfer, background }: FinishOptions): Uint8Array<ArrayBuffer> {
  const { width, height, area } = image;
  const pixels = new Uint8Array(4 * width * height);
  const behind = background === 'transparent' ? [0, 0, 0, 0] : [...background, 1];
  for (let pixel = 0; pixel < width * height; pixel++) pixels.set(behind.map(quantize), 4 * pixel);
  for (let at = 0; at < area.width * area.height; at++) {
    let [red, green, blue, opacity] = image.color.subarray(4 * at, 4 * at + 4) as unknown as Rgba;
    if (image.values && image.values[2 * at + 1]! > 0 && opacity < OPAQUE) {
      const [r, g, b] = evaluateColor(transfer, pixelValue(image.values, at, mode));
      const weight = 1 - opacity;
      [red, green, blue, opacity] = [red + weight * r, green + weight * g, blue + weight * b, 1];
    }
    const pixel = area.left + (at % area.width) + width * (area.top + Math.floor(at / area.width));
    pixels.set(overBackground([red, green, blue, opacity], background).map(quantize), 4 * pixel);
  }
  return pixels;
}

type Rgba = readonly [number, number, number, number];

function pixelValue(values: Float32Array, at: number, mode: RenderMode): number {
  const value = values[2 * at]! / (mode === 'average' ? values[2 * at + 1]! : 1);
  return value + ROUNDING * Math.abs(value);
}

/** Values that rounding may have put below a step of the transfer function, by this share of them, are on it. */
const ROUNDING = 3e-7;

function overBackground([red, green, blue, opacity]: Rgba, background: EvenBackground): Rgba {
  if (background !== 'transparent') {
    const rest = 1 - opacity;
    return [red + rest * background[0], green + rest * background[1], blue + rest * background[2], 1];
  }
  return opacity > 0 ? [red / opacity, green / opacity, blue / opacity, opacity] : [0, 0, 0, 0];
}

/** Rounds as `pack4x8unorm` does. */
const quantize = (channel: number) => Math.floor(0.5 + 255 * Math.min(Math.max(channel, 0), 1));
