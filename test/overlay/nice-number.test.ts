/** Round numbers by their laws. */
import { describe, expect, it } from 'vitest';
import { multiplyNice, type NiceNumber, nextNice, niceFloor, niceTicks } from '../../src/overlay/nice-number.js';
import { between, createRandom } from '../camera/random.js';

const FILE_LIMITS = [Number.MIN_VALUE, 1e-320, 2 ** -1022, 0.1, 0.3, 1, 1000, 1e22, 1e23, Number.MAX_VALUE];

describe('the largest round number up to a limit', () => {
  it('is no larger, and the next one is', () => {
    const seed = 30;
    const random = createRandom(seed);
    const limits = [...FILE_LIMITS, ...Array.from({ length: 1000 }, () => 10 ** between(random, -300, 300))];
    for (const limit of limits) {
      const nice = niceFloor(limit);
      expect(multiplyNice(nice), `seed ${seed}: ${limit}`).toBeLessThanOrEqual(limit);
      expect(multiplyNice(nextNice(nice)), `seed ${seed}: ${limit}`).toBeGreaterThan(limit);
    }
  });

  it('is the limit itself where that is round', () => {
    for (let exponent = -320; exponent <= 307; exponent++) {
      for (const mantissa of [1, 2, 5] as const) {
        expect(niceFloor(Number(`${mantissa}e${exponent}`))).toEqual({ mantissa, exponent });
      }
    }
  });

  it('is the double that its decimal form stands for', () => {
    const tenth: NiceNumber = { mantissa: 1, exponent: -1 };
    expect([1, 3, 6, 7].map((count) => multiplyNice(tenth, count))).toEqual([0.1, 0.3, 0.6, 0.7]);
    expect(multiplyNice(tenth, -3, 3)).toBe(-300);
  });
});

describe('ticks', () => {
  it('are as many as fit of the multiples of a round step', () => {
    const seed = 31;
    const random = createRandom(seed);
    for (let round = 0; round < 2000; round++) {
      const low = between(random, -1, 1) * 10 ** between(random, -6, 6);
      const high = low + 10 ** between(random, -3, 6);
      const countMax = 3 + Math.floor(6 * random());
      const what = `seed ${seed}, round ${round}: ${countMax} from ${low} to ${high}`;
      const { values } = niceTicks(low, high, countMax);
      expect(values.length, what).toBeGreaterThanOrEqual(1);
      expect(values.length, what).toBeLessThanOrEqual(countMax);
      const step = values.length > 1 ? values[1]! - values[0]! : high - low;
      // The sum and the difference of the multiples are rounded to their own precision.
      const rounding = 4 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high)) + 1e-9 * step;
      for (const [index, value] of values.entries()) {
        expect(value, what).toBeGreaterThanOrEqual(low - rounding);
        expect(value, what).toBeLessThanOrEqual(high + rounding);
        expect(Math.abs(value - (values[0]! + index * step)), what).toBeLessThanOrEqual(values.length * rounding);
      }
      if (values.length === 1) continue;
      // None is missing at the ends, and a finer step would have given too many.
      expect(values[0]! - step, what).toBeLessThan(low + rounding);
      expect(values.at(-1)! + step, what).toBeGreaterThan(high - rounding);
      // Three digits are what the values' difference has left of the step at least.
      const exactStep = Number(step.toExponential(2));
      const finer = exactStep / (exactStep.toExponential().startsWith('5') ? 2.5 : 2);
      const finerCount = Math.floor((high + rounding) / finer) - Math.ceil((low - rounding) / finer) + 1;
      expect(finerCount, what).toBeGreaterThan(countMax);
    }
  });

  it.each([
    [0, 1, 6, ['0', '0.2', '0.4', '0.6', '0.8', '1.0']],
    [-0.3, 0.3, 7, ['-0.3', '-0.2', '-0.1', '0', '0.1', '0.2', '0.3']],
    [-1024, 3071, 6, ['-1000', '0', '1000', '2000', '3000']],
    [0, 255, 6, ['0', '50', '100', '150', '200', '250']],
    [0, 3e6, 4, ['0', '1e6', '2e6', '3e6']],
    [0, 2.5e-6, 6, ['0', '5e-7', '1e-6', '1.5e-6', '2e-6', '2.5e-6']],
    [100000, 100001, 3, ['100000.0', '100000.5', '100001.0']],
  ])('from %f to %f, at most %i, are written alike', (low, high, countMax, labels) => {
    expect(niceTicks(low, high, countMax).labels).toEqual(labels);
  });
});
