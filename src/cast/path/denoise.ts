/**
 * Takes noise out of a picture of random paths, but not its edges: H. Dammertz, D. Sewtz, J. Hanika and H. Lensch,
 * "Edge-avoiding À-trous wavelet transform for fast global illumination filtering", 2010.
 */
import { InputError } from '../../errors.js';

/** Outputs of a frame without noise, by which surfaces are distinguished. */
export interface DenoiseGuides {
  /** World distances to the first surface, or Infinity. */
  readonly distances: Float32Array;
  /** Unit normals there, three numbers per pixel. */
  readonly normals: Float32Array;
}

/** Filters in a row, each of which reaches twice as far as the one before. */
const PASSES = 4;
/** The B3 spline, by the distance from the middle. */
const KERNEL = [3 / 8, 1 / 4, 1 / 16] as const;
/** Difference of colours that counts for a half or so in the first pass; half as much in each that follows. */
const COLOR_SPREAD = 0.6;
/** How fast normals that differ count for less. */
const NORMAL_SHARPNESS = 6;
/** Share of the distance, a pixel to the side, by which surfaces may be nearer or farther. */
const DEPTH_SPREAD = 0.01;

/**
 * A filtered copy of colours, four numbers per pixel, rows from the top.
 * @throws InputError where the sizes do not go together.
 */
export function denoise(
  color: Float32Array,
  { distances, normals }: DenoiseGuides,
  width: number,
  height: number,
): Float32Array<ArrayBuffer> {
  const pixels = width * height;
  if (color.length !== 4 * pixels || distances.length !== pixels || normals.length !== 3 * pixels) {
    throw new InputError(`colours, distances and normals must be of ${width} × ${height} pixels to be denoised`);
  }
  const guides = { distances, normals };
  let [from, to] = [withoutSpeckles(color, width, height), new Float32Array(color.length)];
  for (let pass = 0; pass < PASSES; pass++) {
    const stride = 2 ** pass;
    const colorFactor = 1 / (COLOR_SPREAD * 2 ** -pass) ** 2;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) filterPixel(from, to, guides, { x, y, width, height, stride, colorFactor });
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Pixels that are brighter than all around them, as the rare paths are that happen to meet a lamp, become like the brightest. */
function withoutSpeckles(color: Float32Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const calm = Float32Array.from(color);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 4; channel++) {
        let brightest = 0;
        for (let n = 0; n < 9; n++) {
          const [otherX, otherY] = [x + (n % 3) - 1, y + Math.floor(n / 3) - 1];
          if (n === 4 || otherX < 0 || otherX >= width || otherY < 0 || otherY >= height) continue;
          brightest = Math.max(brightest, color[4 * (otherY * width + otherX) + channel]!);
        }
        const at = 4 * (y * width + x) + channel;
        if (width * height > 1) calm[at] = Math.min(color[at]!, brightest);
      }
    }
  }
  return calm;
}

interface FilterPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly colorFactor: number;
}

function filterPixel(from: Float32Array, to: Float32Array, guides: DenoiseGuides, place: FilterPlace): void {
  const { x, y, width, height, stride, colorFactor } = place;
  const center = y * width + x;
  let [red, green, blue, alpha, total] = [0, 0, 0, 0, 0];
  for (let row = -2; row <= 2; row++) {
    const otherY = y + row * stride;
    if (otherY < 0 || otherY >= height) continue;
    for (let column = -2; column <= 2; column++) {
      const otherX = x + column * stride;
      if (otherX < 0 || otherX >= width) continue;
      const other = otherY * width + otherX;
      const apart = stride * Math.hypot(column, row);
      const likeness = guideLikeness(guides, center, other, apart);
      if (likeness === 0) continue;
      const spline = KERNEL[Math.abs(column)]! * KERNEL[Math.abs(row)]!;
      const weight = spline * likeness * Math.exp(-colorFactor * colorDistance(from, center, other));
      red += weight * from[4 * other]!;
      green += weight * from[4 * other + 1]!;
      blue += weight * from[4 * other + 2]!;
      alpha += weight * from[4 * other + 3]!;
      total += weight;
    }
  }
  to.set([red / total, green / total, blue / total, alpha / total], 4 * center);
}

function colorDistance(color: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let channel = 0; channel < 4; channel++) sum += (color[4 * a + channel]! - color[4 * b + channel]!) ** 2;
  return sum;
}

/** Weight between 0, where two pixels do not show the same surface, and 1. */
function guideLikeness({ distances, normals }: DenoiseGuides, a: number, b: number, apart: number): number {
  const [nearA, nearB] = [distances[a]!, distances[b]!];
  if (nearA === Infinity || nearB === Infinity) return Number(nearA === nearB);
  let facing = 0;
  for (let axis = 0; axis < 3; axis++) facing += normals[3 * a + axis]! * normals[3 * b + axis]!;
  const depth = Math.abs(nearA - nearB) / (DEPTH_SPREAD * nearA * (1 + apart));
  return Math.exp(-NORMAL_SHARPNESS * (1 - facing) - depth);
}
