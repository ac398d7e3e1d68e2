/** Colour maps against their published colours, and the functions that are made of them. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { COLOR_MAPS, colorMapTransfer } from '../../src/transfer/color-maps.js';
import { evaluateColor, evaluateOpacity, parseColor } from '../../src/transfer/transfer-function.js';

/** Colours at fractions of the range, as published; matplotlib's for the first, MATLAB's and Moreland's for the others. */
const KNOWN: readonly [string, number, string][] = [
  ['viridis', 0, '#440154'],
  ['viridis', 0.5, '#21918c'],
  ['viridis', 1, '#fde725'],
  ['magma', 0, '#000004'],
  ['magma', 0.5, '#b73779'],
  ['magma', 1, '#fcfdbf'],
  ['inferno', 0, '#000004'],
  ['inferno', 0.5, '#bc3754'],
  ['inferno', 1, '#fcffa4'],
  ['plasma', 0, '#0d0887'],
  ['plasma', 0.5, '#cc4778'],
  ['plasma', 1, '#f0f921'],
  ['grey', 0, '#000000'],
  ['grey', 0.5, '#808080'],
  ['hot', 3 / 16, '#800000'],
  ['hot', 3 / 8, '#ff0000'],
  ['hot', 3 / 4, '#ffff00'],
  ['hot', 1, '#ffffff'],
  ['bone-map', 3 / 8, '#545474'],
  ['bone-map', 3 / 4, '#a7c7c7'],
  ['bone-map', 1, '#ffffff'],
  ['cool-warm', 0, '#3b4cc0'],
  ['cool-warm', 0.5, '#dddddd'],
  ['cool-warm', 1, '#b40426'],
];

describe('color maps', () => {
  it.each(KNOWN)('%s at %d is %s', (name, fraction, color) => {
    const found = evaluateColor(colorMapTransfer(name, [0, 1]), fraction);
    const difference = parseColor(color, '').map((channel, index) => Math.abs(channel - found[index]!));
    expect(Math.max(...difference)).toBeLessThanOrEqual(2 / 255);
  });

  it.each(COLOR_MAPS.map(({ name }) => name))('%s has colours from end to end', (name) => {
    const { colors } = colorMapTransfer(name, [-20, 300]);
    expect(colors[0]!.value).toBe(-20);
    expect(colors.at(-1)!.value).toBe(300);
    expect(new Set(colors.map(({ color }) => color.join())).size).toBeGreaterThanOrEqual(2);
    expect(colors.flatMap(({ color }) => color).every((channel) => channel >= 0 && channel <= 1)).toBe(true);
  });

  it.each(['viridis', 'magma', 'inferno', 'plasma', 'cividis', 'cubehelix', 'grey', 'hot', 'bone-map'])(
    '%s grows brighter',
    (name) => {
      const brightness = colorMapTransfer(name, [0, 1]).colors.map(
        ({ color: [r, g, b] }) => 0.21 * r + 0.72 * g + 0.07 * b,
      );
      const falls = brightness.filter((value, index) => value < (brightness[index - 1] ?? 0) - 1 / 255);
      expect(falls).toEqual([]);
      expect(brightness.at(-1)! - brightness[0]!).toBeGreaterThan(0.5);
    },
  );
});

describe('colorMapTransfer', () => {
  it('lets opacity rise from end to end', () => {
    const transfer = colorMapTransfer('grey', [100, 300], { minOpacity: 0.1, maxOpacity: 0.9, exponent: 3 });
    expect(evaluateOpacity(transfer, 0)).toBe(0.1);
    expect(evaluateOpacity(transfer, 100)).toBe(0.1);
    expect(evaluateOpacity(transfer, 200)).toBeCloseTo(0.1 + 0.8 / 8, 12);
    expect(evaluateOpacity(transfer, 300)).toBeCloseTo(0.9, 12);
    expect(evaluateOpacity(transfer, 999)).toBeCloseTo(0.9, 12);
  });

  it('needs no more than two points for a straight ramp', () => {
    expect(colorMapTransfer('hot', [0, 1], { exponent: 1 }).opacities).toHaveLength(2);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'an unknown map',
      () => colorMapTransfer('vridis', [0, 1]),
      /^there is no colour map "vridis"; there are viridis, /,
    ],
    ['an empty range', () => colorMapTransfer('hot', [1, 1]), /^range must go from a lower to a higher value/],
    [
      'too much opacity',
      () => colorMapTransfer('hot', [0, 1], { maxOpacity: 2 }),
      /opacity must be a number from 0 to 1/,
    ],
    [
      'no exponent',
      () => colorMapTransfer('hot', [0, 1], { exponent: 0 }),
      /exponent must be .* greater than 0, not 0$/,
    ],
  ])('refuses %s', (_, create, message) => {
    expect(create).toThrow(InputError);
    expect(create).toThrow(message);
  });
});
