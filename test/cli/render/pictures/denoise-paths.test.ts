/** Pictures of paths that go through a network. */
import { describe, expect, it } from 'vitest';
import { partRuleOf } from '../../../../src/cli/render/pictures/choose-parts.js';
import { renderThroughNetwork } from '../../../../src/cli/render/pictures/denoise-paths.js';
import { type DescribedFrame, renderInParts } from '../../../../src/cli/render/pictures/rendered-parts.js';
import { type Background, renderPaths } from '../../../../src/index.js';
import type { NetworkInput } from '../../../../src/lab.js';
import { RANGE } from '../../../cast/hybrid-scenes.js';
import { camera, usePaths, volume } from '../../../cast/path/path-scenes.js';
import { makeTransfer } from '../../../cast/sample-scenes.js';

const { rendererNow } = usePaths();
const describeOver = (background: Background): DescribedFrame => ({
  scene: { volume, transfer: makeTransfer(RANGE, 0.1), background },
  camera,
  options: { width: 24, height: 20, quality: 'path', tone: 'filmic', exposure: 1.4, outputs: ['pixels'] },
  partSource: undefined,
});
const openNetwork = async () => async (input: NetworkInput) => input.color;
const differenceOf = (one: Uint8Array, other: Uint8Array) =>
  Math.max(...one.map((value, at) => Math.abs(value - other[at]!)));

describe('pictures through a network that changes nothing', () => {
  it.each([
    ['#336699', { paths: 24 }],
    ['transparent', { paths: 24 }],
    ['environment', { paths: 24 }],
    ['#336699', { paths: 6, noise: 1e-6 }],
    ['#336699', { paths: 1 }],
  ] as const)('are those without: over %s, %j', async (name, limits) => {
    const described = describeOver(name === '#336699' ? [0.2, 0.4, 0.6] : name);
    const { outputs: _, ...options } = described.options;
    const frame = await renderThroughNetwork(rendererNow(), described, { ...options, ...limits }, openNetwork);
    const pixels = frame.pixels.slice();
    expect(frame.accumulated).toBe(limits.paths);
    // Frames have as many paths as those that tilecast denoises.
    const perFrame = limits.paths === 24 ? { pathsPerFrame: 6 } : {};
    const plain = await renderPaths(rendererNow(), described.scene, camera, { ...options, ...limits, ...perFrame });
    expect(new Set(pixels).size).toBeGreaterThan(40);
    expect(differenceOf(pixels, plain.pixels)).toBeLessThanOrEqual(1);
  });

  it('are the same in shares', async () => {
    const described = describeOver([0.2, 0.4, 0.6]);
    const { outputs: _, ...options } = described.options;
    const wanted = { ...options, paths: 24 };
    const whole = (await renderThroughNetwork(rendererNow(), described, wanted, openNetwork)).pixels.slice();
    const paths = { paths: 24, noise: undefined, seconds: undefined, denoised: true, panorama: undefined };
    const inShares = async (rule: ReturnType<typeof partRuleOf>) =>
      (await renderInParts(rendererNow(), described, { count: 2, rule })).pixels.slice();
    expect(differenceOf(whole, await inShares(partRuleOf({ ...paths, openNetwork })))).toBeLessThanOrEqual(1);
    expect(differenceOf(whole, await inShares(partRuleOf(paths)))).toBeGreaterThan(8);
  });
});
