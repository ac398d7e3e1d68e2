/** The levels by which items are sorted by one word of their keys, each with counts of its own. */
import { allocateStorage } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import { chooseDigitBits, planLevel, type SplitForm } from './plan-level.js';
import { SplitLevel } from './split-level.js';
import type { InputItems, Items } from './split-method.js';

export interface SortLevelsOptions {
  /** Most items. */
  readonly capacity: number;
  /** Bits that count, from the lowest on: 0 to 32. */
  readonly bits: number;
  /** Whether the value of an item is its index. */
  readonly indexValues: boolean;
  /** Whether items have a third word. */
  readonly carried: boolean;
  readonly form: SplitForm | 'auto';
}

/** A sort by one word of the keys, the lowest digit first. */
export interface SortLevels {
  /** How many levels there are; the word needs none where it has no bits. */
  readonly count: number;
  /** Encodes what has to be done before the first level, to which `keys` are the input. */
  begin(pass: GPUComputePassEncoder, keys: GPUBuffer, count: GPUBuffer): void;
  /** Encodes one level, which moves each item of `input` to its place in `output`, stably. */
  encodeLevel(pass: GPUComputePassEncoder, level: number, input: InputItems, output: Items, count: GPUBuffer): void;
  destroy(): void;
}

/** The digit of a level. */
export interface SortDigit {
  readonly shift: number;
  /** Values that it has. */
  readonly digits: number;
}

/** Digits of equal width, but for the last. */
export function listDigits(bits: number, mostBits: number): SortDigit[] {
  const levels = Math.ceil(bits / mostBits);
  const digitBits = Math.ceil(bits / levels);
  return Array.from({ length: levels }, (_, level) => {
    const shift = level * digitBits;
    return { shift, digits: 2 ** Math.min(digitBits, bits - shift) };
  });
}

/** Levels that count their digits anew. */
export async function createCountedLevels(gpu: Gpu, options: SortLevelsOptions): Promise<SortLevels> {
  const { capacity, bits, form, indexValues, carried } = options;
  const levels = await Promise.all(
    listDigits(bits, chooseDigitBits(gpu, form)).map(({ shift, digits }, level) => {
      const plan = planLevel(gpu, { capacity, digits }, form);
      const whole = { segments: 1, bins: digits, lastKey: 0xffffffff };
      const items = { capacity, carried, starts: false, indexValues: indexValues && level === 0 };
      return SplitLevel.create(gpu, { ...items, shift, radix: digits, digits, ...whole, plan });
    }),
  );
  const cells = Math.max(0, ...levels.map((level) => level.cells));
  const { destinations } = await allocateStorage(gpu, 'sort', { destinations: cells });
  return {
    count: levels.length,
    begin() {},
    encodeLevel(pass, level, input, output, count) {
      levels[level]!.encode(pass, input, output, { count, destinations });
    },
    destroy() {
      for (const resource of [...levels, destinations]) resource.destroy();
    },
  };
}
