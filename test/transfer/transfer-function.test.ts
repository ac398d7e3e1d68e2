/** Transfer functions: evaluation by laws, and what is refused. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import {
  createTransferFunction,
  evaluateColor,
  evaluateOpacity,
  parseColor,
  type TransferFunctionInput,
} from '../../src/transfer/transfer-function.js';
import { between, createRandom } from '../camera/random.js';

const OPAQUE = [{ value: 0, opacity: 1 }];
const WHITE = [{ value: 0, color: '#fff' }];

describe('evaluation', () => {
  const transfer = createTransferFunction({
    colors: [
      { value: -10, color: [0, 0.5, 1] },
      { value: 30, color: [1, 0, 0.5] },
    ],
    opacities: [
      { value: 0, opacity: 0.1 },
      { value: 10, opacity: 0.5 },
      { value: 30, opacity: 0.2 },
    ],
  });

  it('has the points, is linear between them and constant beyond', () => {
    expect(evaluateColor(transfer, -1000)).toEqual([0, 0.5, 1]);
    expect(evaluateColor(transfer, 0)).toEqual([0.25, 0.375, 0.875]);
    expect(evaluateColor(transfer, 30)).toEqual([1, 0, 0.5]);
    expect(evaluateColor(transfer, 1e30)).toEqual([1, 0, 0.5]);
    const values = [-5, 0, 5, 10, 15, 30, 31].map((value) => evaluateOpacity(transfer, value));
    for (const [index, expected] of [0.1, 0.1, 0.3, 0.5, 0.425, 0.2, 0.2].entries()) {
      expect(values[index]).toBeCloseTo(expected, 15);
    }
  });

  it('stays within 0 and 1, whatever the rounding', () => {
    const seed = 41;
    const random = createRandom(seed);
    for (let round = 0; round < 2000; round++) {
      const [from, to] = [between(random, -1e3, 1e3), between(random, -1e-3, 1e3)];
      const ends = [random() < 0.5 ? 1 : random(), random() < 0.5 ? 0 : 1 - 2 ** -53] as const;
      const ramp = createTransferFunction({
        colors: WHITE,
        opacities: ends.map((opacity, index) => ({ value: [from, to][index]!, opacity })),
      });
      const opacity = evaluateOpacity(ramp, from + (to - from) * (1 - 2 ** -50 * random()));
      expect(opacity, `seed ${seed}, round ${round}`).toBeGreaterThanOrEqual(0);
      expect(opacity, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(1);
    }
  });

  it('takes the later point at a step', () => {
    const step = createTransferFunction({
      colors: [
        { value: 5, color: '#f00' },
        { value: 5, color: '#0f0' },
        { value: 5, color: '#00f' },
      ],
      opacities: [
        { value: 3, opacity: 0.25 },
        { value: 5, opacity: 0.25 },
        { value: 5, opacity: 0.75 },
        { value: 6, opacity: 0.75 },
      ],
    });
    const below = 5 - 2 ** -50;
    expect([below, 5, 5.5].map((value) => evaluateOpacity(step, value))).toEqual([0.25, 0.75, 0.75]);
    expect([below, 5, 5.5].map((value) => evaluateColor(step, value))).toEqual([
      [1, 0, 0],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });
});

describe('creation', () => {
  it('sorts by value and leaves the order of a step', () => {
    const { opacities } = createTransferFunction({
      colors: WHITE,
      opacities: [
        { value: 9, opacity: 0.9 },
        { value: 4, opacity: 0.1 },
        { value: 4, opacity: 0.2 },
        { value: -1, opacity: 0.3 },
      ],
    });
    expect(opacities.map(({ opacity }) => opacity)).toEqual([0.3, 0.1, 0.2, 0.9]);
  });

  it('leaves out what is within a step', () => {
    const opacities = [0.1, 0.2, 0.3, 0.4].map((opacity) => ({ value: 5, opacity }));
    const transfer = createTransferFunction({ colors: WHITE, opacities });
    expect(transfer.opacities.map(({ opacity }) => opacity)).toEqual([0.1, 0.4]);
  });

  it('keeps the unit, and has none where none is given', () => {
    expect(createTransferFunction({ colors: WHITE, opacities: OPAQUE, unit: 2.5 }).unit).toBe(2.5);
    expect('unit' in createTransferFunction({ colors: WHITE, opacities: OPAQUE })).toBe(false);
  });

  it('leaves its input as it was', () => {
    const opacities = Object.freeze([Object.freeze({ value: 1, opacity: 1 }), Object.freeze({ value: 0, opacity: 0 })]);
    expect(createTransferFunction({ colors: WHITE, opacities }).opacities[0]!.value).toBe(0);
    expect(opacities[0]!.value).toBe(1);
  });

  const refused: readonly [string, unknown, RegExp][] = [
    ['no colours', { colors: [], opacities: OPAQUE }, /^colors must be a list of at least one point, not \[\]$/],
    ['no list', { colors: WHITE, opacities: 0.5 }, /^opacities must be a list .* not 0.5$/],
    ['a missing list', { colors: WHITE }, /^opacities must be a list .* not undefined$/],
    ['a point that is none', { colors: WHITE, opacities: [...OPAQUE, null] }, /^opacities\[1\] must be an object/],
    [
      'a NaN value',
      { colors: [{ value: Number.NaN, color: '#fff' }], opacities: OPAQUE },
      /^colors\[0\]\.value .* NaN$/,
    ],
    ['a value as text', { colors: WHITE, opacities: [{ value: '3', opacity: 1 }] }, /^opacities\[0\]\.value .* "3"$/],
    [
      'a value beyond float32',
      { colors: WHITE, opacities: [{ value: 1e39, opacity: 1 }] },
      /finite number, not 1e\+39$/,
    ],
    ['too much opacity', { colors: WHITE, opacities: [{ value: 0, opacity: 1.01 }] }, /\.opacity .*0 to 1, not 1.01$/],
    ['too little opacity', { colors: WHITE, opacities: [{ value: 0, opacity: -0.01 }] }, /0 to 1, not -0.01$/],
    ['a NaN opacity', { colors: WHITE, opacities: [{ value: 0, opacity: Number.NaN }] }, /0 to 1, not NaN$/],
    [
      'a colour over 1',
      { colors: [{ value: 0, color: [0, 255, 0] }], opacities: OPAQUE },
      /^colors\[0\]\.color .*\[0,255,0\]$/,
    ],
    ['a colour of four', { colors: [{ value: 0, color: [0, 0, 0, 0] }], opacities: OPAQUE }, /\[r, g, b\]/],
    ['a colour name', { colors: [{ value: 0, color: 'red' }], opacities: OPAQUE }, /"#rrggbb", not "red"$/],
    ['a unit of 0', { colors: WHITE, opacities: OPAQUE, unit: 0 }, /^unit must be a positive length .* not 0$/],
    ['an endless unit', { colors: WHITE, opacities: OPAQUE, unit: Number.POSITIVE_INFINITY }, /^unit .* Infinity$/],
    ['a unit as text', { colors: WHITE, opacities: OPAQUE, unit: '1' }, /^unit .* "1"$/],
  ];
  it.each(refused)('refuses %s', (_, input, message) => {
    const create = () => createTransferFunction(input as TransferFunctionInput);
    expect(create).toThrow(InputError);
    expect(create).toThrow(message);
  });

  it('does not repeat a long mistake', () => {
    const colors = [{ value: 0, color: 'x'.repeat(10_000) }];
    expect(() => createTransferFunction({ colors, opacities: OPAQUE })).toThrow(/^.{1,150}$/);
  });
});

describe('parseColor', () => {
  it('reads six digits and three, in either case', () => {
    expect(parseColor('#ff8000', '')).toEqual([1, 128 / 255, 0]);
    expect(parseColor('#FF8000', '')).toEqual([1, 128 / 255, 0]);
    expect(parseColor('#1a2', '')).toEqual(parseColor('#11aa22', ''));
  });

  it('names what it is of, or a color', () => {
    expect(() => parseColor('white')).toThrow('a color must be "#rrggbb", not "white"');
  });

  it.each(['ff8000', '#ff80', '#ff80001', '#ggg', '', '#', ' #fff', '#fff\n'])('refuses %j', (text) => {
    expect(() => parseColor(text, '--background')).toThrow(/^--background must be "#rrggbb"/);
  });
});
