/** The denoiser: it takes noise alone, and keeps what is there. */
import { describe, expect, it } from 'vitest';
import { denoise } from '../../../src/cast/path/denoise.js';
import { renderPaths } from '../../../src/cast/path/render-paths.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { SPHERE } from '../hybrid-scenes.js';

const [WIDTH, HEIGHT] = [40, 30];
const PIXELS = WIDTH * HEIGHT;
const SEED = 41;

/** Two walls of other colours that meet in the middle of the picture. */
const truth = Float32Array.from({ length: 4 * PIXELS }, (_, at) => {
  const isRight = (at >> 2) % WIDTH >= WIDTH / 2;
  return (isRight ? [0.7, 0.6, 0.5, 1] : [0.3, 0.3, 0.4, 1])[at % 4]!;
});
const none = new Float32Array(4 * PIXELS);

const errorOf = (color: Float32Array, wanted: Float32Array) =>
  Math.sqrt(color.reduce((sum, value, index) => sum + (value - wanted[index]!) ** 2, 0) / color.length);

describe('denoise', () => {
  it('leaves what has no noise, however it looks', () => {
    const random = createRandom(SEED);
    const rough = truth.map((value) => value * random());
    for (const picture of [truth, rough])
      expect(errorOf(denoise(picture, none, WIDTH, HEIGHT), picture)).toBeLessThan(1e-3);
  });

  it(`takes most noise out, seed ${SEED}, and keeps the edge`, () => {
    const random = createRandom(SEED);
    const noisy = truth.map((value, index) => (index % 4 === 3 ? value : value + 0.4 * (random() - 0.5)));
    const variances = none.map((_, index) => (index % 4 === 3 ? 0 : 0.4 ** 2 / 12));
    const calm = denoise(noisy, variances, WIDTH, HEIGHT);
    expect(errorOf(calm, truth)).toBeLessThan(0.35 * errorOf(noisy, truth));
    const at = 4 * (15 * WIDTH + WIDTH / 2);
    expect(calm[at]! - calm[at - 4]!).toBeGreaterThan(0.2);
  });

  it('mixes nothing into what nothing is seen of', () => {
    const color = truth.map((value, index) => ((index >> 2) % WIDTH < WIDTH / 2 ? 0 : value));
    const variances = color.map((value, index) => (index % 4 < 3 && value > 0 ? 0.01 : 0));
    const calm = denoise(color, variances, WIDTH, HEIGHT);
    for (const [index, value] of calm.entries()) expect(value).toBeCloseTo(color[index]!, 2);
  });

  it('refuses variances of another size', () => {
    expect(() => denoise(truth, none, WIDTH, HEIGHT + 1)).toThrow(/of 40 × 31 pixels/);
  });
});

describe('paths, denoised', () => {
  const gpu = useTestGpu();
  it('are refused if there is one alone', async () => {
    const renderer = new Renderer(gpu());
    const one = renderPaths(renderer, { meshes: [{ mesh: SPHERE }] }, undefined, { paths: 1, denoised: true });
    await expect(one).rejects.toThrow('paths must be at least 2 to be denoised');
    renderer.destroy();
  });
});
