/** Uploads through memory that stays allocated from one upload to the next: `writeBuffer` takes new memory for large arrays. */

import type { Gpu } from '../gpu.js';
import { BUFFER_USAGE, MAP_MODE } from '../usages.js';
import { keepHostBuffer, takeHostBuffer } from './host-buffers.js';
import { destroyOnceMapped, startMapping } from './mapping.js';

/** A copy of some of the staged bytes to a buffer; offsets and sizes are multiples of 4. */
export interface StagedCopy {
  readonly from: number;
  readonly to: GPUBuffer;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** Bytes that are written to staged memory, and where they go from there. */
export interface StagedUpload {
  /** A multiple of 4; not 0. */
  readonly sizeBytes: number;
  /** Writes the bytes, at once or until its promise resolves. */
  readonly fill: (bytes: ArrayBuffer) => void | Promise<void>;
  readonly copies: readonly StagedCopy[];
  /** Encodes what is submitted along with the copies, of the staged bytes too: each submission takes a driver about 0.2 ms. */
  readonly encodeAfter?: ((encoder: GPUCommandEncoder, staged: GPUBuffer) => void) | undefined;
}

const USAGE = BUFFER_USAGE.MAP_WRITE | BUFFER_USAGE.COPY_SRC;

export class Staging {
  readonly #gpu: Gpu;
  readonly #label: string;
  #buffer: GPUBuffer | undefined;
  /** The buffer's next mapping, which begins as soon as its copies are submitted. */
  #mapping: Promise<undefined> | undefined;

  constructor(gpu: Gpu, label: string) {
    this.#gpu = gpu;
    this.#label = label;
  }

  /** Fills memory once the bytes of the last upload are on their way, and submits its copies. @throws DeviceError if the device failed. */
  async upload({ sizeBytes, fill, copies, encodeAfter }: StagedUpload): Promise<void> {
    const buffer = await this.#map(sizeBytes);
    const filling = fill(buffer.getMappedRange());
    if (filling) await filling;
    buffer.unmap();
    const encoder = this.#gpu.device.createCommandEncoder({ label: this.#label });
    for (const copy of copies) {
      encoder.copyBufferToBuffer(buffer, copy.from, copy.to, copy.offsetBytes, copy.sizeBytes);
    }
    encodeAfter?.(encoder, buffer);
    this.#gpu.device.queue.submit([encoder.finish()]);
    // A failure is reported to the next upload, if there is one.
    this.#mapping = startMapping(buffer, MAP_MODE.WRITE);
  }

  async #map(sizeBytes: number): Promise<GPUBuffer> {
    if (!this.#buffer) {
      const kept = takeHostBuffer(this.#gpu, USAGE, sizeBytes);
      this.#buffer = kept?.buffer;
      this.#mapping = kept?.mapping;
    }
    if (this.#buffer && this.#mapping && this.#buffer.size >= sizeBytes) {
      await this.#gpu.map(this.#buffer, () => this.#mapping!);
      return this.#buffer;
    }
    this.destroy();
    this.#buffer = this.#gpu.device.createBuffer({
      label: this.#label,
      size: sizeBytes,
      usage: USAGE,
      mappedAtCreation: true,
    });
    return this.#buffer;
  }

  /** Leaves the memory to the next who stages as much. */
  release(): void {
    if (this.#buffer && this.#mapping) keepHostBuffer(this.#gpu, { buffer: this.#buffer, mapping: this.#mapping });
    else this.destroy();
    this.#buffer = undefined;
    this.#mapping = undefined;
  }

  destroy(): void {
    if (this.#buffer) destroyOnceMapped(this.#buffer);
    this.#buffer = undefined;
    this.#mapping = undefined;
  }
}
