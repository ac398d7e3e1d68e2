/** The light of default appearances. */
import { describe, expect, it } from 'vitest';
import { createTransferFunction } from '../../../src/index.js';
import { DERIVED_LIGHT } from '../../../src/lab.js';
import { derivedLight } from '../../../src/transfer/default/derived-light.js';

type Point = readonly [value: number, level: number];

const lightOf = (colors: readonly Point[], opacities: readonly Point[]) =>
  derivedLight(
    createTransferFunction({
      colors: colors.map(([value, level]) => ({ value, color: [level, level / 2, level / 3] as const })),
      opacities: opacities.map(([value, opacity]) => ({ value, opacity })),
    }),
  );

const RISING: readonly Point[] = [
  [10, 0],
  [20, 0.8],
];

describe('the light of default appearances', () => {
  it('brings the brightest channel of a dark surface that faces the eye to four fifths', () => {
    for (const level of [0.6, 0.65, 0.7, 0.75]) {
      const { ambient, diffuse, ...rest } = lightOf([[0, level]], RISING);
      expect(level * (ambient! + diffuse!)).toBeCloseTo(0.8, 2);
      expect(diffuse! / ambient!).toBeCloseTo(DERIVED_LIGHT.diffuse / DERIVED_LIGHT.ambient, 0);
      expect(rest).toEqual({ specular: DERIVED_LIGHT.specular, shininess: DERIVED_LIGHT.shininess });
    }
  });

  it('is no weaker on bright surfaces, and at most 1.4 times as strong on dark ones', () => {
    for (const level of [0.8, 0.9, 1]) expect(lightOf([[0, level]], RISING)).toEqual(DERIVED_LIGHT);
    for (const level of [0.5, 0.1, 0]) {
      expect(lightOf([[0, level]], RISING)).toEqual({ ...DERIVED_LIGHT, ambient: 0.35, diffuse: 1.05 });
    }
  });

  it('takes the colour where the surface is, not those that are hidden or deeper', () => {
    const expected = lightOf([[0, 0.65]], RISING);
    const steps: readonly Point[] = [
      [14, 1],
      [14.9, 0.65],
      [15.1, 0.65],
      [16, 1],
    ];
    expect(lightOf(steps, RISING)).toEqual(expected);
    // A bright background is hidden instead.
    const falling: readonly Point[] = [
      [10, 0.8],
      [20, 0],
    ];
    expect(lightOf(steps, falling)).toEqual(expected);
  });

  it('is the usual one where both ends of the values are shown, all alike are, or none', () => {
    const dark: readonly Point[] = [[0, 0.2]];
    const ends: readonly Point[] = [
      [-1, 1],
      [0, 0],
      [1, 1],
    ];
    for (const opacities of [ends, [[0, 1]], [[0, 0]]] as const) {
      expect(lightOf(dark, opacities)).toEqual(DERIVED_LIGHT);
    }
  });
});
