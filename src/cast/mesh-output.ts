/** The buffers that a frame of meshes is written to and read from, kept as long as its size and contents allow. */
import { allocateStorage } from '../gpu/buffers.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import { BIN_HEADER_SIZE_BYTES, type BinCounts, type Binner } from '../tiles/binner.js';
import type { MeshSettings } from './mesh-scene.js';

/** What is read besides the pixels. */
export interface OutputSources {
  readonly binner: Binner;
  readonly lightBinner: Binner | undefined;
  /** Its first word is the number of triangles that cannot be drawn. */
  readonly skipped: GPUBuffer;
}

/** What a frame wrote. */
export interface OutputContents {
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly ids: Uint32Array<ArrayBuffer> | undefined;
  readonly depths: Float32Array<ArrayBuffer> | undefined;
  readonly rti: number | undefined;
  readonly counts: BinCounts;
  readonly lightCounts: BinCounts | undefined;
  readonly skipped: number;
}

export class MeshOutput {
  /** Words: colours of all pixels, then whatever else is asked for of each. */
  readonly buffer: GPUBuffer;
  /** Where ids, distances and counts of tests begin. */
  readonly firstId: number;
  readonly firstDistance: number;
  readonly firstTests: number;
  readonly #gpu: Gpu;
  readonly #pixels: number;
  readonly #hits: boolean;
  readonly #countTests: boolean;
  readonly #readback: GPUBuffer;

  private constructor(gpu: Gpu, settings: MeshSettings, buffer: GPUBuffer) {
    const { width, height, hits, countTests } = settings;
    this.#gpu = gpu;
    this.#pixels = width * height;
    this.#hits = hits;
    this.#countTests = countTests;
    this.buffer = buffer;
    this.firstId = this.#pixels;
    this.firstDistance = 2 * this.#pixels;
    this.firstTests = hits ? 3 * this.#pixels : this.#pixels;
    this.#readback = gpu.device.createBuffer({
      label: 'meshes.readback',
      size: buffer.size + 2 * BIN_HEADER_SIZE_BYTES + Uint32Array.BYTES_PER_ELEMENT,
      usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST,
    });
  }

  /** @throws DeviceError where there is no memory. */
  static async create(gpu: Gpu, settings: MeshSettings): Promise<MeshOutput> {
    const { width, height, hits, countTests } = settings;
    const wordsPerPixel = 1 + (hits ? 2 : 0) + (countTests ? 1 : 0);
    const { output } = await allocateStorage(gpu, 'meshes', { output: wordsPerPixel * width * height });
    return new MeshOutput(gpu, settings, output);
  }

  fits({ width, height, hits, countTests }: MeshSettings): boolean {
    return width * height === this.#pixels && hits === this.#hits && countTests === this.#countTests;
  }

  /** Encodes the copies that `read` waits for. */
  copy(encoder: GPUCommandEncoder, { binner, lightBinner, skipped }: OutputSources): void {
    let at = 0;
    const copy = (buffer: GPUBuffer, sizeBytes: number) => {
      encoder.copyBufferToBuffer(buffer, 0, this.#readback, at, sizeBytes);
      at += sizeBytes;
    };
    copy(this.buffer, this.buffer.size);
    copy(skipped, Uint32Array.BYTES_PER_ELEMENT);
    copy(binner.header, BIN_HEADER_SIZE_BYTES);
    if (lightBinner) copy(lightBinner.header, BIN_HEADER_SIZE_BYTES);
  }

  /** @throws InputError for more pairs of tiles and triangles than can be counted. */
  async read({ binner, lightBinner }: Pick<OutputSources, 'binner' | 'lightBinner'>): Promise<OutputContents> {
    const bytes = await this.#gpu.read(this.#readback);
    const atSkipped = this.buffer.size;
    const atHeader = atSkipped + Uint32Array.BYTES_PER_ELEMENT;
    const tests = this.#countTests ? new Uint32Array(bytes, 4 * this.firstTests, this.#pixels) : undefined;
    return {
      pixels: new Uint8Array(bytes, 0, 4 * this.#pixels),
      ids: this.#hits ? new Uint32Array(bytes, 4 * this.firstId, this.#pixels) : undefined,
      depths: this.#hits ? new Float32Array(bytes, 4 * this.firstDistance, this.#pixels) : undefined,
      rti: tests?.reduce((sum, count) => sum + count, 0),
      skipped: new DataView(bytes).getUint32(atSkipped, true),
      counts: binner.readCounts(bytes, atHeader),
      lightCounts: lightBinner?.readCounts(bytes, atHeader + BIN_HEADER_SIZE_BYTES),
    };
  }

  destroy(): void {
    this.buffer.destroy();
    this.#readback.destroy();
  }
}
