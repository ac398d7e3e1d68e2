/** Plans of levels: within the limits of any adapter, and no more pieces than pay. */
import { describe, expect, it } from 'vitest';
import type { Gpu } from '../../src/gpu/gpu.js';
import { MAX_DIGITS, planLevel, planThreadHistograms } from '../../src/split/plan-level.js';

const gpuWith = (maxComputeWorkgroupStorageSize: number, maxComputeInvocationsPerWorkgroup: number, software = false) =>
  ({ software, device: { limits: { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } } }) as Gpu;

describe('planLevel', () => {
  // The least that WebGPU promises, without and with its compatibility mode, and what adapters have.
  it.each([
    [16_384, 128],
    [16_384, 256],
    [32_768, 1024],
    [65_536, 1024],
  ])('keeps rows within %i bytes and %i invocations', (bytes, invocations) => {
    for (let digits = 1; digits <= MAX_DIGITS; digits++) {
      const { width, countWidth } = planLevel(gpuWith(bytes, invocations), { capacity: 2 ** 28, digits });
      expect(width % 32).toBe(0);
      expect(4 * digits * (1 + width / 32)).toBeLessThanOrEqual(bytes);
      expect(Math.max(width, countWidth)).toBeLessThanOrEqual(invocations);
    }
  });

  it('takes rows on a GPU and runs on the CPU', () => {
    const work = { capacity: 2 ** 20, digits: MAX_DIGITS };
    expect(planLevel(gpuWith(16_384, 256), work)).toMatchObject({ form: 'rows', width: 32, countWidth: 256 });
    expect(planLevel(gpuWith(16_384, 256, true), work)).toMatchObject({ form: 'runs', scratch: true });
    expect(planLevel(gpuWith(16_384, 256, true), work, 'rows')).toMatchObject({ form: 'rows' });
  });

  it('cuts few items into few pieces', () => {
    for (const software of [false, true]) {
      const pieces = [0, 1, 3000, 2 ** 28].map(
        (capacity) => planLevel(gpuWith(16_384, 256, software), { capacity, digits: 256 }).pieces,
      );
      expect(pieces).toEqual(software ? [1, 1, 6, 64] : [1, 1, 3, 1024]);
    }
  });
});

describe('planThreadHistograms', () => {
  it('has histograms for 32 threads, of up to 64 bins at a time', () => {
    const work = { capacity: 2 ** 20, digits: 1000 };
    expect(planThreadHistograms(gpuWith(16_384, 256), work)).toMatchObject({
      width: 32,
      digitRange: 64,
      scratch: false,
    });
    expect(planThreadHistograms(gpuWith(16_384, 256), { ...work, digits: 9 })).toMatchObject({ digitRange: 9 });
  });
});
