/** Reads binary records in order, and says where a file ends too early. */
import { InputError } from '../../errors.js';

export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #little: boolean;
  at: number;

  constructor(bytes: Uint8Array, { at = 0, little }: { at?: number; little: boolean }) {
    this.bytes = bytes;
    this.at = at;
    this.#little = little;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return Math.max(this.bytes.length - this.at, 0);
  }

  /** @throws InputError, before memory is taken for them, if there are fewer than `sizeBytes` left. */
  need(sizeBytes: number, what: string): void {
    if (sizeBytes > this.left) {
      throw new InputError(`has ${this.left} bytes for ${what}, which need ${sizeBytes}; get a whole copy`);
    }
  }

  int32(): number {
    this.at += 4;
    return this.#view.getInt32(this.at - 4, this.#little);
  }

  uint16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2, this.#little);
  }

  uint24(): number {
    const [a, b, c] = [0, 1, 2].map((offset) => this.bytes[this.at + offset]!) as [number, number, number];
    this.at += 3;
    return this.#little ? a | (b << 8) | (c << 16) : (a << 16) | (b << 8) | c;
  }

  /** @throws InputError if they are not all there. */
  float32s(count: number, what: string): Float32Array<ArrayBuffer> {
    this.need(4 * count, what);
    const values = new Float32Array(count);
    for (let index = 0; index < count; index++)
      values[index] = this.#view.getFloat32(this.at + 4 * index, this.#little);
    this.at += 4 * count;
    return values;
  }

  /** @throws InputError if they are not all there. Negative ones are large, and so no vertex's. */
  uint32s(count: number, what: string): Uint32Array<ArrayBuffer> {
    this.need(4 * count, what);
    const values = new Uint32Array(count);
    for (let index = 0; index < count; index++) values[index] = this.#view.getUint32(this.at + 4 * index, this.#little);
    this.at += 4 * count;
    return values;
  }
}
