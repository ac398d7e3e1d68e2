/** The denoiser in float64: what wgsl/cast/denoise computes, plain and slow. */

/** Means of random paths, pixel by pixel, rows from the top, and variances of these means. */
export interface NoisyPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue times opacity, and opacity. */
  readonly color: Float64Array;
  readonly colorVariances: Float64Array;
  /** Red, green and blue of the albedo, the depth and the normal of what the paths met first. */
  readonly guides: Float64Array;
  /** Mean squares of how far albedo, normal and depth are from their means. */
  readonly guideVariances: Float64Array;
}

/** Values of every pixel, `channels` each. */
interface Plane {
  readonly values: Float64Array;
  readonly channels: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Albedo, depth, normal: the guide that each of the seven numbers belongs to. */
const GROUP_OF = [0, 0, 0, 2, 1, 1, 1] as const;
const LEAST_SCALES = [4e-4, 1e-2, 2.5e-5] as const;
/** Differences in standard deviations from which on pixels count for less, squared: of guides, of colours. */
const GUIDES_SPREAD = 2.25;
const SPREAD = 4;
const BLURRED_SHARE = 1 / 9;
const GUIDES_RADIUS = 2;
const REGRESSION_RADIUS = 5;
const ERRORS_RADIUS = 5;
const RIDGE = 1;

/** Colours, four numbers for each pixel, without what noise can be told from what is there. */
export function denoisePicture(picture: NoisyPicture): Float64Array {
  const { width, height, color } = picture;
  const size = { width, height };
  const colors = { values: color, channels: 4 };
  const variances = average({ values: picture.colorVariances, channels: 4 }, size, 1);
  const { guides, scales } = smoothGuides(picture, size);
  const blurred = average(colors, size, 1);
  const regressed = new Float64Array(color.length);
  const noise = { values: new Float64Array(width * height), channels: 1 };
  const errors = { values: new Float64Array(width * height), channels: 1 };
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isSure = isZero(at(variances, pixel));
    const found = isSure
      ? { color: at(colors, pixel), own: 1 }
      : regress({ colors, blurred, variances, guides, scales }, size, pixel);
    regressed.set(found.color, 4 * pixel);
    for (let channel = 0; channel < 3; channel++) {
      noise.values[pixel]! += variances.values[4 * pixel + channel]! * (1 - found.own);
      errors.values[pixel]! += (found.color[channel]! - color[4 * pixel + channel]!) ** 2;
    }
  }
  const meanNoise = average(noise, size, ERRORS_RADIUS).values;
  const meanErrors = average(errors, size, ERRORS_RADIUS).values;
  return color.map((own, at) => {
    const share = Math.min(1, meanNoise[at >> 2]! / Math.max(meanErrors[at >> 2]!, 1e-12));
    const mixed = Math.max(0, own + share * (regressed[at]! - own));
    return at % 4 === 3 ? Math.min(1, mixed) : mixed;
  });
}

/** Pixels whose columns and rows are at most so far from a pixel's, itself among them. */
function pixelsAround({ width, height }: Size, pixel: number, radius: number): readonly number[] {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  const found: number[] = [];
  for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
    for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++)
      found.push(row * width + column);
  }
  return found;
}

function average({ values, channels }: Plane, size: Size, radius: number): Plane {
  const means = new Float64Array(values.length);
  for (let pixel = 0; pixel < values.length / channels; pixel++) {
    const around = pixelsAround(size, pixel, radius);
    for (let channel = 0; channel < channels; channel++) {
      const sum = around.reduce((total, other) => total + values[channels * other + channel]!, 0);
      means[channels * pixel + channel] = sum / around.length;
    }
  }
  return { values: means, channels };
}

const at = ({ values, channels }: Plane, pixel: number) => values.subarray(channels * pixel, channels * (pixel + 1));

const isZero = (values: Float64Array) => values.every((value) => value === 0);

/** Means of guides that differ by no more than their noise, each of the three by itself, and how much they vary still. */
function smoothGuides(picture: NoisyPicture, size: Size): { readonly guides: Plane; readonly scales: Plane } {
  const noisy = { values: picture.guides, channels: 7 };
  const variances = average({ values: picture.guideVariances, channels: 3 }, size, 1);
  const guides = { values: new Float64Array(picture.guides.length), channels: 7 };
  const scales = { values: new Float64Array(picture.guideVariances.length), channels: 3 };
  for (let pixel = 0; pixel < size.width * size.height; pixel++) {
    if (isZero(at(variances, pixel))) {
      at(guides, pixel).set(at(noisy, pixel));
      at(scales, pixel).set(LEAST_SCALES.map(Math.sqrt));
      continue;
    }
    const totals = [0, 0, 0];
    const left = [0, 0, 0];
    for (const other of pixelsAround(size, pixel, GUIDES_RADIUS)) {
      const distances = guideDistances(noisy, variances, size, pixel, other);
      const weights = distances.map((distance) => Math.exp(-Math.max(0, distance) / GUIDES_SPREAD));
      for (const [group, weight] of weights.entries()) {
        totals[group]! += weight;
        left[group]! += weight ** 2 * at(variances, other)[group]!;
      }
      for (const [index, group] of GROUP_OF.entries())
        at(guides, pixel)[index]! += weights[group]! * at(noisy, other)[index]!;
    }
    for (const [index, group] of GROUP_OF.entries()) at(guides, pixel)[index]! /= totals[group]!;
    for (const [group, total] of totals.entries())
      at(scales, pixel)[group] = Math.sqrt(Math.max(LEAST_SCALES[group]!, left[group]! / total ** 2));
  }
  return { guides, scales };
}

/** Squared differences of three by three pixels, less what noise explains, in units of it: of albedo, normal and depth. */
function guideDistances(guides: Plane, variances: Plane, { width, height }: Size, one: number, other: number) {
  const sums = [0, 0, 0];
  const near = (pixel: number, across: number, down: number) => {
    const x = Math.min(width - 1, Math.max(0, (pixel % width) + across));
    return Math.min(height - 1, Math.max(0, Math.floor(pixel / width) + down)) * width + x;
  };
  for (let down = -1; down <= 1; down++) {
    for (let across = -1; across <= 1; across++) {
      const [here, there] = [near(one, across, down), near(other, across, down)];
      const squares = [0, 0, 0];
      for (const [index, group] of GROUP_OF.entries())
        squares[group]! += (at(guides, there)[index]! - at(guides, here)[index]!) ** 2;
      for (const [group, square] of squares.entries()) {
        const [own, others] = [at(variances, here)[group]!, at(variances, there)[group]!];
        sums[group]! += (square - own - Math.min(own, others)) / (1e-8 + own + others);
      }
    }
  }
  return sums.map((sum) => sum / 9);
}

interface Planes {
  readonly colors: Plane;
  readonly blurred: Plane;
  readonly variances: Plane;
  readonly guides: Plane;
  readonly scales: Plane;
}

/** The colour that a linear function of guides has at a pixel, fitted to those around, and what its own colour counts for. */
function regress({ colors, blurred, variances, guides, scales }: Planes, size: Size, pixel: number) {
  const matrix = Array.from({ length: 8 }, () => new Float64Array(8));
  const products = Array.from({ length: 8 }, () => new Float64Array(4));
  for (const other of pixelsAround(size, pixel, REGRESSION_RADIUS)) {
    let sum = 0;
    for (let channel = 0; channel < 4; channel++) {
      const square = (at(blurred, other)[channel]! - at(blurred, pixel)[channel]!) ** 2;
      const [own, others] = [at(variances, pixel)[channel]!, at(variances, other)[channel]!];
      const explained = BLURRED_SHARE * (own + Math.min(own, others));
      sum += (square - explained) / (1e-6 + SPREAD * BLURRED_SHARE * (own + others));
    }
    const weight = Math.exp(-Math.max(0, sum / 4));
    const terms = [1];
    for (const [index, group] of GROUP_OF.entries())
      terms.push((at(guides, other)[index]! - at(guides, pixel)[index]!) / at(scales, pixel)[group]!);
    for (const [row, term] of terms.entries()) {
      for (const [column, factor] of terms.entries()) matrix[row]![column]! += weight * term * factor;
      for (let channel = 0; channel < 4; channel++)
        products[row]![channel]! += weight * term * at(colors, other)[channel]!;
    }
  }
  for (let n = 1; n < 8; n++) matrix[n]![n]! += RIDGE * matrix[0]![0]!;
  const shares = solveForFirst(matrix);
  const color = [0, 1, 2, 3].map((channel) =>
    shares.reduce((sum, share, row) => sum + share * products[row]![channel]!, 0),
  );
  return { color, own: shares[0]! };
}

/** The first column of the inverse of a symmetric matrix, by elimination. */
function solveForFirst(matrix: readonly Float64Array[]): number[] {
  const rows = matrix.map((row, index) => [...row, index === 0 ? 1 : 0]);
  for (const [step, pivot] of rows.entries()) {
    for (const [index, row] of rows.entries()) {
      if (index === step) continue;
      const factor = row[step]! / pivot[step]!;
      for (let column = step; column < row.length; column++) row[column]! -= factor * pivot[column]!;
    }
  }
  return rows.map((row, index) => row.at(-1)! / row[index]!);
}
