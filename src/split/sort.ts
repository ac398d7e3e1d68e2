/** Sorts key/value pairs by keys of up to 64 bits: a radix sort of stable splits, the lowest digit first. */

import { InputError } from '../errors.js';
import { allocateStorage, createConstants, readWords } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { submitPass } from '../gpu/submit-pass.js';
import { withDefaults } from '../with-defaults.js';
import { encodeLoop } from './encode-loop.js';
import { createLevelUniforms } from './level-uniforms.js';
import { chooseDigitBits, planLevel, type SplitForm } from './plan-level.js';
import { createCountedLevels, type SortLevels } from './sort-levels.js';
import { type CallerBuffer, checkBuffers, checkCapacity, checkValues } from './split-buffers.js';
import type { InputItems, Items } from './split-method.js';
import { createSweptLevels } from './swept-levels.js';

const WORD_BITS = 32;

/** Options of `Sorter`. */
export interface SorterOptions {
  /** Most items of a sort. */
  readonly capacity: number;
  /** Bits of a key that matter, from the lowest on: 1 to 64, default 32. Keys of more than 32 have two words. */
  readonly keyBits?: number;
  /** Whether the index of each item is its value, so that the input has no values; default false. */
  readonly indexValues?: boolean;
  /** Owners of histograms: invocations (`runs`) or workgroups (`rows`); `auto` by the adapter. */
  readonly form?: SplitForm | 'auto';
}

export const SORTER_DEFAULTS = {
  keyBits: WORD_BITS,
  indexValues: false,
  form: 'auto',
} as const satisfies Partial<SorterOptions>;

/** The pairs to sort: each buffer holds 32-bit words, has the usage STORAGE, and is only read. */
export interface SortInput {
  /** The lower 32 bits of each key. */
  readonly keysLow: GPUBuffer;
  /** The upper 32 bits, where keys have more than 32. */
  readonly keysHigh?: GPUBuffer | undefined;
  /** The value of each item, unless its index is. */
  readonly values?: GPUBuffer | undefined;
  /** Its first word is the number of items; more than the capacity count as the capacity. Default: the capacity. */
  readonly count?: GPUBuffer | undefined;
}

/** The sorted pairs, in the order of their keys: buffers of 32-bit words with the usage STORAGE, none of the input. */
export interface SortOutput {
  /** Sorted keys, or their lower words. */
  readonly keysLow: GPUBuffer;
  /** Sorted upper words of 64-bit keys. */
  readonly keysHigh?: GPUBuffer | undefined;
  /** The values in the order of their keys. */
  readonly values: GPUBuffer;
}

/** Sorts up to `capacity` pairs on one device; it keeps its buffers from one sort to the next. */
export class Sorter {
  /** The most pairs that it sorts. */
  readonly capacity: number;
  /** Bits of a key that are sorted by. */
  readonly keyBits: number;
  readonly #indexValues: boolean;
  readonly #gpu: Gpu;
  readonly #lowLevels: SortLevels;
  readonly #highLevels: SortLevels;
  /** Used for keys of two words, unless both are carried through all levels. */
  readonly #gather: Kernel<'split/gather.wgsl'> | undefined;
  readonly #uniforms: GPUBuffer;
  readonly #capacityCount: GPUBuffer;
  readonly #ping: Items;
  readonly #pong: Items;

  private constructor(
    gpu: Gpu,
    { capacity, keyBits, indexValues }: Required<SorterOptions>,
    levels: { readonly low: SortLevels; readonly high: SortLevels },
    gather: Kernel<'split/gather.wgsl'> | undefined,
    temporaries: { readonly ping: Items; readonly pong: Items },
  ) {
    this.capacity = capacity;
    this.keyBits = keyBits;
    this.#indexValues = indexValues;
    this.#gpu = gpu;
    this.#lowLevels = levels.low;
    this.#highLevels = levels.high;
    this.#gather = gather;
    this.#ping = temporaries.ping;
    this.#pong = temporaries.pong;
    this.#uniforms = createLevelUniforms(gpu, { capacity });
    this.#capacityCount = createConstants(gpu, 'sort.capacity', [capacity]);
  }

  /**
   * @throws InputError for options that cannot be or that the adapter has no buffers for, DeviceError where it has no
   * memory.
   */
  static async create(gpu: Gpu, options: SorterOptions): Promise<Sorter> {
    const asked = withDefaults(SORTER_DEFAULTS, options);
    const { capacity, keyBits, indexValues } = asked;
    checkCapacity('sort', capacity);
    if (!(Number.isInteger(keyBits) && keyBits >= 1 && keyBits <= 2 * WORD_BITS)) {
      throw new InputError(`sort: a key has 1 to ${2 * WORD_BITS} bits, not ${keyBits}`);
    }
    const wide = keyBits > WORD_BITS;
    const carried = wide && carriesWords(gpu, asked);
    const gathers = wide && !carried;
    const [low, high, gather] = await Promise.all([
      createLevels(gpu, { ...asked, carried, indexValues: gathers || indexValues }, Math.min(keyBits, WORD_BITS)),
      createLevels(gpu, { ...asked, carried, indexValues: false }, Math.max(0, keyBits - WORD_BITS)),
      gathers ? gpu.kernels.get('split/gather.wgsl') : undefined,
    ]);
    const ping = await allocateItems(gpu, capacity, carried);
    const pong = await allocateItems(gpu, capacity, carried);
    return new Sorter(gpu, asked, { low, high }, gather, { ping, pong });
  }

  /**
   * Encodes a sort into a compute pass of the caller's. Nothing waits for the CPU: the number of pairs may be known on
   * the GPU alone. Sorts of one sorter share its temporaries, so they must be submitted in the order of encoding.
   * @throws InputError for buffers that are missing, too small, lack the usage STORAGE, or are read and written at once.
   */
  encode(pass: GPUComputePassEncoder, input: SortInput, output: SortOutput): void {
    const { keysLow, keysHigh, values, count = this.#capacityCount } = input;
    this.#check(input, output);
    if (!keysHigh || !output.keysHigh || this.#highLevels.count === 0) {
      const sorted = { keys: output.keysLow, values: output.values };
      this.#encodeLevels(pass, this.#lowLevels, { keys: keysLow, values }, sorted, count);
      return;
    }
    const gather = this.#gather;
    if (!gather) {
      const byLow = this.#encodeLevels(pass, this.#lowLevels, { keys: keysLow, carried: keysHigh, values }, {}, count);
      const swapped = { keys: byLow.carried!, carried: byLow.keys, values: byLow.values };
      const sorted = { keys: output.keysHigh, carried: output.keysLow, values: output.values };
      this.#encodeLevels(pass, this.#highLevels, swapped, sorted, count);
      return;
    }
    // The order alone moves through all levels, and each word of the keys only through those that look at it.
    const take = (indices: GPUBuffer, words: GPUBuffer, gathered: GPUBuffer) => {
      const resources = { level: this.#uniforms, count, indices, words, gathered };
      encodeLoop(this.#gpu, pass, gather, resources, this.capacity);
    };
    const byLow = this.#encodeLevels(pass, this.#lowLevels, { keys: keysLow }, {}, count);
    take(byLow.values, keysHigh, byLow.keys);
    const order = values ? {} : { values: output.values };
    const sorted = this.#encodeLevels(pass, this.#highLevels, byLow, { keys: output.keysHigh, ...order }, count);
    take(sorted.values, keysLow, output.keysLow);
    if (values) take(sorted.values, values, output.values);
  }

  /** @returns where the items are then: in the temporaries, but for what `final` says. */
  #encodeLevels(
    pass: GPUComputePassEncoder,
    levels: SortLevels,
    input: InputItems,
    final: Partial<Items>,
    count: GPUBuffer,
  ): Items {
    let source = input;
    let target = this.#ping;
    levels.begin(pass, input.keys, count);
    for (let level = 0; level < levels.count; level++) {
      const spare = source.values === this.#ping.values ? this.#pong : this.#ping;
      target = level === levels.count - 1 ? { ...spare, ...final } : spare;
      levels.encodeLevel(pass, level, source, target, count);
      source = target;
    }
    return target;
  }

  #check(input: SortInput, output: SortOutput): void {
    checkValues('sort', input.values, this.#indexValues);
    const wide = this.keyBits > WORD_BITS;
    if (wide !== Boolean(input.keysHigh) || wide !== Boolean(output.keysHigh)) {
      throw new InputError(`sort: keys of ${this.keyBits} bits ${wide ? 'need' : 'have no'} upper words`);
    }
    checkBuffers(
      'sort',
      [
        ...this.#describe({ 'low keys': input.keysLow, 'high keys': input.keysHigh, values: input.values }),
        ...(input.count ? [{ name: 'count', buffer: input.count, words: 1 }] : []),
      ],
      this.#describe({
        'sorted low keys': output.keysLow,
        'sorted high keys': output.keysHigh,
        'sorted values': output.values,
      }),
    );
  }

  #describe(buffers: Readonly<Record<string, GPUBuffer | undefined>>): CallerBuffer[] {
    return Object.entries(buffers).flatMap(([name, buffer]) =>
      buffer ? [{ name, buffer, words: this.capacity }] : [],
    );
  }

  /** Frees the buffers. */
  destroy(): void {
    const temporaries = [...Object.values(this.#ping), ...Object.values(this.#pong)];
    const constants = [this.#uniforms, this.#capacityCount];
    for (const resource of [this.#lowLevels, this.#highLevels, ...temporaries, ...constants]) resource.destroy();
  }
}

function allocateItems(gpu: Gpu, capacity: number, carried: boolean): Promise<Items> {
  const words = { keys: capacity, values: capacity };
  return carried ? allocateStorage(gpu, 'sort', { ...words, carried: capacity }) : allocateStorage(gpu, 'sort', words);
}

/**
 * Whether all words move through all levels. Otherwise each word of the keys is gathered at random once, 0.4 ms of 16 M on an
 * H100, where a level takes 0.2.
 */
function carriesWords(gpu: Gpu, { capacity, form }: Required<SorterOptions>): boolean {
  const digits = 2 ** chooseDigitBits(gpu, form);
  return planLevel(gpu, { capacity, digits }, form).ranks?.ballots ?? false;
}

/** The levels that sort by the lowest `bits` of a word: swept over where they can be. */
async function createLevels(
  gpu: Gpu,
  asked: Required<SorterOptions> & { readonly carried: boolean },
  bits: number,
): Promise<SortLevels> {
  return (await createSweptLevels(gpu, { ...asked, bits })) ?? createCountedLevels(gpu, { ...asked, bits });
}

/** Pairs in arrays; the upper words only where keys have more than 32 bits. */
export interface PairArrays {
  /** Keys, or their lower words. */
  readonly keysLow: Uint32Array;
  /** Upper words of 64-bit keys. */
  readonly keysHigh?: Uint32Array | undefined;
  /** Values that are sorted by the keys. */
  readonly values: Uint32Array;
}

/**
 * Sorts arrays of any one length on the GPU by unsigned keys, stably.
 * @param keyBits Bits of a key that matter, from the lowest on; default all 32, or 64 with upper words.
 * @throws InputError for arrays of unequal lengths or more pairs than the adapter takes.
 */
export async function sortPairs(
  gpu: Gpu,
  { keysLow, keysHigh, values }: PairArrays,
  options: Omit<SorterOptions, 'capacity'> = {},
): Promise<PairArrays> {
  const capacity = keysLow.length;
  if (values.length !== capacity || (keysHigh && keysHigh.length !== capacity)) {
    throw new InputError(`sort: values and upper words of keys must be as many as lower words, ${capacity}`);
  }
  const names = keysHigh ? (['keysLow', 'keysHigh', 'values'] as const) : (['keysLow', 'values'] as const);
  const words = Object.fromEntries(names.map((name) => [name, capacity])) as Record<(typeof names)[number], number>;
  const sorter = await Sorter.create(gpu, { keyBits: keysHigh ? 2 * WORD_BITS : WORD_BITS, ...options, capacity });
  const input = await allocateStorage(gpu, 'sort', words);
  const output = await allocateStorage(gpu, 'sort', words);
  for (const name of names) gpu.device.queue.writeBuffer(input[name], 0, { keysLow, keysHigh, values }[name]!);
  submitPass(gpu, 'sort', (pass) => sorter.encode(pass, input, output));
  const arrays = await readWords(
    gpu,
    names.map((name) => ({ buffer: output[name], length: capacity })),
  );
  for (const resource of [sorter, ...Object.values(input), ...Object.values(output)]) resource.destroy();
  return Object.fromEntries(names.map((name, index) => [name, arrays[index]])) as unknown as PairArrays;
}
