/** The buffer that a frame is written to, and what is read of it; kept as long as its size and contents allow. */
import { allocateStorage } from '../../gpu/buffers.js';
import { BUFFER_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { sizeBytesOf } from '../../gpu/structs.js';
import type { BinCounts } from '../../tiles/binner.js';
import type { PixelCounts } from '../frame.js';
import type { MeshResidents } from '../mesh/residents.js';
import type { Settings } from '../settings.js';

/** What a frame wrote. */
export interface OutputContents {
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly ids: Uint32Array<ArrayBuffer> | undefined;
  readonly depths: Float32Array<ArrayBuffer> | undefined;
  readonly counts: PixelCounts | undefined;
  readonly meshes: MeshContents | undefined;
}

export interface MeshContents {
  readonly trianglesSkipped: number;
  /** Undefined without bins of such rays. */
  readonly counts: BinCounts | undefined;
  readonly lightCounts: BinCounts | undefined;
}

export class FrameOutput {
  /** Words: colours of all pixels, then whatever else is asked for of each. */
  readonly buffer: GPUBuffer;
  /** Where ids, distances and counts begin. */
  readonly firstId: number;
  readonly firstDistance: number;
  readonly firstSamples: number;
  readonly firstSkipped: number;
  readonly firstTests: number;
  readonly #gpu: Gpu;
  readonly #pixels: number;
  readonly #hits: boolean;
  readonly #counts: boolean;
  readonly #readback: GPUBuffer;

  private constructor(gpu: Gpu, { width, height, hits, counts }: Settings, buffer: GPUBuffer) {
    this.#gpu = gpu;
    this.#pixels = width * height;
    this.#hits = hits;
    this.#counts = counts;
    this.buffer = buffer;
    this.firstId = this.#pixels;
    this.firstDistance = 2 * this.#pixels;
    this.firstSamples = (hits ? 3 : 1) * this.#pixels;
    this.firstSkipped = this.firstSamples + this.#pixels;
    this.firstTests = this.firstSkipped + this.#pixels;
    this.#readback = gpu.device.createBuffer({
      label: 'frame.readback',
      size: buffer.size + 2 * sizeBytesOf('BinHeader') + Uint32Array.BYTES_PER_ELEMENT,
      usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST,
    });
  }

  /** @throws DeviceError where there is no memory. */
  static async create(gpu: Gpu, settings: Settings): Promise<FrameOutput> {
    const words = wordsPerPixel(settings) * settings.width * settings.height;
    const { output } = await allocateStorage(gpu, 'frame', { output: words });
    return new FrameOutput(gpu, settings, output);
  }

  fits({ width, height, hits, counts }: Settings): boolean {
    return width * height === this.#pixels && hits === this.#hits && counts === this.#counts;
  }

  /** Encodes the copies that `read` waits for. */
  copy(encoder: GPUCommandEncoder, meshes: MeshResidents | undefined): void {
    let at = 0;
    const copy = (buffer: GPUBuffer, sizeBytes: number) => {
      encoder.copyBufferToBuffer(buffer, 0, this.#readback, at, sizeBytes);
      at += sizeBytes;
    };
    copy(this.buffer, this.buffer.size);
    if (!meshes) return;
    copy(meshes.geometry.skipped, Uint32Array.BYTES_PER_ELEMENT);
    if (meshes.binner) copy(meshes.binner.header, sizeBytesOf('BinHeader'));
    if (meshes.lightBinner) copy(meshes.lightBinner.header, sizeBytesOf('BinHeader'));
  }

  /** @throws InputError for more pairs of tiles and items than can be counted. */
  async read(meshes: MeshResidents | undefined): Promise<OutputContents> {
    const bytes = await this.#gpu.read(this.#readback);
    const uints = (first: number) => new Uint32Array(bytes, 4 * first, this.#pixels);
    return {
      pixels: new Uint8Array(bytes, 0, 4 * this.#pixels),
      ids: this.#hits ? uints(this.firstId) : undefined,
      depths: this.#hits ? new Float32Array(bytes, 4 * this.firstDistance, this.#pixels) : undefined,
      counts: this.#counts
        ? { samples: uints(this.firstSamples), skipped: uints(this.firstSkipped), tests: uints(this.firstTests) }
        : undefined,
      meshes: meshes && this.#readMeshes(bytes, meshes),
    };
  }

  #readMeshes(bytes: ArrayBuffer, { binner, lightBinner }: MeshResidents): MeshContents {
    const atSkipped = this.buffer.size;
    const atHeader = atSkipped + Uint32Array.BYTES_PER_ELEMENT;
    return {
      trianglesSkipped: new DataView(bytes).getUint32(atSkipped, true),
      counts: binner?.readCounts(bytes, atHeader),
      lightCounts: lightBinner?.readCounts(bytes, atHeader + (binner ? sizeBytesOf('BinHeader') : 0)),
    };
  }

  destroy(): void {
    this.buffer.destroy();
    this.#readback.destroy();
  }
}

/** Colour; id and distance; samples, skipped samples and tests. */
export const wordsPerPixel = ({ hits, counts }: Pick<Settings, 'hits' | 'counts'>) =>
  1 + (hits ? 2 : 0) + (counts ? 3 : 0);
