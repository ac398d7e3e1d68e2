/** How alike two pictures look: Z. Wang et al., "Image quality assessment: from error visibility to structural similarity", 2004. */

/** Standard deviation of the window, in pixels, and how far it goes. */
const SIGMA = 1.5;
const REACH = 5;
const LEAST_MEANS = 0.01 ** 2;
const LEAST_VARIANCES = 0.03 ** 2;

/** The mean over all pixels, 1 for equal pictures, of the mean of red, green and blue, from 0 to 1, four numbers a pixel. */
export function structuralSimilarity(one: Float32Array, other: Float32Array, width: number, height: number): number {
  const [a, b] = [toGrey(one), toGrey(other)];
  const blur = (of: (at: number) => number) =>
    blurred(
      Float64Array.from(a, (_, at) => of(at)),
      width,
      height,
    );
  const meanA = blur((at) => a[at]!);
  const meanB = blur((at) => b[at]!);
  const squareA = blur((at) => a[at]! ** 2);
  const squareB = blur((at) => b[at]! ** 2);
  const product = blur((at) => a[at]! * b[at]!);
  let sum = 0;
  for (let at = 0; at < a.length; at++) {
    const [mA, mB] = [meanA[at]!, meanB[at]!];
    const covariance = product[at]! - mA * mB;
    const variances = squareA[at]! - mA ** 2 + squareB[at]! - mB ** 2;
    const means = (2 * mA * mB + LEAST_MEANS) / (mA ** 2 + mB ** 2 + LEAST_MEANS);
    sum += (means * (2 * covariance + LEAST_VARIANCES)) / (variances + LEAST_VARIANCES);
  }
  return sum / a.length;
}

function toGrey(color: Float32Array): Float64Array {
  const shown = (at: number) => Math.min(1, Math.max(0, color[at]!)) / 3;
  return Float64Array.from({ length: color.length / 4 }, (_, pixel) =>
    [0, 1, 2].reduce((sum, channel) => sum + shown(4 * pixel + channel), 0),
  );
}

/** Means by a Gaussian window, along rows and then along columns. */
function blurred(values: Float64Array, width: number, height: number): Float64Array {
  const rows = blurredAlong(values, width, height, (x, y) => y * width + x);
  return blurredAlong(rows, height, width, (y, x) => y * width + x);
}

function blurredAlong(
  values: Float64Array,
  length: number,
  lines: number,
  indexOf: (along: number, line: number) => number,
): Float64Array {
  const means = new Float64Array(values.length);
  for (let line = 0; line < lines; line++) {
    for (let along = 0; along < length; along++) {
      let [sum, total] = [0, 0];
      for (let near = Math.max(0, along - REACH); near <= Math.min(length - 1, along + REACH); near++) {
        const weight = Math.exp(-((near - along) ** 2) / (2 * SIGMA ** 2));
        sum += weight * values[indexOf(near, line)]!;
        total += weight;
      }
      means[indexOf(along, line)] = sum / total;
    }
  }
  return means;
}
