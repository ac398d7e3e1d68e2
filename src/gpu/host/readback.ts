/** Copies parts of buffers to the CPU. */

import type { Gpu } from '../gpu.js';
import { BUFFER_USAGE } from '../usages.js';
import { keepHostBuffer, takeHostBuffer } from './host-buffers.js';
import { destroyOnceMapped } from './mapping.js';

/** A part of a buffer. */
export interface ReadRange {
  readonly buffer: GPUBuffer;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** Ranges of buffers in memory that is mapped. */
export interface MappedRanges {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly unmap: () => void;
}

const USAGE = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;

/** Reads ranges of buffers through a staging buffer of its own, which only grows. */
export class Readback {
  readonly #gpu: Gpu;
  readonly #label: string;
  #staging: GPUBuffer | undefined;

  constructor(gpu: Gpu, label: string) {
    this.#gpu = gpu;
    this.#label = label;
  }

  /** Encodes the copies that `read` waits for. */
  copy(encoder: GPUCommandEncoder, ranges: readonly ReadRange[]): void {
    const sizeBytes = ranges.reduce((sum, range) => sum + range.sizeBytes, 0);
    if (!this.#staging || this.#staging.size < sizeBytes) {
      this.destroy();
      this.#staging =
        takeHostBuffer(this.#gpu, USAGE, sizeBytes)?.buffer ??
        this.#gpu.device.createBuffer({ label: this.#label, size: sizeBytes, usage: USAGE });
    }
    let at = 0;
    for (const { buffer, offsetBytes, sizeBytes: size } of ranges) {
      encoder.copyBufferToBuffer(buffer, offsetBytes, this.#staging, at, size);
      at += size;
    }
  }

  /**
   * The ranges one after the other, once the work submitted so far is done.
   * @param into memory for each of them that is used where it has the range's size.
   * @throws DeviceError if anything went wrong on the device until then.
   */
  read(ranges: readonly ReadRange[], into: readonly (ArrayBuffer | undefined)[] = []): Promise<ArrayBuffer[]> {
    return this.view(ranges, (parts) => parts.map((part, index) => copyInto(into[index], part)));
  }

  /** Hands the ranges to `use` without copying them: they are gone when it returns. @throws DeviceError as `read` does. */
  async view<T>(ranges: readonly ReadRange[], use: (parts: readonly Uint8Array<ArrayBuffer>[]) => T): Promise<T> {
    const { parts, unmap } = await this.map(ranges);
    try {
      return use(parts);
    } finally {
      unmap();
    }
  }

  /** The ranges where they lie, which are gone once they are unmapped. @throws DeviceError as `read` does. */
  async map(ranges: readonly ReadRange[]): Promise<MappedRanges> {
    if (ranges.length === 0) return { parts: [], unmap: () => undefined };
    const staging = this.#staging!;
    const bytes = await this.#gpu.mapBytes(staging, totalBytes(ranges));
    let at = 0;
    const parts = ranges.map(({ sizeBytes }) => {
      at += sizeBytes;
      return new Uint8Array(bytes, at - sizeBytes, sizeBytes);
    });
    return { parts, unmap: () => staging.unmap() };
  }

  /** Leaves the memory to the next who reads as much back. */
  release(): void {
    if (this.#staging?.mapState === 'unmapped') keepHostBuffer(this.#gpu, { buffer: this.#staging });
    else this.destroy();
    this.#staging = undefined;
  }

  destroy(): void {
    if (this.#staging) destroyOnceMapped(this.#staging);
    this.#staging = undefined;
  }
}

const totalBytes = (ranges: readonly ReadRange[]) => ranges.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** The bytes of a part in memory of their own: in `memory`, where it has their size. */
export function copyInto(memory: ArrayBuffer | undefined, part: Uint8Array<ArrayBuffer>): ArrayBuffer {
  if (memory?.byteLength !== part.byteLength) return part.slice().buffer;
  new Uint8Array(memory).set(part);
  return memory;
}
