/** Uploads points through memory that stays allocated between uploads: `writeBuffer` takes new memory for large arrays. */
import { BUFFER_USAGE, MAP_MODE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Vec3 } from '../math/vec3.js';
import { type Points, writeRelative } from './relative-points.js';

/** Points with their place in the buffer that they go to. */
export interface StagedPoints {
  readonly points: Points;
  readonly offsetBytes: number;
}

export class PointStaging {
  readonly #gpu: Gpu;
  #staging: GPUBuffer | undefined;
  /** The staging buffer's mapping, which begins as soon as an upload is submitted. */
  #mapping: Promise<undefined> | undefined;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /**
   * Submits copies of points to a buffer, in float32 relative to an origin.
   * @throws DeviceError if the device failed.
   */
  async upload(to: GPUBuffer, origin: Vec3, parts: readonly StagedPoints[]): Promise<void> {
    const sizeBytes = parts.reduce((sum, { points }) => sum + 4 * points.length, 0);
    if (sizeBytes === 0) return;
    const staging = await this.#map(sizeBytes);
    const floats = new Float32Array(staging.getMappedRange());
    const encoder = this.#gpu.device.createCommandEncoder({ label: staging.label });
    let at = 0;
    for (const { points, offsetBytes } of parts) {
      writeRelative(origin, points, floats.subarray(at, at + points.length));
      encoder.copyBufferToBuffer(staging, 4 * at, to, offsetBytes, 4 * points.length);
      at += points.length;
    }
    staging.unmap();
    this.#gpu.device.queue.submit([encoder.finish()]);
    this.#mapping = staging.mapAsync(MAP_MODE.WRITE);
    // Told to whoever waits for it, if anybody ever does.
    this.#mapping.catch(() => undefined);
  }

  async #map(sizeBytes: number): Promise<GPUBuffer> {
    if (this.#staging && this.#staging.size >= sizeBytes) {
      await this.#gpu.map(this.#staging, () => this.#mapping!);
      return this.#staging;
    }
    this.#staging?.destroy();
    this.#staging = this.#gpu.device.createBuffer({
      label: 'points.staging',
      size: sizeBytes,
      usage: BUFFER_USAGE.MAP_WRITE | BUFFER_USAGE.COPY_SRC,
      mappedAtCreation: true,
    });
    return this.#staging;
  }

  destroy(): void {
    this.#staging?.destroy();
  }
}
