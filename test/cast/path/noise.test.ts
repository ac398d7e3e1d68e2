/** Estimates of noise: what the means of many runs really differ by. */
import { expect, it } from 'vitest';
import { LEAST_PATHS, NoiseEstimate } from '../../../src/cast/path/noise.js';
import { encodeSrgb } from '../../../src/math/srgb.js';
import { createRandom } from '../../camera/random.js';

const PIXELS = 200;

/** Samples of a picture whose pixels are as noisy as their number says. */
const sample = (random: () => number) =>
  Float32Array.from({ length: 4 * PIXELS }, (_, at) => 0.5 + (random() - 0.5) * ((at >> 2) / PIXELS));

function estimate(random: () => number, frames: number) {
  const noise = new NoiseEstimate();
  let means = new Float32Array(4 * PIXELS);
  for (let frame = 1; frame <= frames; frame++) {
    const added = sample(random);
    means = means.map((mean, at) => mean + (added[at]! - mean) / frame);
    noise.add(means);
  }
  return { means, rms: noise.rootMeanSquare('display'), rmsShown: noise.rootMeanSquare('linear') };
}

it.each([LEAST_PATHS, 100])('is the error of the mean of %d frames', (frames) => {
  const { means, rms, rmsShown } = estimate(createRandom(5), frames);
  for (const [estimated, show] of [
    [rms, (light: number) => light],
    [rmsShown, encodeSrgb],
  ] as const) {
    const errors = means.filter((_, at) => at % 4 !== 3).map((mean) => 255 * (show(mean) - show(0.5)));
    const found = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    expect(estimated).toBeGreaterThan(0.9 * found);
    expect(estimated).toBeLessThan(1.1 * found);
  }
});

it('is unknown of few frames, and none where nothing differs', () => {
  expect(estimate(createRandom(5), LEAST_PATHS - 1).rms).toBe(Infinity);
  expect(estimate(() => 0.25, 20).rms).toBe(0);
});
