/** Points of paths in the unit square: a (0, m, 2)-net for each power of two, and others for each seed. */
import { describe, expect, it } from 'vitest';
import { stratified } from '../../../src/reference/path/random.js';

const SEEDS = [0, 1, 3, 77, 0xffffffff];

const pointsOf = (count: number, seed: number) =>
  Array.from({ length: count }, (_, number) => stratified(number, count, seed));

describe('stratified points', () => {
  it.each([1, 2, 4, 8, 16, 64])('of %i have one in each elementary interval', (count) => {
    for (const seed of SEEDS) {
      const points = pointsOf(count, seed);
      for (let columns = 1; columns <= count; columns *= 2) {
        const rows = count / columns;
        const cells = points.map(([x, y]) => Math.floor(x * columns) + columns * Math.floor(y * rows));
        expect(new Set(cells).size, `${columns} × ${rows} of seed ${seed}`).toBe(count);
      }
    }
  });

  it('of another seed are others, in another order', () => {
    const [first, second] = [pointsOf(16, 5), pointsOf(16, 8)];
    expect(first).not.toEqual(second);
    const order = (points: readonly (readonly [number, number])[]) => points.map(([x]) => Math.floor(16 * x)).join();
    expect(order(first)).not.toBe(order(second));
  });

  it('are each as likely anywhere', () => {
    let [x, y, squares] = [0, 0, 0];
    const seeds = 4000;
    for (let seed = 0; seed < seeds; seed++) {
      const [a, b] = stratified(5, 16, 3 * seed);
      [x, y, squares] = [x + a, y + b, squares + a * b];
    }
    // Standard errors are 0.0046, and 0.0035 of the product.
    expect(Math.abs(x / seeds - 0.5)).toBeLessThan(0.019);
    expect(Math.abs(y / seeds - 0.5)).toBeLessThan(0.019);
    expect(Math.abs(squares / seeds - 0.25)).toBeLessThan(0.014);
  });

  it('have means of smooth functions with far less noise than independent ones', () => {
    const errors = SEEDS.map((seed) => {
      const points = pointsOf(64, 11 * seed);
      return points.reduce((sum, [x, y]) => sum + Math.sin(3 * x) * Math.exp(y), 0) / 64;
    }).map((mean) => mean - ((1 - Math.cos(3)) / 3) * (Math.E - 1));
    // Independent points have a standard error of 0.08.
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(0.02);
  });
});
