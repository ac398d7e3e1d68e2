/** Plans of levels: within the limits of any adapter, and no more pieces than pay. */
import { describe, expect, it } from 'vitest';
import type { AdapterKind } from '../../src/gpu/adapter-traits.js';
import type { Gpu } from '../../src/gpu/gpu.js';
import { MAX_DIGITS } from '../../src/split/max-bin-count.js';
import { chooseLevels, planLevel, planThreadHistograms, type SplitForm } from '../../src/split/plan-level.js';

interface Told {
  readonly kind?: AdapterKind;
  readonly subgroupSizes?: { readonly least: number; readonly most: number };
}

const gpuWith = (
  maxComputeWorkgroupStorageSize: number,
  maxComputeInvocationsPerWorkgroup: number,
  { kind = 'gpu', subgroupSizes }: Told = {},
) =>
  ({
    traits: { kind, subgroupSizes },
    has: () => subgroupSizes !== undefined,
    device: { limits: { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } },
  }) as unknown as Gpu;

/** The least that WebGPU promises, without and with its compatibility mode, and what adapters have. */
const LIMITS = [
  [16_384, 128],
  [16_384, 256],
  [32_768, 1024],
  [65_536, 1024],
] as const;

const SIZES = [
  undefined,
  { least: 32, most: 32 },
  { least: 8, most: 32 },
  { least: 64, most: 64 },
  { least: 4, most: 4 },
];

describe('planLevel', () => {
  it.each(LIMITS)('keeps rows within %i bytes and %i invocations', (bytes, invocations) => {
    for (let digits = 1; digits <= MAX_DIGITS; digits++) {
      const { width, countWidth } = planLevel(gpuWith(bytes, invocations), { capacity: 2 ** 28, digits }, 'rows');
      expect(width % 32).toBe(0);
      expect(4 * digits * (1 + width / 32)).toBeLessThanOrEqual(bytes);
      expect(Math.max(width, countWidth)).toBeLessThanOrEqual(invocations);
    }
  });

  it.each(LIMITS)('keeps loads within %i bytes and %i invocations, or takes rows', (bytes, invocations) => {
    for (const subgroupSizes of SIZES) {
      const gpu = gpuWith(bytes, invocations, subgroupSizes && { subgroupSizes });
      let staged = 0;
      for (let digits = 1; digits <= MAX_DIGITS; digits++) {
        const { form, width, ranks } = planLevel(gpu, { capacity: 2 ** 28, digits });
        if (form === 'rows') continue;
        staged += 1;
        const { rows, words, ballots } = ranks!;
        if (!subgroupSizes) expect(ballots).toBe(false);
        if (subgroupSizes?.least === 32 && digits <= 256 && invocations >= 256) expect(ballots).toBe(true);
        // With ballots ranks and a load in turn, totals of subgroups; else both, the load's scan, and what the workgroup counts.
        const others = ballots ? width / 4 + 1 : rows * width + 2 * width + digits;
        expect(4 * (words + others + 2 * digits)).toBeLessThanOrEqual(bytes);
        const rankWords = (width / (ballots ? subgroupSizes!.least : 32)) * digits;
        expect(words).toBe(ballots ? Math.max(rankWords, rows * width) : rankWords);
        expect(width % (ballots ? subgroupSizes!.most : 32)).toBe(0);
        if (ballots) expect(width).toBeGreaterThanOrEqual(digits);
        expect(width).toBeLessThanOrEqual(invocations);
        expect(rows).toBeLessThanOrEqual(16);
      }
      expect(staged).toBeGreaterThan(128);
    }
  });

  it('takes loads on a GPU, rows there for many digits, and runs on the CPU', () => {
    const many = { capacity: 2 ** 20, digits: MAX_DIGITS };
    const few = { capacity: 2 ** 20, digits: 256 };
    const subgroupSizes = { least: 32, most: 32 };
    expect(planLevel(gpuWith(16_384, 256), many)).toMatchObject({ form: 'rows', width: 32, countWidth: 256 });
    expect(planLevel(gpuWith(32_768, 1024, { subgroupSizes }), few)).toMatchObject({
      form: 'staged',
      width: 512,
      ranks: { ballots: true, narrow: true, rows: 10 },
    });
    const onCpu = gpuWith(16_384, 256, { kind: 'swiftshader', subgroupSizes });
    expect(planLevel(onCpu, many)).toMatchObject({ form: 'runs', scratch: true });
    expect(planLevel(onCpu, many, 'rows')).toMatchObject({ form: 'rows' });
  });

  it.each([
    ['gpu', [1, 2, 2, 2, 2]],
    ['llvmpipe', [1, 1, 1, 2, 2]],
    ['swiftshader', [1, 1, 1, 1, 2]],
  ] as const)('takes the levels for 512, 2049, 8192, 16384 and 16385 bins that pay on %s', (kind, levels) => {
    const gpu = gpuWith(16_384, 256, { kind });
    expect([512, 2049, 8192, 16_384, 16_385].map((bins) => chooseLevels(gpu, bins, 'auto'))).toEqual(levels);
  });

  it('cuts few items into few pieces', () => {
    const pieces = (kind: AdapterKind, form: SplitForm) =>
      [0, 1, 3000, 2 ** 28].map(
        (capacity) => planLevel(gpuWith(16_384, 256, { kind }), { capacity, digits: 256 }, form).pieces,
      );
    expect(pieces('swiftshader', 'runs')).toEqual([1, 1, 6, 64]);
    expect(pieces('gpu', 'rows')).toEqual([1, 1, 3, 1024]);
    expect(pieces('gpu', 'staged')).toEqual([1, 1, 2, 1024]);
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
