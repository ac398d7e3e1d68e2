/** Estimates the noise of a picture that is a mean of random paths, from how it changes as there are more of them. */

import { slopeOfSrgb } from '../../math/srgb.js';
import type { LightSpace } from '../../transfer/light/albedo.js';

/** Fewer paths than this say too little about their variance. */
export const LEAST_PATHS = 8;

export class NoiseEstimate {
  #means: Float32Array | undefined;
  #squares = new Float64Array();
  #frames = 0;

  /**
   * The sum of squared deviations grows by that of the new path: B. P. Welford, "Note on a method for calculating corrected sums
   * of squares and products", Technometrics 4(3), 1962.
   * @param means of the frames so far, four numbers per pixel, of which the fourth is opacity.
   */
  add(means: Float32Array): void {
    const frames = ++this.#frames;
    const before = this.#means ?? means;
    if (this.#squares.length !== means.length) this.#squares = new Float64Array(means.length);
    for (let at = 0; at < means.length; at++) {
      this.#squares[at]! += frames * (frames - 1) * (means[at]! - before[at]!) ** 2;
    }
    this.#means = means;
  }

  /**
   * Root of the mean square of the standard errors of the colours that are shown, of 255; Infinity while there are too few frames to
   * estimate it.
   */
  rootMeanSquare(lightSpace: LightSpace): number {
    const frames = this.#frames;
    if (frames < LEAST_PATHS) return Infinity;
    let sum = 0;
    for (const [at, squares] of this.#squares.entries()) {
      // Encoding makes noise larger in the dark, by its slope there.
      const slope = lightSpace === 'linear' ? slopeOfSrgb(this.#means![at]!) : 1;
      if (at % 4 !== 3) sum += squares * slope ** 2;
    }
    return 255 * Math.sqrt(sum / (frames * (frames - 1)) / (0.75 * this.#squares.length));
  }
}
