/** The buffers that a frame's pixels and counts go to, kept as long as the image's size and the tiles allow. */
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';

/** What a frame needs room for. */
export interface FrameExtent {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly tiles: number;
}

const BYTES_PER_PIXEL = 4;
const BYTES_PER_TILE = 4;

export class FrameBuffers {
  /** A u32 a pixel, red in its lowest byte. */
  readonly image: GPUBuffer;
  /** Samples taken, a u32 a tile. */
  readonly tileSamples: GPUBuffer;
  readonly #readback: GPUBuffer;

  constructor({ device }: Gpu, { width, height, tiles }: FrameExtent) {
    const imageBytes = BYTES_PER_PIXEL * width * height;
    const tileBytes = BYTES_PER_TILE * tiles;
    const create = (label: string, size: number, usage: number) =>
      device.createBuffer({ label: `frame.${label}`, size, usage });
    const written = BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC;
    this.image = create('image', imageBytes, written);
    this.tileSamples = create('tile-samples', tileBytes, written | BUFFER_USAGE.COPY_DST);
    this.#readback = create('readback', imageBytes + tileBytes, BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST);
  }

  /** Whether a frame of this extent can use these buffers. */
  fit({ width, height, tiles }: FrameExtent): boolean {
    return this.image.size === BYTES_PER_PIXEL * width * height && this.tileSamples.size >= BYTES_PER_TILE * tiles;
  }

  /** Encodes the copies that `read` waits for. */
  copy(encoder: GPUCommandEncoder, countSamples: boolean): void {
    encoder.copyBufferToBuffer(this.image, 0, this.#readback, 0, this.image.size);
    if (countSamples) {
      encoder.copyBufferToBuffer(this.tileSamples, 0, this.#readback, this.image.size, this.tileSamples.size);
    }
  }

  async read(gpu: Gpu, countSamples: boolean) {
    const bytes = await gpu.read(this.#readback);
    const counts = new Uint32Array(bytes, this.image.size);
    return {
      pixels: new Uint8Array(bytes, 0, this.image.size),
      samples: countSamples ? counts.reduce((sum, count) => sum + count, 0) : undefined,
    };
  }

  destroy(): void {
    for (const buffer of [this.image, this.tileSamples, this.#readback]) buffer.destroy();
  }
}
