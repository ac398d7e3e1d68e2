/** The chunks of a 3DS file: each an id, its size, and data or further chunks. */
import { InputError } from '../../../errors.js';

/** A chunk's id, 2 bytes, and its size, 4 bytes, which includes these 6. */
const HEAD_SIZE_BYTES = 6;

/** Reads on from the start of a chunk's data; little-endian. */
export class ThreeDsChunk {
  readonly id: number;
  readonly #view: DataView;
  readonly #end: number;
  #at: number;

  /** @throws InputError if the chunk at `start` does not end by `limit`. */
  constructor(view: DataView, start = 0, limit = view.byteLength) {
    const left = limit - start;
    const sizeBytes = left < HEAD_SIZE_BYTES ? HEAD_SIZE_BYTES : view.getUint32(start + 2, true);
    if (sizeBytes > left || sizeBytes < HEAD_SIZE_BYTES) {
      throw new InputError(
        `has a chunk of ${sizeBytes} bytes at byte ${start}, where ${left} are left; get a whole copy`,
      );
    }
    this.#view = view;
    this.id = view.getUint16(start, true);
    this.#at = start + HEAD_SIZE_BYTES;
    this.#end = start + sizeBytes;
  }

  /** The chunks in the rest of this one's data. */
  *chunks(): Generator<ThreeDsChunk> {
    while (this.#at < this.#end) {
      const chunk = new ThreeDsChunk(this.#view, this.#at, this.#end);
      this.#at = chunk.#end;
      yield chunk;
    }
  }

  byte(): number {
    return this.#view.getUint8(this.#step(1));
  }

  word(): number {
    return this.#view.getUint16(this.#step(2), true);
  }

  float(): number {
    return this.#view.getFloat32(this.#step(4), true);
  }

  /** Up to the zero byte that ends it. */
  text(): string {
    const codes: number[] = [];
    for (let code = this.byte(); code !== 0; code = this.byte()) codes.push(code);
    return String.fromCharCode(...codes.slice(0, NAME_LENGTH_MAX));
  }

  /** @throws InputError if there are fewer bytes left, before anything is allocated for them. */
  need(sizeBytes: number): void {
    if (this.#at + sizeBytes <= this.#end) return;
    const id = this.id.toString(16).padStart(4, '0');
    throw new InputError(
      `has ${this.#end - this.#at} bytes left in a chunk ${id}, which needs ${sizeBytes} more; get a whole copy`,
    );
  }

  #step(sizeBytes: number): number {
    this.need(sizeBytes);
    this.#at += sizeBytes;
    return this.#at - sizeBytes;
  }
}

/** 3D Studio's have 16 characters at most. */
const NAME_LENGTH_MAX = 256;
