/** Copies parts of buffers to the CPU. */
import { BUFFER_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';

/** A part of a buffer. */
export interface ReadRange {
  readonly buffer: GPUBuffer;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

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
      this.#staging?.destroy();
      const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
      this.#staging = this.#gpu.device.createBuffer({ label: this.#label, size: sizeBytes, usage });
    }
    let at = 0;
    for (const { buffer, offsetBytes, sizeBytes: size } of ranges) {
      encoder.copyBufferToBuffer(buffer, offsetBytes, this.#staging, at, size);
      at += size;
    }
  }

  /**
   * The ranges one after the other, once the work submitted so far is done.
   * @throws DeviceError if anything went wrong on the device until then.
   */
  async read(ranges: readonly ReadRange[]): Promise<ArrayBuffer[]> {
    const bytes = ranges.length > 0 ? await this.#gpu.read(this.#staging!, totalBytes(ranges)) : new ArrayBuffer(0);
    let at = 0;
    return ranges.map(({ sizeBytes }) => {
      const start = at;
      at += sizeBytes;
      return ranges.length === 1 ? bytes : bytes.slice(start, at);
    });
  }

  destroy(): void {
    this.#staging?.destroy();
    this.#staging = undefined;
  }
}

const totalBytes = (ranges: readonly ReadRange[]) => ranges.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
