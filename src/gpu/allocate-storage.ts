/** Buffers of 32-bit words for kernels: allocated together, filled, read back. */
import { DeviceError, InputError } from '../errors.js';
import type { Gpu } from './gpu.js';
import { keepHostBuffer, takeHostBuffer } from './host/host-buffers.js';
import { BUFFER_USAGE } from './usages.js';

const STORAGE = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC | BUFFER_USAGE.COPY_DST;

/** @throws InputError where the adapter takes no buffer of so many 32-bit words. */
export function assertStorageFits(gpu: Gpu, owner: string, words: Readonly<Record<string, number>>): void {
  const { maxBufferSize, maxStorageBufferBindingSize } = gpu.device.limits;
  const maxBytes = Math.min(maxBufferSize, maxStorageBufferBindingSize);
  for (const [name, count] of Object.entries(words)) {
    if (4 * count <= maxBytes) continue;
    throw new InputError(
      `${owner} needs a buffer of ${count} words for ${name}, and ${gpu.adapterName} takes ${maxBytes / 4}`,
    );
  }
}

/**
 * Storage buffers of 32-bit words, by name, with `COPY_SRC` and `COPY_DST`; each holds at least one word, for WebGPU
 * binds no empty buffer.
 * @param owner What they are for: the first part of their labels.
 * @param words Their lengths.
 * @throws InputError where the adapter takes none so large, DeviceError where it has no memory.
 */
export async function allocateStorage<Name extends string>(
  gpu: Gpu,
  owner: string,
  words: Readonly<Record<Name, number>>,
): Promise<Record<Name, GPUBuffer>> {
  assertStorageFits(gpu, owner, words);
  const names = Object.keys(words) as Name[];
  const allocated = await gpu.tryAllocate(() => {
    const buffers = names.map((name) =>
      gpu.device.createBuffer({ label: `${owner}.${name}`, size: 4 * Math.max(1, words[name]), usage: STORAGE }),
    );
    return { buffers, destroy: () => buffers.map((buffer) => buffer.destroy()) };
  });
  if (!allocated) throw new DeviceError(`${gpu.adapterName} has no memory for the buffers of ${owner}`);
  return Object.fromEntries(names.map((name, index) => [name, allocated.buffers[index]])) as Record<Name, GPUBuffer>;
}

/**
 * A buffer of 32-bit words, or of a struct, that never change, so that commands encoded earlier keep their meaning. It is not mapped at
 * creation: for that Dawn allocates memory of its own, which takes NVIDIA's driver 1 ms to give and to take back.
 */
export function createConstants(gpu: Gpu, label: string, content: readonly number[] | ArrayBuffer): GPUBuffer {
  const given = new Uint32Array(content);
  const words = new Uint32Array(4 * Math.ceil(given.length / 4));
  words.set(given);
  const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST;
  const buffer = gpu.device.createBuffer({ label, size: words.byteLength, usage });
  gpu.device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

/**
 * The first `length` words of each buffer, once the work submitted so far is done.
 * @throws DeviceError if anything went wrong on the device until then.
 */
export async function readWords(
  gpu: Gpu,
  ranges: readonly { readonly buffer: GPUBuffer; readonly length: number }[],
): Promise<Uint32Array[]> {
  const encoder = gpu.device.createCommandEncoder({ label: 'readback' });
  const readbacks = ranges.map(({ buffer, length }) => {
    const size = 4 * Math.max(1, length);
    const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
    const kept = takeHostBuffer(gpu, usage, size);
    const readback = kept?.buffer ?? gpu.device.createBuffer({ label: `${buffer.label}.readback`, size, usage });
    encoder.copyBufferToBuffer(buffer, 0, readback, 0, size);
    return readback;
  });
  gpu.device.queue.submit([encoder.finish()]);
  const arrays: Uint32Array[] = [];
  for (const [index, readback] of readbacks.entries()) {
    const { length } = ranges[index]!;
    arrays.push(new Uint32Array(await gpu.read(readback, 4 * Math.max(1, length)), 0, length));
    keepHostBuffer(gpu, { buffer: readback });
  }
  return arrays;
}
