/** Exposure and tone curves of paths: pixels follow from the light by the curve, and hues stay. */
import { describe, expect, it } from 'vitest';
import type { PathsOptions } from '../../../src/cast/path/paths-options.js';
import { renderPaths } from '../../../src/cast/path/render-paths.js';
import { decodeSrgb } from '../../../src/math/srgb.js';
import { mapVec3 } from '../../../src/math/vec3.js';
import { LIGHT_SPACES } from '../../../src/transfer/light/albedo.js';
import { createEnvironmentMap } from '../../../src/transfer/light/environment.js';
import { showLight, type Tone } from '../../../src/transfer/light/tone.js';
import { SPHERE } from '../hybrid-scenes.js';
import { useRenderer } from '../use-renderer.js';

const renderer = useRenderer();

const IVORY = [0.95, 0.88, 0.75] as const;
/** Ivory under a light that is half as bright again as white. */
const scene = {
  meshes: [{ mesh: SPHERE, color: IVORY }],
  environment: createEnvironmentMap({ width: 2, height: 1, colors: Float32Array.from([0.3, 0.3, 0.3, 1.4, 1.4, 1.4]) }),
} as const;
const camera = { projection: 'orthographic', eye: [0, 0, 9], target: [0, 0, 0], up: [0, 1, 0], height: 3 } as const;
const OPTIONS = { width: 16, height: 12, paths: 8, seed: 3 } as const;

const trace = (background: 'transparent' | readonly [number, number, number], options: PathsOptions) =>
  renderPaths(renderer(), { ...scene, background }, camera, { ...OPTIONS, ...options });

const show = (tone: Tone, light: number) =>
  showLight([light, light, light], { exposure: 1, tone, lightSpace: 'display' })[0];

describe('the tone curve', () => {
  it.each(['soft', 'clip'] as const)('%s is continuous, rises, and changes nothing that is dark', (tone) => {
    let before = 0;
    for (let largest = 0.01; largest < 20; largest += 0.01) {
      const [first] = showLight([largest, 0, 0], { exposure: 1, tone, lightSpace: 'display' });
      const shown = Math.min(first, 1);
      expect(shown).toBeGreaterThan(before - 1e-12);
      expect(shown - before).toBeLessThan(0.0101);
      if (largest < 0.8) expect(shown).toBe(largest);
      before = shown;
    }
    expect(before).toBeCloseTo(1, 12);
  });

  it('filmic is dark in the dark, rises, and comes to white', () => {
    const [dark, bright] = [0.01, 20].map((value) => show('filmic', value));
    expect(dark).toBeLessThan(0.01);
    expect(bright).toBe(1);
    // The values of the fit at middle grey and at white.
    expect(show('filmic', 0.18)).toBeCloseTo(0.26689, 4);
    expect(show('filmic', 1)).toBeCloseTo(0.8038, 4);
    const steps = Array.from({ length: 2000 }, (_, at) => show('filmic', at / 100));
    expect(steps.every((value, at) => at === 0 || value >= steps[at - 1]!)).toBe(true);
  });

  it('in linear space shows a colour that reflects white light as that colour', () => {
    for (const channel of [0, 0.02, 0.2, 0.5, 0.79]) {
      const light = decodeSrgb(channel);
      const shown = showLight([light, light, light], { exposure: 1, tone: 'soft', lightSpace: 'linear' });
      expect(shown[0]).toBeCloseTo(channel, 12);
    }
  });

  it.each([
    ['transparent', 'soft', 1],
    ['transparent', 'clip', 1],
    [[1, 1, 1], 'soft', 1],
    [[0.2, 0.4, 0.9], 'soft', 0.4],
    [[0.2, 0.4, 0.9], 'soft', 3],
    [[1, 1, 1], 'clip', 2],
    [[0.2, 0.4, 0.9], 'filmic', 1],
    ['transparent', 'filmic', 2],
  ] as const)('over %s: %s at exposure %d gives the pixels of the light', async (background, tone: Tone, exposure) => {
    for (const lightSpace of LIGHT_SPACES) {
      // Paths are the same, and a transparent background leaves light and opacity.
      const { color: light } = await trace('transparent', { tone, exposure, lightSpace });
      const { pixels } = await trace(background, { tone, exposure, lightSpace });
      for (let at = 0; at < light.length; at += 4) {
        const opacity = light[at + 3]!;
        const straight = mapVec3([0, 1, 2], (channel) => light[at + channel]! / Math.max(opacity, 1e-6));
        const own = showLight(straight, { exposure, tone, lightSpace });
        for (const channel of [0, 1, 2] as const) {
          const beyond = background === 'transparent' ? 0 : (1 - opacity) * background[channel];
          const shown = background === 'transparent' ? own[channel] : opacity * own[channel] + beyond;
          const wanted = Math.round(255 * Math.min(shown, 1));
          expect(Math.abs(pixels[at + channel]! - wanted), `${lightSpace}, pixel ${at / 4}`).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('keeps ivory ivory where clipping makes it white, and the output color as it is', async () => {
    const [soft, clip] = [
      await trace([0, 0, 0], { tone: 'soft', lightSpace: 'display', exposure: 1.2 }),
      await trace([0, 0, 0], { tone: 'clip', lightSpace: 'display', exposure: 1.2 }),
    ];
    expect(soft.color).toEqual(clip.color);
    const brightest = (pixels: Uint8Array | Uint8ClampedArray) => {
      let [most, at] = [-1, 0];
      for (let pixel = 0; pixel < pixels.length; pixel += 4)
        if (soft.color[pixel]! > most) [most, at] = [soft.color[pixel]!, pixel];
      return Array.from(pixels.slice(at, at + 3));
    };
    expect(brightest(clip.pixels)).toEqual([255, 255, 255]);
    const [red, green, blue] = brightest(soft.pixels) as [number, number, number];
    expect(red).toBeLessThan(255);
    expect(green / red).toBeCloseTo(IVORY[1] / IVORY[0], 1);
    expect(blue / red).toBeCloseTo(IVORY[2] / IVORY[0], 1);
  });

  it('is that of denoised pictures too, and their background stays white', async () => {
    const { pixels, color } = await trace([1, 1, 1], { tone: 'soft', denoised: true });
    expect(Array.from(pixels.slice(0, 4))).toEqual([255, 255, 255, 255]);
    expect(Array.from(color.slice(0, 4))).toEqual([1, 1, 1, 1]);
    const middle = 4 * (6 * 16 + 8);
    expect(pixels[middle + 2]!).toBeLessThan(pixels[middle]!);
    const clipped = await trace([1, 1, 1], { tone: 'clip', denoised: true });
    expect(Array.from(clipped.pixels.slice(0, 4))).toEqual([255, 255, 255, 255]);
  });

  it('is refused by a name that there is not, and exposure without light', async () => {
    await expect(trace([0, 0, 0], { tone: 'hard' as Tone })).rejects.toThrow(/tone must be/);
    await expect(trace([0, 0, 0], { exposure: 0 })).rejects.toThrow(/exposure must be a positive number/);
  });
});
