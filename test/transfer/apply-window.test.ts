/** Windows over transfer functions: ends to ends, and everything in proportion. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { applyWindow, windowOf } from '../../src/transfer/apply-window.js';
import {
  createTransferFunction,
  evaluateColor,
  evaluateGradientOpacity,
  evaluateOpacity,
  type TransferFunction,
} from '../../src/transfer/transfer-function.js';
import { between, createRandom, type Random } from '../camera/random.js';

function randomTransfer(random: Random): TransferFunction {
  const points = () => Array.from({ length: 1 + Math.floor(4 * random()) }, () => between(random, -500, 500));
  return createTransferFunction({
    colors: points().map((value) => ({ value, color: [random(), random(), random()] })),
    opacities: [...points(), 600].map((value) => ({ value, opacity: random() })),
    gradientOpacities: points().map((value) => ({ value: Math.abs(value), opacity: random() })),
  });
}

describe('windowOf', () => {
  const colors = [3, 8].map((value) => ({ value, color: '#ffffff' }));
  const opacities = [-2, 5].map((value) => ({ value, opacity: 1 }));

  it('is from the first point to the last, of colours and opacities together', () => {
    expect(windowOf(createTransferFunction({ colors, opacities }))).toEqual([-2, 8]);
  });

  it("is the function's own, where it has one", () => {
    expect(windowOf(createTransferFunction({ colors, opacities, window: [4, 100] }))).toEqual([4, 100]);
  });
});

describe('applyWindow', () => {
  it('shows at each place of the new window what was at that place of the old', () => {
    const seed = 71;
    const random = createRandom(seed);
    for (let round = 0; round < 100; round++) {
      const plain = randomTransfer(random);
      const own = between(random, -300, 0);
      const transfer = round % 2 ? plain : { ...plain, window: [own, own + between(random, 1, 300)] as const };
      const [first, last] = windowOf(transfer);
      const low = between(random, -2000, 2000);
      const high = low + between(random, 0.01, 2000);
      const moved = applyWindow(transfer, [low, high]);
      expect(windowOf(moved), `seed ${seed}, round ${round}`).toEqual([low, high]);
      for (let sample = 0; sample < 20; sample++) {
        const fraction = between(random, -1, 2);
        const [from, to] = [first + fraction * (last - first), low + fraction * (high - low)];
        const message = `seed ${seed}, round ${round}, at ${fraction}`;
        expect(evaluateOpacity(moved, to), message).toBeCloseTo(evaluateOpacity(transfer, from), 6);
        for (const channel of [0, 1, 2] as const) {
          expect(evaluateColor(moved, to)[channel], message).toBeCloseTo(evaluateColor(transfer, from)[channel], 6);
        }
        const magnitude = Math.abs(from);
        const stretched = (magnitude * (high - low)) / (last - first);
        expect(evaluateGradientOpacity(moved, stretched), message).toBeCloseTo(
          evaluateGradientOpacity(transfer, magnitude),
          6,
        );
      }
    }
  });

  it('is exact at the ends, so that a step there stays there', () => {
    const seed = 72;
    const random = createRandom(seed);
    for (let round = 0; round < 200; round++) {
      const ends = [between(random, -1, 0), between(random, 1, 2)] as const;
      const transfer = createTransferFunction({
        colors: [{ value: ends[0], color: '#ffffff' }],
        opacities: [0, 1].map((opacity) => ({ value: ends[1], opacity })),
      });
      const window = [between(random, -9, 0), between(random, 0.1, 9)] as const;
      const { colors, opacities } = applyWindow(transfer, window);
      expect([colors[0]!.value, ...opacities.map(({ value }) => value)], `seed ${seed}, round ${round}`).toEqual([
        window[0],
        window[1],
        window[1],
      ]);
    }
  });

  it('leaves unit and light, and its own window where that is what is asked for', () => {
    const transfer = createTransferFunction({
      colors: [{ value: 1, color: '#ffffff' }],
      opacities: [{ value: 4, opacity: 0.5 }],
      unit: 3,
      shading: { ambient: 0.5 },
      window: [1, 4],
    });
    expect(applyWindow(transfer, [1, 4])).toEqual(transfer);
    expect(applyWindow(applyWindow(transfer, [10, 16]), [1, 4])).toEqual(transfer);
  });

  it('moves a function of a single value to the middle', () => {
    const transfer = createTransferFunction({
      colors: [{ value: 7, color: '#ffffff' }],
      opacities: [0, 1].map((opacity) => ({ value: 7, opacity })),
    });
    expect(applyWindow(transfer, [100, 300]).opacities.map(({ value }) => value)).toEqual([200, 200]);
  });

  it.each([
    [3, 3],
    [4, 3],
    [Number.NaN, 1],
    [0, Number.POSITIVE_INFINITY],
  ])('refuses %d…%d', (low, high) => {
    const transfer = randomTransfer(createRandom(73));
    expect(() => applyWindow(transfer, [low, high])).toThrow(InputError);
    expect(() => applyWindow(transfer, [low, high])).toThrow(/^window must/);
  });

  it('refuses to move points beyond all numbers', () => {
    const transfer = { ...randomTransfer(createRandom(74)), window: [0, 1e-3] as const };
    expect(() => applyWindow(transfer, [0, 1e38])).toThrow(/^colors\[\d\]\.value must be a finite number/);
  });
});
