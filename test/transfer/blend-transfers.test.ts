/** Transfer functions between two others: what each value has is what it has in both, mixed. */
import { expect, it } from 'vitest';
import { blendTransfers } from '../../src/transfer/blend-transfers.js';
import {
  createTransferFunction,
  evaluateColor,
  evaluateOpacity,
  type TransferFunction,
} from '../../src/transfer/transfer-function.js';
import { between, createRandom, type Random } from '../camera/random.js';

function randomTransfer(random: Random, points: number): TransferFunction {
  // Values on a coarse grid: some meet those of the other function, and some make steps.
  const value = () => Math.floor(between(random, -5, 6));
  return createTransferFunction({
    colors: Array.from({ length: points }, () => ({ value: value(), color: [random(), random(), random()] as const })),
    opacities: Array.from({ length: points + 1 }, () => ({ value: value(), opacity: random() })),
  });
}

it.each([1, 2, 3, 4, 5, 6])('mixes what values have where lists differ in length, seed %i', (seed) => {
  const random = createRandom(seed);
  const a = randomTransfer(random, 4);
  // Some points may fall together: the lists must differ in length for this law.
  const b = { ...randomTransfer(random, 9) };
  const share = between(random, 0.1, 0.9);
  const blend = blendTransfers(a, b, share);
  const mix = (x: number, y: number) => x + (y - x) * share;
  for (let value = -7; value < 8; value += 0.25) {
    if (a.opacities.length !== b.opacities.length) {
      const wanted = mix(evaluateOpacity(a, value), evaluateOpacity(b, value));
      expect(evaluateOpacity(blend, value), `at ${value}`).toBeCloseTo(wanted, 12);
    }
    if (a.colors.length !== b.colors.length) {
      const other = evaluateColor(b, value);
      evaluateColor(a, value).forEach((part, index) => {
        expect(evaluateColor(blend, value)[index]).toBeCloseTo(mix(part, other[index]!), 12);
      });
    }
  }
  expect(a.opacities.length).not.toBe(b.opacities.length);
});

it('moves the points of lists that are equally long: half-way between two windows is a window', () => {
  const ramp = (low: number, high: number) =>
    createTransferFunction({
      colors: [
        { value: low, color: '#000000' },
        { value: high, color: '#ffffff' },
      ],
      opacities: [
        { value: low, opacity: 0 },
        { value: high, opacity: 1 },
      ],
      unit: high,
      window: [low, high],
    });
  expect(blendTransfers(ramp(0, 100), ramp(50, 300), 0.5)).toEqual(ramp(25, 200));
});

it('is each of the two at the ends, and takes what only one has from there', () => {
  const random = createRandom(7);
  const [a, b] = [{ ...randomTransfer(random, 2), unit: 3 }, randomTransfer(random, 5)];
  expect(blendTransfers(a, b, 0)).toBe(a);
  expect(blendTransfers(a, b, 1)).toBe(b);
  expect(blendTransfers(a, b, 0.5).unit).toBe(3);
  const lit = { ...b, shading: { ambient: 0.2 }, gradientOpacities: [{ value: 0, opacity: 0 }] };
  expect(blendTransfers(lit, { ...b, shading: { ambient: 0.4 } }, 0.5)).toMatchObject({
    shading: { ambient: expect.closeTo(0.3, 12) },
    gradientOpacities: [{ value: 0, opacity: 0.5 }],
  });
});
