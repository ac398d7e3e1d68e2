/** Splits key/value pairs into bins: the append(x, list[category(x)]) of Patidar and Narayanan, section 3. */

import { InputError } from '../errors.js';
import { allocateStorage, assertStorageFits, createConstants, readWords } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import { submitPass } from '../gpu/submit-pass.js';
import { withDefaults } from '../with-defaults.js';
import { GlobalAtomicsSplit } from './global-atomics-split.js';
import { MAX_BIN_COUNT, MAX_DIGITS } from './max-bin-count.js';
import { MultiLevelSplit } from './multi-level-split.js';
import { chooseLevels, maxDigitsOf, planLevel, planThreadHistograms, type SplitForm } from './plan-level.js';
import { checkBuffers, checkCapacity, checkValues } from './split-buffers.js';
import type { InputItems, Items, SplitMethod } from './split-method.js';

/**
 * How items are counted. `global-atomics`: a counter a bin in global memory; the order of the items in a bin is
 * arbitrary. `thread-histograms`: a histogram for each thread, 64 bins at a time and up to 2048 bins; stable.
 * `multi-level`: a histogram in workgroup memory, in one or more levels of up to 2048 bins, on the CPU one for each invocation, in levels
 * of up to 8192 bins or more; stable.
 */
export type SplitApproach = 'global-atomics' | 'thread-histograms' | 'multi-level';

/** Options of `split`. */
export interface SplitOptions {
  /** `auto` is the stable one that was measured to be the fastest, `multi-level`. */
  readonly approach?: SplitApproach | 'auto';
  /** Levels of the multi-level split; `auto` takes the fewest that are enough for the bins. */
  readonly levels?: 1 | 2 | 3 | 'auto';
  /** Owners of histograms in the multi-level split: invocations (`runs`) or workgroups (`rows`); `auto` by the adapter. */
  readonly form?: SplitForm | 'auto';
}

/** Defaults of `SplitOptions`. */
export const SPLIT_DEFAULTS = {
  approach: 'auto',
  levels: 'auto',
  form: 'auto',
} as const satisfies Required<SplitOptions>;

/** Options of `Splitter`. */
export interface SplitterOptions extends SplitOptions {
  /** Most items of a split. */
  readonly capacity: number;
  /** Bins from 1 to 2048 × 2048. */
  readonly binCount: number;
  /** Whether the index of each item is its value, so that the input has no values; default false. */
  readonly indexValues?: boolean;
}

/** The items to split: each buffer holds 32-bit words, has the usage STORAGE, and is only read. */
export interface SplitInput extends InputItems {
  /** The bin of each item; a key beyond the last bin counts as the last bin. */
  readonly keys: GPUBuffer;
  /** The value of each item, unless its index is. */
  readonly values?: GPUBuffer | undefined;
  /** Its first word is the number of items; more than the capacity count as the capacity. Default: the capacity. */
  readonly count?: GPUBuffer | undefined;
}

/** The split items: buffers of 32-bit words with the usage STORAGE, none of them part of the input. */
export interface SplitOutput extends Items {
  /** The keys, bin by bin. */
  readonly keys: GPUBuffer;
  /** The values, each where its key is. */
  readonly values: GPUBuffer;
  /** `binCount` + 1 words: where each bin begins, and after the last the number of items. */
  readonly binStarts: GPUBuffer;
}

/** A split of given sizes on one device; what it allocates is kept from one split to the next. */
export class Splitter {
  /** The most items that it splits. */
  readonly capacity: number;
  /** Number of bins. */
  readonly binCount: number;
  /** How it splits. */
  readonly approach: SplitApproach;
  /** 1 for the approaches that have no levels. */
  readonly levels: number;
  readonly #indexValues: boolean;
  readonly #method: SplitMethod;
  readonly #capacityCount: GPUBuffer;

  private constructor(
    gpu: Gpu,
    { capacity, binCount, indexValues = false }: SplitterOptions,
    chosen: { readonly approach: SplitApproach; readonly levels: number; readonly method: SplitMethod },
  ) {
    this.capacity = capacity;
    this.binCount = binCount;
    this.#indexValues = indexValues;
    this.approach = chosen.approach;
    this.levels = chosen.levels;
    this.#method = chosen.method;
    this.#capacityCount = createConstants(gpu, 'split.capacity', [capacity]);
  }

  /**
   * @throws InputError for options that cannot be or that the adapter has no buffers for, DeviceError where it has no
   * memory.
   */
  static async create(gpu: Gpu, options: SplitterOptions): Promise<Splitter> {
    const { capacity, binCount, indexValues = false } = options;
    const { approach: asked, levels: askedLevels, form } = withDefaults(SPLIT_DEFAULTS, options);
    checkCapacity('split', capacity);
    assertStorageFits(gpu, 'split', { keys: capacity });
    checkBinCount(binCount);
    const approach = asked === 'auto' ? 'multi-level' : asked;
    if (approach === 'global-atomics') {
      const method = await GlobalAtomicsSplit.create(gpu, { capacity, binCount, indexValues });
      return new Splitter(gpu, options, { approach, levels: 1, method });
    }
    const byThreads = approach === 'thread-histograms';
    if (byThreads && binCount > MAX_DIGITS) {
      throw new InputError(`a split by thread-histograms has up to ${MAX_DIGITS} bins, not ${binCount}`);
    }
    const levels = byThreads ? 1 : askedLevels === 'auto' ? chooseLevels(gpu, binCount, form) : askedLevels;
    const method = await MultiLevelSplit.create(gpu, {
      capacity,
      binCount,
      levels,
      indexValues,
      maxDigits: byThreads ? MAX_DIGITS : maxDigitsOf(gpu, form),
      planLevel: (digits) =>
        byThreads ? planThreadHistograms(gpu, { capacity, digits }) : planLevel(gpu, { capacity, digits }, form),
    });
    return new Splitter(gpu, options, { approach, levels, method });
  }

  /**
   * Encodes a split into a compute pass of the caller's. Nothing waits for the CPU: the number of items may be known on
   * the GPU alone. Splits of one splitter share its temporaries, so they must be submitted in the order of encoding.
   * @throws InputError for buffers that are missing, too small, lack the usage STORAGE, or are read and written at once.
   */
  encode(pass: GPUComputePassEncoder, input: SplitInput, output: SplitOutput): void {
    const { keys, values, count = this.#capacityCount } = input;
    checkValues('split', values, this.#indexValues);
    checkBuffers(
      'split',
      [
        { name: 'keys', buffer: keys, words: this.capacity },
        ...(values ? [{ name: 'values', buffer: values, words: this.capacity }] : []),
        { name: 'count', buffer: count, words: 1 },
      ],
      [
        { name: 'split keys', buffer: output.keys, words: this.capacity },
        { name: 'split values', buffer: output.values, words: this.capacity },
        { name: 'bin starts', buffer: output.binStarts, words: this.binCount + 1 },
      ],
    );
    this.#method.encode(pass, { keys, values, count }, output);
  }

  /** Frees the buffers. */
  destroy(): void {
    this.#method.destroy();
    this.#capacityCount.destroy();
  }
}

/** Items in the order of their bins. */
export interface SplitResult {
  /** The keys, bin by bin. */
  readonly keys: Uint32Array;
  /** The values, each where its key is. */
  readonly values: Uint32Array;
  /** The start of each bin, and after the last the number of items. */
  readonly binStarts: Uint32Array;
}

/**
 * Splits arrays of any one length into `binCount` bins on the GPU, stably unless the approach is `global-atomics`.
 * @param keys The bin of each item, below `binCount`.
 * @throws InputError for arrays of unequal lengths, a key that names no bin, or more items than the adapter takes.
 */
export async function split(
  gpu: Gpu,
  keys: Uint32Array,
  values: Uint32Array,
  binCount: number,
  options: SplitOptions = {},
): Promise<SplitResult> {
  const capacity = keys.length;
  if (values.length !== capacity) {
    throw new InputError(`split: there must be as many values as keys, not ${values.length} for ${capacity}`);
  }
  checkBinCount(binCount);
  const wrong = keys.findIndex((key) => key >= binCount);
  if (wrong !== -1) {
    throw new InputError(`split: keys must be below the bin count, ${binCount}; key ${wrong} is ${keys[wrong]}`);
  }
  const splitter = await Splitter.create(gpu, { ...options, capacity, binCount });
  const words = { keys: capacity, values: capacity };
  const input = await allocateStorage(gpu, 'split', words);
  const output = await allocateStorage(gpu, 'split', { ...words, binStarts: binCount + 1 });
  gpu.device.queue.writeBuffer(input.keys, 0, keys);
  gpu.device.queue.writeBuffer(input.values, 0, values);
  submitPass(gpu, 'split', (pass) => splitter.encode(pass, input, output));
  const [splitKeys, splitValues, binStarts] = await readWords(gpu, [
    { buffer: output.keys, length: capacity },
    { buffer: output.values, length: capacity },
    { buffer: output.binStarts, length: binCount + 1 },
  ]);
  for (const resource of [splitter, ...Object.values(input), ...Object.values(output)]) resource.destroy();
  return { keys: splitKeys!, values: splitValues!, binStarts: binStarts! };
}

function checkBinCount(binCount: number): void {
  if (!(Number.isSafeInteger(binCount) && binCount >= 1 && binCount <= MAX_BIN_COUNT)) {
    throw new InputError(`split: the bin count must be a whole number from 1 to ${MAX_BIN_COUNT}, not ${binCount}`);
  }
}
