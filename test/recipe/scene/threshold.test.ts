/** `--threshold`: nothing below it, on values of one sign and of both; and on volumes after the first. */
import { describe, expect, it } from 'vitest';
import { createAppearance, fuseVolume } from '../../../src/recipe/scene/appearance.js';
import { evaluateColor, evaluateOpacity } from '../../../src/transfer/transfer-function.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIDE = 16;

/** A map of t values: noise about zero, and a few strong clusters of both signs. */
function createMap(seed: number): Volume {
  const random = createRandom(seed);
  const voxels = Float32Array.from({ length: SIDE ** 3 }, (_, index) => {
    const [i, j, k] = [index % SIDE, Math.floor(index / SIDE) % SIDE, Math.floor(index / SIDE ** 2)];
    const at = (x: number, y: number, z: number) => Math.exp(-((i - x) ** 2 + (j - y) ** 2 + (k - z) ** 2) / 6);
    return 2.5 * (random() + random() - 1) + 9 * at(4, 5, 6) - 7 * at(11, 10, 9);
  });
  return createVolume({ sizes: [SIDE, SIDE, SIDE], voxels });
}

const ramp = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Int16Array.from({ length: SIDE ** 3 }, (_, index) => index % 1000),
});

const VALUES = Array.from({ length: 401 }, (_, index) => (index - 200) / 20);

describe('on values of both signs', () => {
  const volume = createMap(3401);
  const [low, high] = [3, 8];
  const { transfer } = createAppearance(volume, { mode: 'composite', threshold: { low, high } });

  it('hides what is nearer to zero, and shows both signs beyond it in colours of their own', () => {
    for (const value of VALUES) {
      const opacity = evaluateOpacity(transfer, value);
      if (Math.abs(value) < low) expect(opacity, `${value}`).toBe(0);
      if (Math.abs(value) > low + 0.5) expect(opacity, `${value}`).toBeGreaterThan(0);
    }
    const [above, below] = [evaluateColor(transfer, 5), evaluateColor(transfer, -5)];
    expect(above[0]).toBeGreaterThan(above[2]);
    expect(below[2]).toBeGreaterThan(below[0]);
  });

  it('is the same as a window above zero, whose colours go from LO to HI', () => {
    const windowed = createAppearance(volume, { mode: 'composite', window: [low, high] }).transfer;
    for (const value of VALUES) {
      if (Math.abs(Math.abs(value) - low) < 1e-9) continue;
      expect(evaluateOpacity(transfer, value), `${value}`).toBeCloseTo(evaluateOpacity(windowed, value), 12);
      expect(evaluateColor(transfer, value), `${value}`).toEqual(evaluateColor(windowed, value));
    }
  });

  it('goes up to the strongest of either sign where only LO is given', () => {
    const one = createAppearance(volume, { mode: 'composite', threshold: { low, high: undefined } }).transfer;
    const strongest = [...volume.voxels].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(one.window).toEqual([-strongest, strongest]);
  });
});

describe('on other values', () => {
  const whole = createAppearance(ramp, { mode: 'composite' }).transfer;

  it('hides what is below, and leaves the rest as it was', () => {
    const { transfer } = createAppearance(ramp, { mode: 'composite', threshold: { low: 400, high: undefined } });
    for (let value = 0; value < 1000; value += 7) {
      const expected = value < 400 ? 0 : evaluateOpacity(whole, value);
      expect(evaluateOpacity(transfer, value), `${value}`).toBeCloseTo(expected, 12);
      expect(evaluateColor(transfer, value)).toEqual(evaluateColor(whole, value));
    }
  });

  it('goes from LO to HI where both are given', () => {
    const { transfer } = createAppearance(ramp, {
      mode: 'composite',
      preset: 'viridis',
      threshold: { low: 200, high: 700 },
    });
    const fitted = createAppearance(ramp, { mode: 'composite', preset: 'viridis', window: [200, 700] }).transfer;
    for (let value = 205; value < 1000; value += 7)
      expect(evaluateColor(transfer, value)).toEqual(evaluateColor(fitted, value));
    expect(evaluateOpacity(transfer, 199)).toBe(0);
  });

  it('holds for transfer functions that are given', () => {
    const { transfer } = createAppearance(ramp, {
      mode: 'composite',
      transfer: whole,
      threshold: { low: 600, high: undefined },
    });
    expect(evaluateOpacity(transfer, 599)).toBe(0);
    expect(evaluateOpacity(transfer, 700)).toBeCloseTo(evaluateOpacity(whole, 700), 12);
  });
});

it('holds for volumes after the first', () => {
  const fused = fuseVolume(createMap(3402), { threshold: { low: 4, high: 7 }, opacity: 0.5 }, undefined).transfer;
  expect(evaluateOpacity(fused, 3.9)).toBe(0);
  expect(evaluateOpacity(fused, -3.9)).toBe(0);
  expect(evaluateOpacity(fused, 6)).toBeGreaterThan(0);
  expect(evaluateOpacity(fused, -6)).toBeGreaterThan(0);
});
