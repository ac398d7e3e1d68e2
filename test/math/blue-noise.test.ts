/** The blue-noise mask: every rank once, and next to nothing at low frequencies. */
import { describe, expect, it } from 'vitest';
import { BLUE_NOISE_SIZE, createBlueNoise } from '../../src/math/blue-noise.js';
import { createRandom } from '../camera/random.js';

const SIZE = BLUE_NOISE_SIZE;
const COUNT = SIZE * SIZE;
/** Frequency, of 16, below which a wave is longer than five pixels. */
const LOW_FREQUENCY = 6;

/** The mean power of frequencies up to LOW_FREQUENCY over the mean power of all; 0 itself is in neither. */
function lowPowerShare(mask: ArrayLike<number>): number {
  const sums = { low: 0, lowCount: 0, all: 0, allCount: 0 };
  for (let v = 1 - SIZE / 2; v <= SIZE / 2; v++) {
    for (let u = 1 - SIZE / 2; u <= SIZE / 2; u++) {
      if (u === 0 && v === 0) continue;
      let [real, imaginary] = [0, 0];
      for (let pixel = 0; pixel < COUNT; pixel++) {
        const angle = (2 * Math.PI * (u * (pixel % SIZE) + v * Math.floor(pixel / SIZE))) / SIZE;
        real += mask[pixel]! * Math.cos(angle);
        imaginary += mask[pixel]! * Math.sin(angle);
      }
      const power = real * real + imaginary * imaginary;
      sums.all += power;
      sums.allCount++;
      if (u * u + v * v <= LOW_FREQUENCY ** 2) {
        sums.low += power;
        sums.lowCount++;
      }
    }
  }
  return sums.low / sums.lowCount / (sums.all / sums.allCount);
}

describe.each([0, 1, 77])('createBlueNoise of seed %i', (seed) => {
  const mask = createBlueNoise(seed);

  it('has every rank once, so ½ on average', () => {
    const ranks = [...mask].map((value) => value * COUNT - 0.5).sort((a, b) => a - b);
    expect(ranks).toEqual(Array.from({ length: COUNT }, (_, rank) => rank));
    expect(mask.reduce((sum, value) => sum + value, 0) / COUNT).toBe(0.5);
  });

  it('has a hundredth of the power of white noise at low frequencies', () => {
    const random = createRandom(seed + 1);
    const white = Float64Array.from({ length: COUNT }, random);
    expect(lowPowerShare(white)).toBeGreaterThan(0.5);
    expect(lowPowerShare(mask)).toBeLessThan(0.01);
  });

  it('spreads the pixels below any threshold, across its edges too', () => {
    for (const share of [1 / 16, 1 / 8, 1 / 4]) {
      const below = [...mask.keys()].filter((pixel) => mask[pixel]! < share);
      // Distance between neighbours in a square grid of as many points.
      const spacing = 1 / Math.sqrt(share);
      for (const pixel of below) {
        const nearest = Math.min(
          ...below.filter((other) => other !== pixel).map((other) => torusDistance(pixel, other)),
        );
        expect(nearest).toBeGreaterThanOrEqual(spacing / 2);
        expect(nearest).toBeLessThanOrEqual(spacing * 2);
      }
    }
  });

  it('is the same again, and another for another seed', () => {
    expect(createBlueNoise(seed)).toEqual(mask);
    const other = createBlueNoise(seed + 1);
    expect(mask.filter((value, pixel) => value === other[pixel]).length).toBeLessThan(COUNT / 50);
  });
});

function torusDistance(a: number, b: number): number {
  const along = (from: number, to: number) => Math.min(Math.abs(from - to), SIZE - Math.abs(from - to));
  return Math.hypot(along(a % SIZE, b % SIZE), along(Math.floor(a / SIZE), Math.floor(b / SIZE)));
}
