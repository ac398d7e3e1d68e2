/** The GPU buffers that a caller hands to a split or a sort, and the checks that keep mistakes from the device. */
import { InputError } from '../errors.js';
import { BUFFER_USAGE } from '../gpu/usages.js';

/** A buffer of the caller's, what to call it, and the 32-bit words that it must hold. */
export interface CallerBuffer {
  readonly name: string;
  readonly buffer: GPUBuffer;
  readonly words: number;
}

/** @throws InputError for a buffer that is too small, that kernels may not use, or that is both read and written. */
export function checkBuffers(owner: string, inputs: readonly CallerBuffer[], outputs: readonly CallerBuffer[]): void {
  for (const { name, buffer, words } of [...inputs, ...outputs]) {
    if (!(buffer.usage & BUFFER_USAGE.STORAGE)) throw new InputError(`${owner}: ${name} must have the usage STORAGE`);
    if (buffer.size < 4 * words) {
      throw new InputError(`${owner}: ${name} must have at least ${4 * words} bytes, and has ${buffer.size}`);
    }
  }
  for (const [index, { name, buffer }] of outputs.entries()) {
    const other = [...inputs, ...outputs.slice(0, index)].find((candidate) => candidate.buffer === buffer);
    if (other) throw new InputError(`${owner}: ${name} must be another buffer than ${other.name}`);
  }
}

/** @throws InputError if `capacity` is no number of items. */
export function checkCapacity(owner: string, capacity: number): void {
  if (!(Number.isSafeInteger(capacity) && capacity >= 0)) {
    throw new InputError(`${owner}: the capacity must be a whole number of items, not ${capacity}`);
  }
}

/** @throws InputError if values are missing, or given though indices are the values. */
export function checkValues(owner: string, values: GPUBuffer | undefined, indexValues: boolean): void {
  if (Boolean(values) === indexValues) {
    throw new InputError(
      `${owner}: ${values ? 'with indexValues there are no' : 'without indexValues there must be'} values`,
    );
  }
}
