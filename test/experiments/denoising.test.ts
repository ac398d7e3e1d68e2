/** What the experiment about the denoiser compares and measures with. */
import { expect, it } from 'vitest';
import { denoiseByNonLocalMeans } from '../../experiments/denoising/non-local-means.js';
import { structuralSimilarity } from '../../experiments/denoising/structural-similarity.js';
import { createRandom } from '../../src/mesh/generators/random.js';

const [WIDTH, HEIGHT] = [40, 30];
const SEED = 41;

/** Two walls of other colours that meet in the middle of the picture. */
const truth = Float32Array.from({ length: 4 * WIDTH * HEIGHT }, (_, at) => {
  const isRight = (at >> 2) % WIDTH >= WIDTH / 2;
  return (isRight ? [0.7, 0.6, 0.5, 1] : [0.3, 0.3, 0.4, 1])[at % 4]!;
});
const random = createRandom(SEED);
const noisy = truth.map((value, at) => (at % 4 === 3 ? value : value + 0.4 * (random() - 0.5)));
const variances = truth.map((_, at) => (at % 4 === 3 ? 0 : 0.4 ** 2 / 12));
const calm = denoiseByNonLocalMeans(noisy, variances, WIDTH, HEIGHT);

const errorOf = (color: Float32Array) =>
  Math.sqrt(color.reduce((sum, value, at) => sum + (value - truth[at]!) ** 2, 0) / color.length);

it(`non-local means take most noise out, seed ${SEED}, and keep the edge and what has no noise`, () => {
  expect(errorOf(calm)).toBeLessThan(0.35 * errorOf(noisy));
  const at = 4 * (15 * WIDTH + WIDTH / 2);
  expect(calm[at]! - calm[at - 4]!).toBeGreaterThan(0.2);
  const same = denoiseByNonLocalMeans(noisy, new Float32Array(noisy.length), WIDTH, HEIGHT);
  for (const [index, value] of same.entries()) expect(value).toBeCloseTo(noisy[index]!, 3);
});

it('structural similarity is 1 for equal pictures, and less the more noise there is', () => {
  const likeness = (color: Float32Array) => structuralSimilarity(color, truth, WIDTH, HEIGHT);
  expect(likeness(truth)).toBeCloseTo(1, 9);
  expect(likeness(calm)).toBeLessThan(0.999);
  expect(likeness(noisy)).toBeLessThan(likeness(calm) - 0.2);
});
