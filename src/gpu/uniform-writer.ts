/** Writes uniform buffers where they have changed: most frames of a sequence differ by their camera alone. */
import { packStructAt, type Struct, type StructName } from './shaders/structs.js';

/** Memory that the content of a buffer is packed in, frame after frame. */
interface Scratch {
  readonly bytes: DataView;
  readonly words: Uint32Array<ArrayBuffer>;
}

export class UniformWriter {
  readonly #queue: GPUQueue;
  /** The words of each buffer as they were written last. */
  readonly #written = new WeakMap<GPUBuffer, Uint32Array>();
  readonly #scratch = new WeakMap<GPUBuffer, Scratch>();

  constructor({ queue }: Pick<GPUDevice, 'queue'>) {
    this.#queue = queue;
  }

  /** Writes all of a buffer that nothing else writes to. */
  write(buffer: GPUBuffer, bytes: ArrayBuffer): void {
    this.#write(buffer, new Uint32Array(bytes));
  }

  /** Writes a struct. */
  writeStruct<Name extends StructName>(buffer: GPUBuffer, name: Name, fields: Struct<Name>): void {
    this.pack(buffer, (bytes) => packStructAt(bytes, 0, name, fields));
  }

  /** Writes the bytes that `pack` sets, which are zero before. */
  pack(buffer: GPUBuffer, pack: (bytes: DataView) => void): void {
    const { bytes, words } = this.#scratchOf(buffer);
    words.fill(0);
    pack(bytes);
    this.#write(buffer, words);
  }

  /** Writes a part of a buffer. */
  writePart(buffer: GPUBuffer, offsetBytes: number, words: Uint32Array<ArrayBuffer>): void {
    this.#written.delete(buffer);
    this.#queue.writeBuffer(buffer, offsetBytes, words);
  }

  #write(buffer: GPUBuffer, words: Uint32Array<ArrayBuffer>): void {
    const before = this.#written.get(buffer);
    if (before && isSame(before, words)) return;
    this.#queue.writeBuffer(buffer, 0, words);
    if (before?.length === words.length) before.set(words);
    else this.#written.set(buffer, words.slice());
  }

  #scratchOf(buffer: GPUBuffer): Scratch {
    let scratch = this.#scratch.get(buffer);
    if (!scratch) {
      const memory = new ArrayBuffer(buffer.size);
      scratch = { bytes: new DataView(memory), words: new Uint32Array(memory) };
      this.#scratch.set(buffer, scratch);
    }
    return scratch;
  }
}

function isSame(before: Uint32Array, words: Uint32Array): boolean {
  if (before.length !== words.length) return false;
  for (let index = 0; index < words.length; index++) if (before[index] !== words[index]) return false;
  return true;
}
