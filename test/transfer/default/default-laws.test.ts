/** Laws of default appearances: what may change in a volume without a change of what is seen of it. */
import { describe, expect, it } from 'vitest';
import { volumeView } from '../../../src/camera/volume-view.js';
import { defaultAppearance } from '../../../src/transfer/default/default-appearance.js';
import { evaluateColor, evaluateOpacity, type TransferFunction } from '../../../src/transfer/transfer-function.js';
import { computeStatistics, percentile } from '../../../src/volume/statistics/statistics.js';
import type { Volume } from '../../../src/volume/volume.js';
import {
  createAngiography,
  createHead,
  createPerfusion,
  createPlane,
  createSpeckle,
  createTrunk,
  HEAD,
  PHANTOM_SEED,
} from './phantoms.js';

const head = createHead();
const PHANTOMS = {
  'a head': head,
  'an angiography': createAngiography(),
  'a CT': createTrunk(undefined),
  'a CT with metal': createTrunk(28_000),
  perfusion: createPerfusion(),
  speckle: createSpeckle(),
  'a plane': createPlane(),
} as const;
const ALL = Object.entries(PHANTOMS);
const MAGNITUDES = ALL.filter(([name]) => !name.includes('CT'));

const transferOf = (volume: Volume) => defaultAppearance(volume).transfer;
/** Opacity of a layer of `voxels` voxels. */
const layer = (opacity: number, voxels: number) => 1 - (1 - opacity) ** voxels;

/** That `b` shows at `map(v)` what `a` shows at v, at a hundred quantiles of the volume. */
function expectSame(a: TransferFunction, b: TransferFunction, volume: Volume, map: (value: number) => number) {
  const statistics = computeStatistics(volume);
  for (let percent = 0; percent <= 100; percent++) {
    const value = percentile(statistics, percent / 100);
    expect(evaluateOpacity(b, map(value)), `opacity at ${value}`).toBeCloseTo(evaluateOpacity(a, value), 1);
    const [color, mapped] = [evaluateColor(a, value), evaluateColor(b, map(value))];
    for (const channel of [0, 1, 2] as const) expect(mapped[channel]).toBeCloseTo(color[channel], 1);
  }
}

function withVoxels(volume: Volume, change: (value: number) => number): Volume {
  return { ...volume, voxels: Float32Array.from(volume.voxels, change) };
}

/** The axes in another order, and each in the other direction. */
function permute({ sizes, voxels, ...others }: Volume): Volume {
  const [ni, nj, nk] = sizes;
  const turned = voxels.slice();
  let to = 0;
  // The new i is k backwards, the new j is i, and the new k is j.
  for (let j = 0; j < nj; j++)
    for (let i = 0; i < ni; i++) for (let k = nk - 1; k >= 0; k--) turned[to++] = voxels[i + ni * (j + nj * k)]!;
  return { ...others, sizes: [nk, ni, nj], voxels: turned };
}

/** Voxels of one value around it. */
function pad({ sizes: [ni, nj, nk], voxels, ...others }: Volume, value: number, by: number): Volume {
  const sizes = [ni + 2 * by, nj + 2 * by, nk + 2 * by] as const;
  const padded = voxels.slice(0, 0).constructor as new (length: number) => typeof voxels;
  const filled = new padded(sizes[0] * sizes[1] * sizes[2]).fill(value);
  for (let k = 0; k < nk; k++)
    for (let j = 0; j < nj; j++) {
      const row = voxels.subarray(ni * (j + nj * k), ni * (j + 1 + nj * k));
      filled.set(row, by + sizes[0] * (j + by + sizes[1] * (k + by)));
    }
  return { ...others, sizes, voxels: filled };
}

describe(`the default appearance (seed ${PHANTOM_SEED})`, () => {
  it.each(MAGNITUDES)('of %s does not depend on the scale of its values', (_, volume) => {
    for (const scale of [0.001, 3, 1000]) {
      const scaled = withVoxels(volume, (value) => scale * value);
      expectSame(transferOf(volume), transferOf(scaled), volume, (value) => scale * value);
    }
  });

  it.each(MAGNITUDES)('of %s does not depend on an offset of its values', (_, volume) => {
    const moved = withVoxels(volume, (value) => value + 150);
    expectSame(transferOf(volume), transferOf(moved), volume, (value) => value + 150);
  });

  it.each(ALL)('of %s is the same at another spacing, elsewhere, and on anisotropic voxels', (_, volume) => {
    const elsewhere = {
      ...volume,
      indexToWorld: {
        columns: [
          [0.1, 0, 0],
          [0, 0.1, 0],
          [0, 0, 0.13],
        ],
        origin: [9, 9, 9],
      },
    } as const;
    expect(transferOf(elsewhere)).toEqual(transferOf(volume));
  });

  it.each(ALL)('of %s is the same whatever the order of its axes', (_, volume) => {
    expect(transferOf(permute(volume))).toEqual(transferOf(volume));
  });

  it.each([
    ['a head', head, 0],
    ['a CT', PHANTOMS['a CT'], -1024],
    ['a CT', PHANTOMS['a CT'], -3024],
    ['a CT with metal', PHANTOMS['a CT with metal'], -2000],
    ['an angiography', PHANTOMS['an angiography'], 0],
  ] as const)('of %s does not change by padding of %s', (_, volume, value) => {
    const padded = pad(volume, value as number, 6);
    expectSame(transferOf(volume), transferOf(padded), volume, (same) => same);
  });
});

describe(`defaults by what they show (seed ${PHANTOM_SEED})`, () => {
  it('give a head an opaque skin, though its fat is much brighter than its brain', () => {
    const transfer = transferOf(head);
    for (const noise of [0, 1, 2]) expect(evaluateOpacity(transfer, noise * HEAD.noise)).toBe(0);
    for (const value of [HEAD.skin, HEAD.brain, HEAD.fat]) {
      expect(layer(evaluateOpacity(transfer, value), 3)).toBeGreaterThan(0.9);
    }
  });

  it('give vessels a veil', () => {
    const transfer = transferOf(PHANTOMS['an angiography']);
    expect(layer(evaluateOpacity(transfer, 150), 40)).toBeLessThan(0.5);
    expect(layer(evaluateOpacity(transfer, 900), 3)).toBeGreaterThan(0.9);
  });

  it('take no notice of metal: bones are as they are without', () => {
    expect(transferOf(PHANTOMS['a CT with metal'])).toEqual(transferOf(PHANTOMS['a CT']));
    expect(layer(evaluateOpacity(transferOf(PHANTOMS['a CT with metal']), 600), 3)).toBeGreaterThan(0.9);
  });

  it('hide the noise around perfusion', () => {
    const transfer = transferOf(PHANTOMS.perfusion);
    for (const noise of [0, 10, 15]) expect(evaluateOpacity(transfer, noise)).toBe(0);
    expect(layer(evaluateOpacity(transfer, 60), 10)).toBeGreaterThan(0.4);
  });

  it('show speckle as a glow without light, and what is bright in it', () => {
    const transfer = transferOf(PHANTOMS.speckle);
    expect(transfer.shading).toBeUndefined();
    expect(layer(evaluateOpacity(transfer, 0.2), 10)).toBeLessThan(0.3);
    expect(layer(evaluateOpacity(transfer, 0.9), 10)).toBeGreaterThan(0.6);
  });

  it('show few slices in their own colours, whose faces light would fill with noise', () => {
    const { sizes, voxels } = head;
    const [ni, nj] = sizes;
    const slices = { ...head, sizes: [ni, nj, 6], voxels: voxels.slice(17 * ni * nj, 23 * ni * nj) } as const;
    expect(transferOf(slices).shading).toBeUndefined();
    expect(transferOf(head).shading).toBeDefined();
    const thick = {
      ...slices,
      indexToWorld: {
        columns: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 6],
        ],
        origin: [0, 0, 0],
      },
    } as const;
    expect(transferOf(thick).shading).toBeDefined();
  });

  it('show a plane as a picture in grey, without light, of which nothing is hidden', () => {
    const { transfer } = defaultAppearance(PHANTOMS['a plane']);
    expect(transfer.shading).toBeUndefined();
    const { min, max } = computeStatistics(PHANTOMS['a plane']);
    for (const value of [min, 200, max]) expect(evaluateOpacity(transfer, value)).toBe(1);
    for (const value of [min, 200, 700]) {
      const [red, green, blue] = evaluateColor(transfer, value);
      expect([green, blue]).toEqual([red, red]);
    }
    expect(evaluateColor(transfer, min)).toEqual([0, 0, 0]);
    expect(volumeView(PHANTOMS['a plane']).forward[2]).toBeCloseTo(1, 12);
  });
});
