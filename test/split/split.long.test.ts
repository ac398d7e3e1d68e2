/** The split against its CPU reference: every approach, lengths and bins around each border, keys that are hard on it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { create } from 'webgpu';
import { InputError } from '../../src/errors.js';
import { allocateStorage, readWords } from '../../src/gpu/allocate-storage.js';
import { Gpu } from '../../src/gpu/gpu.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { BUFFER_USAGE } from '../../src/gpu/usages.js';
import { exclusiveScan as scanOnCpu } from '../../src/reference/split/scan.js';
import { sortedOrder } from '../../src/reference/split/sort.js';
import { split as splitOnCpu } from '../../src/reference/split/split.js';
import { MAX_BIN_COUNT } from '../../src/split/max-bin-count.js';
import { sortPairs } from '../../src/split/sort.js';
import { type SplitOptions, type SplitResult, Splitter, type SplitterOptions, split } from '../../src/split/split.js';
import { openTestGpu, useTestGpu } from '../open-test-gpu.js';
import { expectSameWords } from './expect-same-words.js';
import { distinctValues, KEY_PATTERNS, random } from './sample-keys.js';

const gpu = useTestGpu();

const STABLE: Readonly<Record<string, SplitOptions>> = {
  auto: {},
  'multi-level, 1 level': { approach: 'multi-level', levels: 1 },
  'multi-level, 2 levels': { approach: 'multi-level', levels: 2 },
  'multi-level, 3 levels': { approach: 'multi-level', levels: 3 },
  'multi-level, 1 level of rows': { approach: 'multi-level', levels: 1, form: 'rows' },
  'multi-level, 2 levels of rows': { approach: 'multi-level', levels: 2, form: 'rows' },
  'multi-level, 3 levels of rows': { approach: 'multi-level', levels: 3, form: 'rows' },
  'thread-histograms': { approach: 'thread-histograms' },
};

function expectSameSplit(actual: SplitResult, expected: SplitResult): void {
  expectSameWords(actual.binStarts, expected.binStarts, 'bin starts');
  expectSameWords(actual.keys, expected.keys, 'keys');
  expectSameWords(actual.values, expected.values, 'values');
}

/** The same items with those of each bin in the order of their values. */
function sortBins({ keys, values, binStarts }: SplitResult): SplitResult {
  const sorted = values.slice();
  for (let bin = 0; bin + 1 < binStarts.length; bin++) sorted.subarray(binStarts[bin], binStarts[bin + 1]).sort();
  return { keys, values: sorted, binStarts };
}

describe.each(Object.entries(STABLE))('split by %s', (_, options) => {
  const lengths = [0, 1, 2, 255, 256, 257, 4095, 4097];
  it.each(lengths)('keeps the order of %i items in 31 bins, seed 21', async (length) => {
    const keys = random(21)(length, 31);
    const values = distinctValues(length);
    expectSameSplit(await split(gpu(), keys, values, 31, options), splitOnCpu(keys, values, 31));
  });

  // With rows, SwiftShader takes seconds to compile the many counters in workgroup memory.
  const sizes =
    options.form === 'rows'
      ? [[5003, 100]]
      : [
          [5003, 256],
          [1009, 2048],
        ];
  it.each(Object.entries(KEY_PATTERNS))('takes keys that are %s', async (_name, pattern) => {
    for (const [length, binCount] of sizes as [number, number][]) {
      const keys = pattern(length, binCount);
      const values = distinctValues(length);
      expectSameSplit(await split(gpu(), keys, values, binCount, options), splitOnCpu(keys, values, binCount));
    }
  });

  it.each([1, 2, 3, 32, 33, 130])('fills %i bins, seed 22', async (binCount) => {
    const keys = random(22)(3001, binCount);
    const values = distinctValues(3001);
    expectSameSplit(await split(gpu(), keys, values, binCount, options), splitOnCpu(keys, values, binCount));
  });
});

describe('split by global atomics', () => {
  it.each([0, 1, 2, 255, 256, 257, 4095, 4097])('puts %i items into their bins, in any order', async (length) => {
    const values = distinctValues(length);
    for (const pattern of Object.values(KEY_PATTERNS)) {
      for (const binCount of [1, 31, 2048]) {
        const keys = pattern(length, binCount);
        const result = await split(gpu(), keys, values, binCount, { approach: 'global-atomics' });
        expectSameSplit(sortBins(result), sortBins(splitOnCpu(keys, values, binCount)));
      }
    }
  });
});

describe('sort by loads', () => {
  it.each([15, 37])('sorts by keys of %i bits, with both words if there are two, seed 53', async (keyBits) => {
    const [keysLow, keysHigh] = [random(53)(1009, 2 ** 32), random(54)(1009, 2 ** 5)];
    const pairs = { keysLow, values: distinctValues(1009), ...(keyBits > 32 && { keysHigh }) };
    const order = sortedOrder(keysLow, keysHigh, keyBits);
    const sorted = await sortPairs(gpu(), pairs, { keyBits, form: 'staged' });
    for (const [name, words] of Object.entries(pairs)) {
      const expected = order.map((index) => words[index]!);
      expectSameWords(sorted[name as keyof typeof pairs]!, expected, name);
    }
  });
});

describe('split into many bins', () => {
  it.each([
    [8191, 1, 'auto', 100_003],
    [4096, 2, 'runs', 100_003],
    [4097, 2, 'rows', 10_007],
    [4096, 2, 'staged', 10_007],
    [100_000, 2, 'runs', 50_021],
    [10_000, 3, 'rows', 10_007],
    [1_000_001, 3, 'runs', 30_011],
    [MAX_BIN_COUNT, 2, 'runs', 60_013],
    [MAX_BIN_COUNT - 1, 3, 'runs', 60_013],
  ] as const)('keeps the order in %i bins by %i levels of %s, seed 23', async (binCount, levels, form, length) => {
    // GPUs have up to 2048 bins a level.
    if (levels === 1 && !gpu().software) return;
    const keys = random(23)(length, binCount);
    keys[length - 1] = binCount - 1;
    const values = distinctValues(length);
    const result = await split(gpu(), keys, values, binCount, { levels, form });
    expectSameSplit(result, splitOnCpu(keys, values, binCount));
  });

  it('puts items of one bin of 4 million where they belong', async () => {
    const keys = KEY_PATTERNS['all in one bin']!(300_007, MAX_BIN_COUNT);
    const values = distinctValues(300_007);
    expectSameSplit(await split(gpu(), keys, values, MAX_BIN_COUNT), splitOnCpu(keys, values, MAX_BIN_COUNT));
  });

  it('puts items into 4 million bins by global atomics', async () => {
    const keys = random(24)(60_013, MAX_BIN_COUNT);
    const values = distinctValues(60_013);
    const result = await split(gpu(), keys, values, MAX_BIN_COUNT, { approach: 'global-atomics' });
    expectSameSplit(sortBins(result), sortBins(splitOnCpu(keys, values, MAX_BIN_COUNT)));
  });
});

describe('split of many items', () => {
  it.each([
    ['one level', 256, {}],
    ['two levels', 65_536, {}],
    ['a histogram a thread', 200, { approach: 'thread-histograms' }],
  ] as const)('keeps the order of a million and three by %s, seed 25', async (_, binCount, options) => {
    const keys = random(25)(1_000_003, binCount);
    const values = distinctValues(1_000_003);
    expectSameSplit(await split(gpu(), keys, values, binCount, options), splitOnCpu(keys, values, binCount));
  });

  it('takes more than 65,535 workgroups of 256 could hold one each', async () => {
    const length = 65_536 * 256 + 3;
    const keys = new Uint32Array(length).map((_, index) => index & 1);
    const { keys: splitKeys, values, binStarts } = await split(gpu(), keys, keys, 2);
    const ones = length >>> 1;
    expect([...binStarts]).toEqual([0, length - ones, length]);
    for (const array of [splitKeys, values]) {
      expect(array.subarray(0, length - ones).includes(1)).toBe(false);
      expect(array.subarray(length - ones).includes(0)).toBe(false);
    }
  });

  it('gives a permutation, and bins that begin at the sums of the histogram, seed 26', async () => {
    const [length, binCount] = [100_019, 5000];
    const keys = random(26)(length, binCount);
    const { values, binStarts } = await split(
      gpu(),
      keys,
      new Uint32Array(length).map((_, index) => index),
      binCount,
    );
    expectSameWords(
      values.slice().sort(),
      new Uint32Array(length).map((_, index) => index),
    );
    const histogram = new Uint32Array(binCount + 1);
    for (const key of keys) histogram[key]! += 1;
    expectSameWords(binStarts, scanOnCpu(histogram));
  });
});

describe('Splitter', () => {
  const capacity = 3000;
  const binCount = 5000;
  const keys = random(27)(capacity, binCount);
  const values = distinctValues(capacity);
  afterEach(() => vi.restoreAllMocks());

  async function prepare(options: Omit<SplitterOptions, 'capacity' | 'binCount'> = {}, on = gpu()) {
    const splitter = await Splitter.create(on, { capacity, binCount, ...options });
    const words = { keys: capacity, values: capacity };
    const input = await allocateStorage(on, 'test', { ...words, count: 1 });
    const output = await allocateStorage(on, 'test', { ...words, binStarts: binCount + 1 });
    on.device.queue.writeBuffer(input.keys, 0, keys);
    on.device.queue.writeBuffer(input.values, 0, values);
    const readSplit = async (items: number): Promise<SplitResult> => {
      const [splitKeys, splitValues, binStarts] = await readWords(on, [
        { buffer: output.keys, length: items },
        { buffer: output.values, length: items },
        { buffer: output.binStarts, length: binCount + 1 },
      ]);
      return { keys: splitKeys!, values: splitValues!, binStarts: binStarts! };
    };
    return { splitter, input, output, readSplit };
  }

  describe.each([
    ['runs', { form: 'runs' }],
    ['rows', { form: 'rows' }],
    ['three levels', { levels: 3 }],
    ['global atomics', { approach: 'global-atomics' }],
  ] as const)('by %s', (_, options) => {
    it('splits as many items as the GPU counted, up to its capacity, seed 27', async () => {
      const { splitter, input, output, readSplit } = await prepare(options);
      for (const count of [capacity, 7, 0, 1234, capacity + 1, 2 ** 32 - 1]) {
        gpu().device.queue.writeBuffer(input.count, 0, Uint32Array.of(count));
        submitPass(gpu(), 'test', (pass) => splitter.encode(pass, input, output));
        const items = Math.min(count, capacity);
        const expected = splitOnCpu(keys.subarray(0, items), values.subarray(0, items), binCount);
        expectSameSplit(sortBins(await readSplit(items)), sortBins(expected));
      }
    });

    it('takes indices for values', async () => {
      const { splitter, input, output, readSplit } = await prepare({ ...options, indexValues: true });
      submitPass(gpu(), 'test', (pass) => splitter.encode(pass, { keys: input.keys }, output));
      const expected = splitOnCpu(
        keys,
        new Uint32Array(capacity).map((__, index) => index),
        binCount,
      );
      expectSameSplit(sortBins(await readSplit(capacity)), sortBins(expected));
    });

    it('counts keys beyond the last bin as the last bin', async () => {
      const { splitter, input, output, readSplit } = await prepare(options);
      const wild = keys.map((key, index) => (index % 3 === 0 ? 2 ** 32 - 1 - index : key));
      gpu().device.queue.writeBuffer(input.keys, 0, wild);
      submitPass(gpu(), 'test', (pass) => splitter.encode(pass, { ...input, count: undefined }, output));
      const { values: splitValues, binStarts } = sortBins(await readSplit(capacity));
      const expected = sortBins(splitOnCpu(wild, values, binCount));
      expectSameWords(binStarts, expected.binStarts);
      expectSameWords(splitValues, expected.values);
    });

    it('splits twice in one pass', async () => {
      const { splitter, input, output, readSplit } = await prepare(options);
      const other = await prepare(options);
      gpu().device.queue.writeBuffer(other.input.keys, 0, keys.slice().reverse());
      submitPass(gpu(), 'test', (pass) => {
        splitter.encode(pass, { ...input, count: undefined }, output);
        splitter.encode(pass, { ...other.input, count: undefined }, other.output);
      });
      expectSameSplit(sortBins(await readSplit(capacity)), sortBins(splitOnCpu(keys, values, binCount)));
      const reversed = splitOnCpu(keys.slice().reverse(), values, binCount);
      expectSameSplit(sortBins(await other.readSplit(capacity)), sortBins(reversed));
    });
  });

  it('allocates nothing when it encodes', async () => {
    const { splitter, input, output } = await prepare();
    const created = vi.spyOn(gpu().device, 'createBuffer');
    submitPass(gpu(), 'test', (pass) => splitter.encode(pass, input, output));
    expect(created).not.toHaveBeenCalled();
  });

  it('says what it chose', async () => {
    const levels = gpu().software ? 1 : 2;
    expect((await prepare()).splitter).toMatchObject({ approach: 'multi-level', levels, capacity, binCount });
    expect(await Splitter.create(gpu(), { capacity, binCount: 2048 })).toMatchObject({ levels });
    expect(await Splitter.create(gpu(), { capacity, binCount: 16_385 })).toMatchObject({ levels: 2 });
  });

  it('refuses buffers that would fail on the device', async () => {
    const { splitter, input, output } = await prepare();
    const small = (await allocateStorage(gpu(), 'test', { small: capacity - 1 })).small;
    const unusable = gpu().device.createBuffer({ size: 4 * capacity, usage: BUFFER_USAGE.COPY_DST });
    const pass = {} as GPUComputePassEncoder;
    expect(() => splitter.encode(pass, { ...input, values: undefined }, output)).toThrow('there must be values');
    expect(() => splitter.encode(pass, { ...input, keys: small }, output)).toThrow('keys must have at least');
    expect(() => splitter.encode(pass, input, { ...output, binStarts: small })).toThrow(
      'bin starts must have at least',
    );
    expect(() => splitter.encode(pass, { ...input, values: unusable }, output)).toThrow('values must have the usage');
    expect(() => splitter.encode(pass, input, { ...output, keys: input.keys })).toThrow('another buffer than keys');
    expect(() => splitter.encode(pass, input, { ...output, keys: output.values })).toThrow('another buffer than');
  });

  it('refuses options that cannot be', async () => {
    const refuse = async (options: object, message: string) => {
      const created = Splitter.create(gpu(), { capacity, binCount, ...options });
      await expect(created).rejects.toThrow(InputError);
      await expect(created).rejects.toThrow(message);
    };
    await refuse({ binCount: 0 }, 'from 1 to 4194304, not 0');
    await refuse({ binCount: MAX_BIN_COUNT + 1 }, 'not 4194305');
    await refuse({ binCount: 2049, levels: 1, form: 'rows' }, 'up to 2048 bins, not 2049');
    await refuse({ binCount: 16_385, levels: 1 }, 'bins, not 16385');
    await refuse({ approach: 'thread-histograms' }, 'up to 2048 bins, not 5000');
    await refuse({ capacity: 0.5 }, 'whole number of items, not 0.5');
    await refuse({ capacity: 2 ** 33 }, 'needs a buffer of');
    gpu().assertHealthy();
  });
});

describe('split of the user', () => {
  it('refuses arrays that do not fit each other or the bins', async () => {
    const two = Uint32Array.of(1, 2);
    await expect(split(gpu(), two, Uint32Array.of(1), 3)).rejects.toThrow('as many values as keys, not 1 for 2');
    await expect(split(gpu(), two, two, 2)).rejects.toThrow('below the bin count, 2; key 1 is 2');
    await expect(split(gpu(), two, two, 2)).rejects.toThrow(InputError);
  });
});

describe('on a GPU', () => {
  it('splits with the forms for hardware, seed 28', async () => {
    const hardware = await openTestGpu({ treatAs: 'gpu' });
    const keys = random(28)(9001, 3000);
    const values = distinctValues(9001);
    expectSameSplit(await split(hardware, keys, values, 3000), splitOnCpu(keys, values, 3000));
    hardware.destroy();
  });

  // Dawn's null backend computes nothing, but it validates all that it is given.
  const entry = create(['backend=null']);
  it.each([[], ['subgroups']] as const)('validates without the features %j', async (...withoutFeatures) => {
    const adapter = await entry.requestAdapter();
    const nullGpu = await Gpu.open(adapter!, { withoutFeatures });
    for (const levels of [1, 2, 3] as const) {
      const binCount = 2048 ** Math.min(levels, 2);
      await split(nullGpu, Uint32Array.of(1, 0), Uint32Array.of(0, 1), binCount, { levels });
    }
    nullGpu.assertHealthy();
    nullGpu.destroy();
  });
});
