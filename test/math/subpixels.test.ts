/** The R2 sequence of places in a pixel. */
import { describe, expect, it } from 'vitest';
import { MAX_SUBPIXELS, subpixelOffsets } from '../../src/math/subpixels.js';

/** Half of the grid that offsets lie on, so that float32 has them exactly. */
const ROUNDING = 1 / 512;

describe('subpixelOffsets', () => {
  it('starts in the centre and goes on by the published fractions', () => {
    const [first, second, third] = subpixelOffsets(3);
    expect(first).toEqual([0, 0]);
    const expected = [
      [0.7548776662466927 - 1, 0.5698402909980532 - 1],
      [2 * 0.7548776662466927 - 2, 2 * 0.5698402909980532 - 1],
    ];
    for (const [index, offset] of [second!, third!].entries()) {
      for (const axis of [0, 1] as const) {
        expect(Math.abs(offset[axis] - expected[index]![axis]!)).toBeLessThanOrEqual(ROUNDING);
      }
    }
  });

  it('adds to any pixel’s place exactly in float32', () => {
    const place = 2 ** 15 - 0.5;
    for (const offset of subpixelOffsets(MAX_SUBPIXELS).flat())
      expect(Math.fround(place + offset)).toBe(place + offset);
  });

  it('is the start of any longer sequence', () => {
    expect(subpixelOffsets(64).slice(0, 5)).toEqual(subpixelOffsets(5));
  });

  it.each([2, 3, 4, 5, 8, 9, 16, 32, 64])('covers the pixel evenly with %i', (count) => {
    const offsets = subpixelOffsets(count);
    for (const axis of [0, 1] as const) {
      const along = offsets.map((offset) => offset[axis]);
      expect(along.every((offset) => Math.abs(offset) <= 0.5)).toBe(true);
      const mean = along.reduce((sum, offset) => sum + offset, 0) / count;
      // The discrepancy of such a sequence falls like log n / n; at random it would be like 1 / √n.
      expect(Math.abs(mean)).toBeLessThan((1 + Math.log(count)) / (2 * count));
    }
    const torus = (a: number, b: number) => Math.min(Math.abs(a - b), 1 - Math.abs(a - b));
    for (const [index, [x, y]] of offsets.entries()) {
      for (const [otherX, otherY] of offsets.slice(0, index)) {
        expect(Math.hypot(torus(x, otherX), torus(y, otherY))).toBeGreaterThan(0.5 / Math.sqrt(count));
      }
    }
  });
});
