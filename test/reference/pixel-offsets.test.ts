/** The R2 sequence of places in a pixel. */
import { describe, expect, it } from 'vitest';
import { pixelOffsets } from '../../src/reference/pixel-offsets.js';

describe('pixelOffsets', () => {
  it('starts in the centre and goes on by the published fractions', () => {
    const [first, second, third] = pixelOffsets(3);
    expect(first).toEqual([0, 0]);
    expect(second![0]).toBeCloseTo(0.7548776662466927 - 1, 14);
    expect(second![1]).toBeCloseTo(0.5698402909980532 - 1, 14);
    expect(third![0]).toBeCloseTo(2 * 0.7548776662466927 - 2, 14);
    expect(third![1]).toBeCloseTo(2 * 0.5698402909980532 - 1, 14);
  });

  it('is the start of any longer sequence', () => {
    expect(pixelOffsets(64).slice(0, 5)).toEqual(pixelOffsets(5));
  });

  it.each([2, 3, 4, 5, 8, 9, 16, 32, 64])('covers the pixel evenly with %i', (count) => {
    const offsets = pixelOffsets(count);
    for (const axis of [0, 1] as const) {
      const along = offsets.map((offset) => offset[axis]);
      expect(along.every((offset) => offset >= -0.5 && offset < 0.5)).toBe(true);
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
