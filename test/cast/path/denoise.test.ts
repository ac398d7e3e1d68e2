import { describe, expect, it } from 'vitest';
import { denoise } from '../../../src/cast/path/denoise.js';
import { createRandom } from '../../../src/mesh/generators/random.js';

const [WIDTH, HEIGHT] = [40, 30];
const PIXELS = WIDTH * HEIGHT;
const SEED = 41;

/** Two walls that meet in the middle of the picture, the right one with its own normal, brightness and distance. */
function makeWalls() {
  const truth = new Float32Array(4 * PIXELS);
  const distances = new Float32Array(PIXELS);
  const normals = new Float32Array(3 * PIXELS);
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const isRight = pixel % WIDTH >= WIDTH / 2;
    truth.set(isRight ? [0.7, 0.6, 0.5, 1] : [0.3, 0.3, 0.4, 1], 4 * pixel);
    distances[pixel] = isRight ? 12 : 10;
    normals.set(isRight ? [1, 0, 0] : [0, 0, 1], 3 * pixel);
  }
  return { truth, guides: { distances, normals } };
}

const errorOf = (color: Float32Array, truth: Float32Array) =>
  Math.sqrt(color.reduce((sum, value, index) => sum + (value - truth[index]!) ** 2, 0) / color.length);

describe('denoise', () => {
  const { truth, guides } = makeWalls();

  it('leaves what has no noise', () => {
    for (const [index, value] of denoise(truth, guides, WIDTH, HEIGHT).entries())
      expect(value).toBeCloseTo(truth[index]!, 5);
  });

  it(`takes most noise out, seed ${SEED}, and keeps the edge`, () => {
    const random = createRandom(SEED);
    const noisy = truth.map((value, index) => (index % 4 === 3 ? value : value + 0.4 * (random() - 0.5)));
    const calm = denoise(noisy, guides, WIDTH, HEIGHT);
    expect(errorOf(calm, truth)).toBeLessThan(0.35 * errorOf(noisy, truth));
    const at = 4 * (15 * WIDTH + WIDTH / 2);
    expect(calm[at]! - calm[at - 4]!).toBeGreaterThan(0.25);
  });

  it('takes out single bright pixels', () => {
    const speckled = truth.slice();
    speckled[4 * (10 * WIDTH + 10)] = 50;
    expect(errorOf(denoise(speckled, guides, WIDTH, HEIGHT), truth)).toBeLessThan(1e-5);
  });

  it('mixes nothing into what nothing is seen of', () => {
    const distances = guides.distances.map((value, pixel) => (pixel % WIDTH < WIDTH / 2 ? Infinity : value));
    const color = truth.map((value, index) => ((index >> 2) % WIDTH < WIDTH / 2 ? 0 : value));
    const calm = denoise(color, { ...guides, distances }, WIDTH, HEIGHT);
    for (const [index, value] of calm.entries()) expect(value).toBeCloseTo(color[index]!, 5);
  });

  it('refuses guides of another size', () => {
    expect(() => denoise(truth, guides, WIDTH, HEIGHT + 1)).toThrow(/of 40 × 31 pixels/);
  });
});
