/** Pictures by paths of light: runs, seeds, accumulation, bricks, and what is refused. */
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { RANGE } from '../hybrid-scenes.js';
import { camera, expectSameLight, SEED, scene, topOf, transfer, usePaths } from './path-scenes.js';

const { trace } = usePaths();

describe('a picture', () => {
  it('is the same in every run, and another with another seed', async () => {
    const [first, again, other] = [
      await trace(scene, camera, { samplesPerPixel: 2 }),
      await trace(scene, camera, { samplesPerPixel: 2 }),
      await trace(scene, camera, { samplesPerPixel: 2, seed: SEED + 1 }),
    ];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('of frames that accumulate is their mean', async () => {
    const shown = { ...scene };
    const seen: Float32Array[] = [];
    for (let frame = 0; frame < 4; frame++) {
      seen.push(await trace(shown, camera, { samplesPerPixel: 32, accumulate: true }));
    }
    // Frame n alone: n times the mean of n less n − 1 times that of n − 1.
    const alone = seen.map((mean, n) => mean.map((value, at) => (n + 1) * value - n * (seen[n - 1]?.[at] ?? 0)));
    const means = alone.map((color) => color.reduce((sum, value) => sum + value, 0) / color.length);
    for (const [n, mean] of means.entries()) {
      expect(mean).toBeGreaterThan(0.9 * means[0]!);
      expect(mean).toBeLessThan(1.1 * means[0]!);
      // Frames have paths of their own.
      if (n > 0) expect(alone[n]).not.toEqual(alone[0]);
    }
    expect(Math.min(...alone[3]!)).toBeGreaterThan(-1e-4);
  });

  it('has the light that it has without bricks: each has its own bound, or shows nothing', async () => {
    const thin = topOf(RANGE, 0.6);
    for (const shown of [{ transfer: thin }, { transfer }]) {
      await expectSameLight(trace, { ...scene, ...shown }, { seeds: 16, samplesPerPixel: 64 });
    }
  });

  it.each<[RegExp, Scene, RenderOptions]>([
    [/quality path is for the mode composite, not for mip/, { ...scene, mode: 'mip' }, {}],
    [/outputs pixels and color, not normals/, scene, { outputs: ['normals'] }],
    [
      /environment must be one of white, dim, studio, softbox, cinematic, sky, not "night"/,
      { ...scene, environment: 'night' as 'white' },
      {},
    ],
    [/twice as wide as high/, { ...scene, environment: { width: 1, height: 1, colors: new Float32Array(3) } }, {}],
  ])('is refused: %s', async (message, shown, options) => {
    await expect(trace(shown, camera, options)).rejects.toThrow(message);
  });
});
