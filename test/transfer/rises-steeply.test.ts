import { describe, expect, it } from 'vitest';
import { risesSteeply } from '../../src/transfer/rises-steeply.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';

const of = (...points: readonly (readonly [value: number, opacity: number])[]) =>
  createTransferFunction({
    colors: [
      { value: 0, color: '#000000' },
      { value: 1000, color: '#ffffff' },
    ],
    opacities: points.map(([value, opacity]) => ({ value, opacity })),
  });

describe('risesSteeply', () => {
  it.each([
    ['a step', true, of([300, 0], [300, 0.5])],
    ['a rise within 2 of 1000 values', true, of([300, 0], [302, 0.3])],
    ['the same fall', true, of([0, 0], [300, 0.3], [302, 0])],
    ['a rise within 20', false, of([300, 0], [320, 0.9])],
    ['a thin one', false, of([300, 0], [302, 0.1])],
    ['a steep one between visible values', false, of([0, 0.2], [300, 0.2], [301, 0.9])],
    ['nothing', false, of([300, 0], [302, 0])],
  ])('knows %s: %s', (_, expected, transfer) => {
    expect(risesSteeply(transfer)).toBe(expected);
  });

  it('does not depend on the unit of the data', () => {
    const { colors, opacities } = of([300, 0], [302, 0.3]);
    const scaled = <T extends { readonly value: number }>(points: readonly T[]) =>
      points.map((point) => ({ ...point, value: 1e-9 * point.value }));
    expect(risesSteeply({ colors: scaled(colors), opacities: scaled(opacities) })).toBe(true);
  });
});
