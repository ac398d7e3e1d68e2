/**
 * Takes noise out of a picture of random paths as far as it is known to be noise: F. Rousselle, C. Knaus and M. Zwicker,
 * "Adaptive rendering with non-local means filtering", 2012, section 4.
 */
import { InputError } from 'tilecast';

/** Pixels to each side among which similar ones are looked for. */
const REACH = 5;
/** Difference of colours, in standard deviations of both, from which on pixels count for less; more blurs more. */
const SPREAD = 0.7;
/** Keeps what has no noise from a division by zero. */
const LEAST_VARIANCE = 1e-6;

/**
 * A filtered copy of colours, four numbers per pixel, rows from the top. Each pixel becomes a mean of those around it whose
 * neighbourhoods differ from its own by no more than their noise, so that what has none stays as it is.
 * @param variances of the colours: squares of their standard errors.
 * @throws InputError where the sizes do not go together.
 */
export function denoiseByNonLocalMeans(
  color: Float32Array,
  variances: Float32Array,
  width: number,
  height: number,
): Float32Array<ArrayBuffer> {
  const pixels = width * height;
  if (color.length !== 4 * pixels || variances.length !== 4 * pixels) {
    throw new InputError(`colours and variances must be of ${width} × ${height} pixels to be denoised`);
  }
  const whole = { left: 0, right: width, top: 0, bottom: height, width };
  const smooth = variances.slice();
  for (let channel = 0; channel < 4; channel++) averageAround(smooth, { ...whole, stride: 4, channel });
  const distances = new Float32Array(pixels);
  const sums = new Float64Array(4 * pixels);
  const totals = new Float64Array(pixels);
  for (let down = -REACH; down <= REACH; down++) {
    for (let across = -REACH; across <= REACH; across++) {
      const pairs = {
        left: Math.max(0, -across),
        right: Math.min(width, width - across),
        top: Math.max(0, -down),
        bottom: Math.min(height, height - down),
        width,
      };
      const apart = down * width + across;
      compare(distances, color, smooth, pairs, apart);
      averageAround(distances, { ...pairs, stride: 1, channel: 0 });
      addSimilar(sums, totals, color, distances, pairs, apart);
    }
  }
  return Float32Array.from(sums, (sum, at) => sum / totals[at >> 2]!);
}

/** Part of a picture that is `width` wide. */
interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

/** Squares of differences of pixels and those so far apart, less what noise explains, in units of it. */
function compare(
  distances: Float32Array,
  color: Float32Array,
  variances: Float32Array,
  { left, right, top, bottom, width }: Part,
  apart: number,
): void {
  for (let y = top; y < bottom; y++) {
    for (let pixel = y * width + left; pixel < y * width + right; pixel++) {
      let sum = 0;
      for (let at = 4 * pixel; at < 4 * pixel + 4; at++) {
        const there = at + 4 * apart;
        const own = variances[at]!;
        const others = variances[there]!;
        const difference = color[at]! - color[there]!;
        const explained = own + Math.min(own, others);
        sum += (difference * difference - explained) / (LEAST_VARIANCE + SPREAD * SPREAD * (own + others));
      }
      distances[pixel] = sum / 4;
    }
  }
}

function addSimilar(
  sums: Float64Array,
  totals: Float64Array,
  color: Float32Array,
  distances: Float32Array,
  { left, right, top, bottom, width }: Part,
  apart: number,
): void {
  for (let y = top; y < bottom; y++) {
    for (let pixel = y * width + left; pixel < y * width + right; pixel++) {
      const weight = Math.exp(-Math.max(0, distances[pixel]!));
      const [at, there] = [4 * pixel, 4 * (pixel + apart)];
      for (let channel = 0; channel < 4; channel++) sums[at + channel]! += weight * color[there + channel]!;
      totals[pixel]! += weight;
    }
  }
}

/** Replaces values of a part by means over the three by three around each, as far as they are in it. */
function averageAround(
  values: Float32Array,
  { left, right, top, bottom, width, stride, channel }: Part & { readonly stride: number; readonly channel: number },
): void {
  const indexOf = (x: number, y: number) => stride * (y * width + x) + channel;
  for (let y = top; y < bottom; y++) averageLine(values, indexOf(left, y), stride, right - left);
  for (let x = left; x < right; x++) averageLine(values, indexOf(x, top), stride * width, bottom - top);
}

/** Replaces values by means of each and its neighbours. */
function averageLine(values: Float32Array, first: number, stride: number, count: number): void {
  if (count < 2) return;
  let [before, value] = [0, values[first]!];
  for (let n = 0; n < count; n++) {
    const at = first + n * stride;
    const after = n + 1 < count ? values[at + stride]! : 0;
    values[at] = (before + value + after) / (n === 0 || n === count - 1 ? 2 : 3);
    before = value;
    value = after;
  }
}
