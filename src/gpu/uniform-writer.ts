/** Writes uniform buffers where they have changed: most frames of a sequence differ by their camera alone. */
export class UniformWriter {
  readonly #queue: GPUQueue;
  /** The words of each buffer as they were written last. */
  readonly #written = new WeakMap<GPUBuffer, Uint32Array>();

  constructor({ queue }: Pick<GPUDevice, 'queue'>) {
    this.#queue = queue;
  }

  /** Writes all of a buffer that nothing else writes to. @param bytes are kept, and must not change any more. */
  write(buffer: GPUBuffer, bytes: ArrayBuffer): void {
    const words = new Uint32Array(bytes);
    const before = this.#written.get(buffer);
    if (before?.length === words.length && words.every((word, index) => word === before[index])) return;
    this.#queue.writeBuffer(buffer, 0, bytes);
    this.#written.set(buffer, words);
  }

  /** Writes a part of a buffer. */
  writePart(buffer: GPUBuffer, offsetBytes: number, words: Uint32Array<ArrayBuffer>): void {
    this.#written.delete(buffer);
    this.#queue.writeBuffer(buffer, offsetBytes, words);
  }
}
