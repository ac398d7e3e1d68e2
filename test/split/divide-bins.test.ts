/** Bins divided over levels: together the digits name every bin, and no level is too wide. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { divideBins } from '../../src/split/divide-bins.js';
import { fewestLevels } from '../../src/split/plan-level.js';

const BIN_COUNTS = [1, 2, 3, 31, 32, 2047, 2048, 2049, 4096, 65_537, 262_144, 2 ** 22 - 1, 2 ** 22];

describe('divideBins', () => {
  it.each(BIN_COUNTS)('gives %i bins an order that their levels keep', (binCount) => {
    for (let levelCount = fewestLevels(binCount); levelCount <= 3; levelCount++) {
      const levels = divideBins(binCount, levelCount);
      expect(levels).toHaveLength(levelCount);
      expect(levels.at(-1)).toMatchObject({ shift: 0, bins: binCount });
      for (const bin of [0, 1, binCount >> 1, binCount - 2, binCount - 1].filter((b) => b >= 0 && b < binCount)) {
        let segment = 0;
        for (const [index, { shift, radix, digits, segments, bins }] of levels.entries()) {
          const digit = Math.floor(bin / 2 ** shift) % radix;
          expect(segment).toBeLessThan(segments);
          expect(digit).toBeLessThan(digits);
          segment = segment * digits + digit;
          expect(segment).toBeLessThan(bins);
          expect(levels[index + 1]?.segments ?? bins).toBe(bins);
        }
        expect(segment).toBe(bin);
      }
      expect(Math.max(...levels.map(({ digits }) => digits))).toBeLessThanOrEqual(2048);
    }
  });

  it('takes as few levels as the widest allow', () => {
    expect([1, 2048, 2049, 2 ** 22].map((bins) => fewestLevels(bins))).toEqual([1, 1, 2, 2]);
    expect(() => divideBins(2049, 1)).toThrow(InputError);
    expect(() => divideBins(2 ** 22, 1)).toThrow('up to 2048 bins, not 4194304');
  });
});
