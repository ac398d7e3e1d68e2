/** Paths of light in shares: the mean of all of them, whose random numbers continue from one to the next. */
import { describe, expect, it } from 'vitest';
import { partRuleOf } from '../../../../src/cli/render/pictures/choose-parts.js';
import { type DescribedFrame, renderInParts } from '../../../../src/cli/render/pictures/rendered-parts.js';
import { type Background, renderPaths } from '../../../../src/index.js';
import { RANGE } from '../../../cast/hybrid-scenes.js';
import { camera, usePaths, volume } from '../../../cast/path/path-scenes.js';
import { makeTransfer } from '../../../cast/sample-scenes.js';

const { rendererNow } = usePaths();
const SIZE = { width: 24, height: 20 };

const describeOver = (background: Background): DescribedFrame => ({
  scene: { volume, transfer: makeTransfer(RANGE, 0.1), background },
  camera,
  options: { ...SIZE, quality: 'path', tone: 'filmic', exposure: 1.4, outputs: ['pixels'] },
  partSource: undefined,
});
const inShares = async (described: DescribedFrame, paths: number, count: number, denoised = false) => {
  const rule = partRuleOf({ paths, noise: undefined, seconds: undefined, denoised, panorama: undefined });
  return (await renderInParts(rendererNow(), described, { count, rule })).pixels;
};
const whole = async ({ scene, options }: DescribedFrame, paths: number, { seed = 0, denoised = false } = {}) => {
  const wanted = { ...options, outputs: ['pixels'], paths, seed, denoised } as const;
  return (await renderPaths(rendererNow(), scene, camera, wanted)).pixels.slice();
};

describe('paths in shares', () => {
  it.each([['#336699'], ['transparent'], ['environment']] as const)('are those of the whole: over %s', async (name) => {
    const described = describeOver(name === '#336699' ? [0.2, 0.4, 0.6] : name);
    // Frames have 16 paths of each pixel: so have shares, one of which has two of them where there are two, so that directions are the same.
    const together = await whole(described, 48);
    expect(new Set(together).size).toBeGreaterThan(40);
    for (const count of [3, 2]) {
      const shared = await inShares(described, 48, count);
      expect(Math.max(...together.map((value, at) => Math.abs(value - shared[at]!)))).toBeLessThanOrEqual(1);
    }
  });

  it('are all different, and each counts once', async () => {
    const described = describeOver([0, 0, 0]);
    const truth = await whole(described, 1024, { seed: 5 });
    const errorOf = (pixels: Uint8Array) =>
      Math.sqrt(pixels.reduce((sum, value, at) => sum + (value - truth[at]!) ** 2, 0) / pixels.length);
    // The same random numbers in each of the three would have the error of the largest.
    expect(errorOf(await inShares(described, 10, 3))).toBeLessThan(0.75 * errorOf(await whole(described, 4)));
  });

  // Without shares, frames of 24 paths have 6 each, and four: so have shares, one of which has two.
  it.each([['#336699'], ['transparent'], ['environment']] as const)(
    'are denoised once they are together, as those of the whole: over %s',
    async (name) => {
      const described = describeOver(name === '#336699' ? [0.2, 0.4, 0.6] : name);
      const [together, noisy] = [await whole(described, 24, { denoised: true }), await whole(described, 24)];
      const differenceTo = (pixels: Uint8Array) =>
        Math.max(...together.map((value, at) => Math.abs(value - pixels[at]!)));
      expect(differenceTo(noisy)).toBeGreaterThan(8);
      for (const count of [2, 3, 4])
        expect(differenceTo(await inShares(described, 24, count, true))).toBeLessThanOrEqual(1);
    },
  );

  it('are denoised where each of them is one path', async () => {
    const described = describeOver([0, 0, 0]);
    const truth = await whole(described, 1024, { seed: 5 });
    const errorOf = (pixels: Uint8Array) =>
      Math.sqrt(pixels.reduce((sum, value, at) => sum + (value - truth[at]!) ** 2, 0) / pixels.length);
    expect(errorOf(await inShares(described, 6, 6, true))).toBeLessThan(0.9 * errorOf(await inShares(described, 6, 6)));
  });

  it('are refused where there are none', async () => {
    const rule = partRuleOf({ paths: 3, noise: undefined, seconds: undefined, denoised: false, panorama: undefined });
    for (const number of [
      { part: 4, count: 4 },
      { part: -1, count: 2 },
      { part: 0, count: 8 },
    ])
      expect(() => rule.render(rendererNow(), describeOver([0, 0, 0]), number)).toThrow(/^there is no share/);
  });
});
