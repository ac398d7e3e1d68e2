/** The sort against its CPU reference: keys of one and two words, any number of bits, ties, and the number of pairs from the GPU. */
import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { InputError } from '../../src/errors.js';
import { allocateStorage, readWords } from '../../src/gpu/allocate-storage.js';
import { Gpu } from '../../src/gpu/gpu.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { sortedOrder } from '../../src/reference/split/sort.js';
import { Sorter, type SorterOptions, sortPairs } from '../../src/split/sort.js';
import { useTestGpu } from '../open-test-gpu.js';
import { expectSameWords } from './expect-same-words.js';
import { distinctValues, random } from './sample-keys.js';

const gpu = useTestGpu();

/** Keys of which many are equal, in the lower word, in the upper one, or in both. */
function makePairs(length: number, seed: number) {
  const few = random(seed)(length, 50);
  const keysLow = random(seed + 1)(length, 2 ** 32).map((word, index) => (few[index]! < 25 ? word : few[index]!));
  const keysHigh = random(seed + 2)(length, 2 ** 32).map((word, index) => (few[index]! % 3 ? word : few[index]!));
  return { keysLow, keysHigh, values: distinctValues(length) };
}

const take = (words: Uint32Array, order: Uint32Array) => order.map((index) => words[index]!);

describe('sortPairs', () => {
  it.each([0, 1, 2, 255, 257, 4097, 30_011])('sorts %i pairs by keys of 64 bits, seed 41', async (length) => {
    const { keysLow, keysHigh, values } = makePairs(length, 41);
    const order = sortedOrder(keysLow, keysHigh, 64);
    const sorted = await sortPairs(gpu(), { keysLow, keysHigh, values });
    expectSameWords(sorted.keysLow, take(keysLow, order), 'lower words');
    expectSameWords(sorted.keysHigh!, take(keysHigh, order), 'upper words');
    expectSameWords(sorted.values, take(values, order), 'values');
  });

  it.each([1, 2, 10, 11, 12, 22, 30, 32, 33, 44, 54, 63])('sorts by the lowest %i bits, seed 44', async (keyBits) => {
    const { keysLow, keysHigh, values } = makePairs(3001, 44);
    const order = sortedOrder(keysLow, keysHigh, keyBits);
    const sorted = await sortPairs(gpu(), { keysLow, values, ...(keyBits > 32 && { keysHigh }) }, { keyBits });
    expectSameWords(sorted.keysLow, take(keysLow, order), 'lower words');
    expectSameWords(sorted.values, take(values, order), 'values');
  });

  it('sorts a million pairs and three by keys of 63 bits, seed 47', async () => {
    const length = 1_000_003;
    const { keysLow, keysHigh, values } = makePairs(length, 47);
    for (const [index, word] of keysHigh.entries()) keysHigh[index] = word & 0x7fffffff;
    const sorted = await sortPairs(gpu(), { keysLow, keysHigh, values }, { keyBits: 63 });
    const indexOf = new Map(Array.from(values, (value, index) => [value, index]));
    let [high, low, from] = [0, 0, -1];
    for (let place = 0; place < length; place++) {
      const index = indexOf.get(sorted.values[place]!)!;
      const [nextHigh, nextLow] = [sorted.keysHigh![place]!, sorted.keysLow[place]!];
      const moved = nextHigh === keysHigh[index] && nextLow === keysLow[index];
      const ordered = nextHigh > high || (nextHigh === high && (nextLow > low || (nextLow === low && index > from)));
      if (!moved || !ordered) expect.fail(`pair ${index} at place ${place}`);
      [high, low, from] = [nextHigh, nextLow, index];
    }
    expect(indexOf.size).toBe(length);
  });

  it('sorts keys that are all equal, ascending or descending', async () => {
    const ascending = Uint32Array.from({ length: 5003 }, (_, index) => index * 858_000);
    const values = distinctValues(5003);
    const equal = await sortPairs(gpu(), { keysLow: new Uint32Array(5003).fill(7), values });
    expectSameWords(equal.values, values);
    expectSameWords((await sortPairs(gpu(), { keysLow: ascending, values })).values, values);
    const descending = ascending.slice().reverse();
    expectSameWords((await sortPairs(gpu(), { keysLow: descending, values })).values, values.slice().reverse());
  });

  it('sorts with the form for hardware, seed 50', async () => {
    const { keysLow, keysHigh, values } = makePairs(2003, 50);
    const order = sortedOrder(keysLow, keysHigh, 15);
    const sorted = await sortPairs(gpu(), { keysLow, values }, { keyBits: 15, form: 'rows' });
    expectSameWords(sorted.values, take(values, order));
  });

  it('refuses arrays and bits that do not fit each other', async () => {
    const [one, two] = [Uint32Array.of(1), Uint32Array.of(1, 2)];
    const refuse = async (sorted: Promise<unknown>, message: string) => {
      await expect(sorted).rejects.toThrow(InputError);
      await expect(sorted).rejects.toThrow(message);
    };
    await refuse(sortPairs(gpu(), { keysLow: two, values: one }), 'as many as lower words, 2');
    await refuse(sortPairs(gpu(), { keysLow: two, values: two, keysHigh: one }), 'as many as lower words, 2');
    await refuse(sortPairs(gpu(), { keysLow: two, values: two }, { keyBits: 33 }), '33 bits need upper words');
    await refuse(
      sortPairs(gpu(), { keysLow: two, values: two, keysHigh: two }, { keyBits: 32 }),
      'have no upper words',
    );
    await refuse(sortPairs(gpu(), { keysLow: two, values: two }, { keyBits: 65 }), '1 to 64 bits, not 65');
  });
});

describe('Sorter', () => {
  const capacity = 3001;
  const { keysLow, keysHigh, values } = makePairs(capacity, 51);

  async function prepare(options: Omit<SorterOptions, 'capacity'>) {
    const sorter = await Sorter.create(gpu(), { capacity, ...options });
    const words = { keysLow: capacity, keysHigh: capacity, values: capacity };
    const input = await allocateStorage(gpu(), 'test', { ...words, count: 1 });
    const output = await allocateStorage(gpu(), 'test', words);
    for (const [name, array] of Object.entries({ keysLow, keysHigh, values })) {
      gpu().device.queue.writeBuffer(input[name as keyof typeof input], 0, array);
    }
    return { sorter, input, output };
  }

  it.each([40, 63])('sorts as many pairs as the GPU counted, keys of %i bits, seed 51', async (keyBits) => {
    const { sorter, input, output } = await prepare({ keyBits });
    for (const count of [capacity, 5, 0, 1000, capacity + 1]) {
      gpu().device.queue.writeBuffer(input.count, 0, Uint32Array.of(count));
      submitPass(gpu(), 'test', (pass) => sorter.encode(pass, input, output));
      const length = Math.min(count, capacity);
      const order = sortedOrder(keysLow.subarray(0, length), keysHigh.subarray(0, length), keyBits);
      const [low, high, sortedValues] = await readWords(gpu(), [
        { buffer: output.keysLow, length },
        { buffer: output.keysHigh, length },
        { buffer: output.values, length },
      ]);
      expectSameWords(low!, take(keysLow, order), 'lower words');
      expectSameWords(high!, take(keysHigh, order), 'upper words');
      expectSameWords(sortedValues!, take(values, order), 'values');
    }
  });

  it.each([20, 32, 40, 63])('gives the order, where indices are the values, by keys of %i bits', async (keyBits) => {
    const { sorter, input, output } = await prepare({ keyBits, indexValues: true });
    const wide = keyBits > 32;
    const keys = { keysLow: input.keysLow, keysHigh: wide ? input.keysHigh : undefined };
    const target = { ...output, keysHigh: wide ? output.keysHigh : undefined };
    submitPass(gpu(), 'test', (pass) => sorter.encode(pass, keys, target));
    const [order] = await readWords(gpu(), [{ buffer: output.values, length: capacity }]);
    expectSameWords(order!, sortedOrder(keysLow, keysHigh, keyBits));
  });

  it('refuses buffers that would fail on the device', async () => {
    const { sorter, input, output } = await prepare({ keyBits: 63 });
    const pass = {} as GPUComputePassEncoder;
    const small = (await allocateStorage(gpu(), 'test', { small: 1 })).small;
    expect(() => sorter.encode(pass, { ...input, values: undefined }, output)).toThrow('there must be values');
    expect(() => sorter.encode(pass, { ...input, keysHigh: undefined }, output)).toThrow('need upper words');
    expect(() => sorter.encode(pass, { ...input, keysHigh: small }, output)).toThrow('high keys must have at least');
    expect(() => sorter.encode(pass, input, { ...output, values: input.values })).toThrow('another buffer than values');
  });
});

// Dawn's null backend computes nothing, but it validates all that it is given.
describe('on a GPU', () => {
  const entry = create(['backend=null']);

  it.each([32, 63])('validates with keys of %i bits', async (keyBits) => {
    const adapter = await entry.requestAdapter();
    const nullGpu = await Gpu.open(adapter!);
    const pair = Uint32Array.of(1, 0);
    const high = keyBits > 32 ? { keysHigh: pair } : {};
    await sortPairs(nullGpu, { keysLow: pair, values: pair, ...high }, { keyBits });
    nullGpu.assertHealthy();
    nullGpu.destroy();
  });
});
