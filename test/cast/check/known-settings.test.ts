/** Settings are found again for the same options, and made anew for any others. */
import { describe, expect, it } from 'vitest';
import { KnownSettings } from '../../../src/cast/check/known-settings.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { InputError } from '../../../src/errors.js';
import type { Gpu } from '../../../src/gpu/gpu.js';

const limits = {
  maxStorageBufferBindingSize: 2 ** 30,
  maxBufferSize: 2 ** 30,
  maxComputeWorkgroupsPerDimension: 65535,
};

const createKnown = () => new KnownSettings({ device: { limits } } as unknown as Gpu);

const textureOf = (width: number, format: GPUTextureFormat = 'rgba8unorm') =>
  ({ createView() {}, width, height: 2, format, usage: 0x10 }) as unknown as GPUTexture;

describe('KnownSettings', () => {
  it('gives one object for the same options, and another for others', () => {
    const known = createKnown();
    const find = (options: RenderOptions) => known.toRead(known.keep(options));
    const first = find({ width: 8, jitter: 1 });
    expect(first).toMatchObject({ width: 8, height: 512, jitter: 1, outputs: ['pixels'] });
    expect(find({ width: 8, jitter: 1 })).toBe(first);
    expect(find({ width: 8 })).toMatchObject({ jitter: undefined });
    expect(find({ width: 9 })).toMatchObject({ width: 9 });
    expect(find({ width: 9, height: 3 })).toMatchObject({ width: 9, height: 3 });
  });

  it('follows options that their owner changes, from the next call on', () => {
    const known = createKnown();
    const options = { width: 8 };
    const kept = known.keep(options);
    options.width = 9;
    expect(known.toRead(kept).width).toBe(8);
    expect(known.toRead(known.keep(options)).width).toBe(9);
  });

  it('follows the size and the format of the target', () => {
    const known = createKnown();
    const kept = known.keep({ step: 2, jitter: undefined, signal: undefined, target: undefined } as RenderOptions);
    expect(known.toTarget(kept, textureOf(4))).toMatchObject({ width: 4, height: 2, step: 2, outputs: [] });
    expect(known.toTarget(kept, textureOf(5))).toMatchObject({ width: 5, outputs: [] });
    expect(known.toTarget(kept, textureOf(5, 'rgba16float'))).toMatchObject({ width: 5, outputs: ['color'] });
    expect(known.toTarget(kept, textureOf(5))).not.toHaveProperty('target');
  });

  it('refuses what cannot be, however often it is asked', () => {
    const known = createKnown();
    known.toRead(known.keep({ width: 8 }));
    for (let call = 0; call < 2; call++) {
      expect(() => known.toRead(known.keep({ width: -8 }))).toThrow(InputError);
      expect(() => known.toRead(known.keep({ target: 'none' } as RenderOptions))).toThrow(/no option target/);
    }
  });

  it('settles the same settings for each mode', () => {
    const known = createKnown();
    const given = known.toRead(known.keep({ step: 1 }));
    expect(known.settle(given, 'composite').step).toBe(0.25);
    expect(known.settle(given, 'mip').step).toBe(1);
    expect(known.settle(given, 'mip')).toBe(known.settle(given, 'mip'));
  });
});
