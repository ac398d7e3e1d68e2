/** The values of a slice from its stored samples: bits, signs, colours, inversion, padding and scaling. */
import { InputError } from '../../../errors.js';
import type { Slice } from '../stacks/slice.js';
import type { PixelFormat } from './pixel-format.js';
import type { StoredArray, StoredFrame } from './stored-frame.js';

/** How many values of a voxel there are to choose from: one, or red, green and blue. */
export function countComponents({ samples, palettes }: PixelFormat): 1 | 3 {
  return samples === 3 || palettes.length === 3 ? 3 : 1;
}

/** Values with a unit are no brightnesses: they mean the same however they are shown. */
const QUANTITATIVE_MODALITIES = ['CT', 'PT', 'RTDOSE'];

/** Whether low values were meant to be bright; they are inverted, so that they are. */
export function isInverted({ photometric }: PixelFormat, modality: string): boolean {
  return photometric === 'MONOCHROME1' && !QUANTITATIVE_MODALITIES.includes(modality);
}

export interface PossibleValues {
  readonly low: number;
  readonly high: number;
  /** Whether all values are integers. */
  readonly integral: boolean;
}

/** All values that the slice can have. */
export function possibleValues({ pixels, slope, intercept }: Slice): PossibleValues {
  const { type, bitsStored, signed } = pixels;
  if (type !== 'integer') return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, integral: false };
  if (countComponents(pixels) === 3) return { low: 0, high: 2 ** Math.max(bitsStored, 8) - 1, integral: true };
  const stored = signed ? [-(2 ** (bitsStored - 1)), 2 ** (bitsStored - 1) - 1] : [0, 2 ** bitsStored - 1];
  const ends = stored.map((value) => value * slope + intercept);
  return {
    low: Math.min(...ends),
    high: Math.max(...ends),
    integral: Number.isInteger(slope) && Number.isInteger(intercept),
  };
}

/**
 * Writes the values of one component of a slice, and NaN for padding.
 * @throws InputError for colours that cannot be read.
 */
export function writeValues(
  slice: Slice,
  frame: StoredFrame,
  { component, inverted }: { component: number; inverted: boolean },
  out: Float64Array,
): void {
  const { pixels } = slice;
  if (countComponents(pixels) === 3) writeColor(pixels, frame, component, out);
  else writeScaled(slice, frame.samples, inverted, out);
}

/** The value of stored integers: `bitsStored` bits below `highBit`, since overlays may lie in the others, times a factor. */
export interface StoredScale {
  /** Bits by which a sample of 32 bits is shifted up, so that its highest bit is on top, and down again, with its sign or without. */
  readonly up: number;
  readonly down: number;
  readonly signed: boolean;
  readonly factor: number;
  readonly offset: number;
  /** Stored values from the first to the second are no measurements. */
  readonly padding: PixelFormat['padding'];
}

/** The scale of a slice of integers. */
export function findScale({ pixels, slope, intercept }: Slice, inverted: boolean): StoredScale {
  const { padding, highBit, bitsStored, signed } = pixels;
  const [factor, offset] = inverted
    ? [-slope, (signed ? -1 : 2 ** bitsStored - 1) * slope + intercept]
    : [slope, intercept];
  return { up: 31 - highBit, down: 32 - bitsStored, signed, factor, offset, padding };
}

function writeScaled(slice: Slice, samples: StoredArray, inverted: boolean, out: Float64Array): void {
  const { pixels, slope, intercept } = slice;
  if (pixels.type !== 'integer') {
    for (let index = 0; index < out.length; index++) out[index] = samples[index]! * slope + intercept;
    return;
  }
  const { up, down, signed, factor, offset, padding } = findScale(slice, inverted);
  // Branches for all slices lie outside of the loops: they run for a billion voxels.
  if (signed) for (let index = 0; index < out.length; index++) out[index] = (samples[index]! << up) >> down;
  else for (let index = 0; index < out.length; index++) out[index] = (samples[index]! << up) >>> down;
  if (padding) {
    const [low, high] = padding;
    for (let index = 0; index < out.length; index++) {
      if (out[index]! >= low && out[index]! <= high) out[index] = Number.NaN;
    }
  }
  if (factor === 1 && offset === 0) return;
  for (let index = 0; index < out.length; index++) out[index] = out[index]! * factor + offset;
}

function writeColor(
  pixels: PixelFormat,
  { samples, planar, isRgb }: StoredFrame,
  component: number,
  out: Float64Array,
): void {
  const { photometric, palettes } = pixels;
  if (palettes.length === 3) {
    const { first, values } = palettes[component]!;
    for (let index = 0; index < out.length; index++) {
      out[index] = values[Math.min(Math.max(samples[index]! - first, 0), values.length - 1)]!;
    }
    return;
  }
  const count = out.length;
  const [step, plane] = planar ? [1, count] : [3, 1];
  const sample = (index: number, which: number) => samples[index * step + which * plane]!;
  // JPEG 2000 that does not convert, though its file says so, holds RGB.
  if (isRgb || ['RGB', 'YBR_ICT', 'YBR_RCT'].includes(photometric)) {
    for (let index = 0; index < count; index++) out[index] = sample(index, component);
  } else if (photometric === 'YBR_FULL' || photometric === 'YBR_FULL_422') {
    const middle = 2 ** (pixels.bitsStored - 1);
    const top = 2 * middle - 1;
    const { blue, red } = YBR_TO_RGB[component]!;
    for (let index = 0; index < count; index++) {
      const value = sample(index, 0) + blue * (sample(index, 1) - middle) + red * (sample(index, 2) - middle);
      out[index] = Math.min(Math.max(Math.round(value), 0), top);
    }
  } else {
    throw new InputError(
      `has colours as ${photometric}, which cannot be read; RGB, YBR_FULL, YBR_FULL_422 and PALETTE COLOR can`,
    );
  }
}

/** Coefficients of CB and CR in red, green and blue (PS3.3, section C.7.6.3.1.2, solved for them). */
const YBR_TO_RGB = [
  { blue: 0, red: 1.402 },
  { blue: -0.344136, red: -0.714136 },
  { blue: 1.772, red: 0 },
] as const;
