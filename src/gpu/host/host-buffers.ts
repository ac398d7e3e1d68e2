/**
 * Buffers that the CPU maps, kept from one owner to the next: a driver takes about a millisecond for each megabyte that it makes
 * mappable, which is as long as the CPU takes to fill it six times.
 */
import type { Gpu } from '../gpu.js';
import { destroyOnceMapped } from './mapping.js';

export interface HostBuffer {
  readonly buffer: GPUBuffer;
  /** The mapping that is under way or done, if its owner left one. */
  readonly mapping?: Promise<undefined> | undefined;
}

/** Most bytes of one device that wait for an owner. */
const MAX_IDLE_BYTES = 32 * 2 ** 20;
/** Buffers larger than this many times the requested size are left for others. */
const MAX_EXCESS = 4;

const idleOf = new WeakMap<GPUDevice, HostBuffer[]>();

/** One with this usage and at least as many bytes that is idle, if there is one. */
export function takeHostBuffer({ device }: Gpu, usage: number, sizeBytes: number): HostBuffer | undefined {
  const idle = idleOf.get(device) ?? [];
  const index = idle.findIndex(
    ({ buffer }) => buffer.usage === usage && buffer.size >= sizeBytes && buffer.size <= MAX_EXCESS * sizeBytes,
  );
  return index === -1 ? undefined : idle.splice(index, 1)[0];
}

/** Keeps a buffer for the next to take; the oldest make room for it. */
export function keepHostBuffer({ device }: Gpu, kept: HostBuffer): void {
  const idle = [...(idleOf.get(device) ?? []), kept];
  let sizeBytes = idle.reduce((sum, { buffer }) => sum + buffer.size, 0);
  while (sizeBytes > MAX_IDLE_BYTES) {
    const { buffer } = idle.shift()!;
    sizeBytes -= buffer.size;
    destroyOnceMapped(buffer);
  }
  idleOf.set(device, idle);
}
