/** PNGs of many frames, encoded by threads while the next frames are rendered. */
import { availableParallelism } from 'node:os';
import { WorkerPool, workersFor } from '../../lab.js';
import { startPoolThread } from '../threads/start-pool-thread.js';
import { hasManyCores } from '../threads/voxel-threads.js';
import { encodePngImage, type PngImageTask } from './encode-png-image.js';
import { insertText, PNG_DEFAULTS, type PngImage, type PngOptions } from './png.js';
import { encodePngText } from './png-text.js';

/** Options of `PngEncoder`. */
export interface PngEncoderOptions {
  /** Cores of the machine; one: nothing is encoded beside the calling thread. */
  readonly cores?: number;
  /** Bytes of pixels that are encoded in the calling thread first: a thread takes 40 ms of processor time to start. */
  readonly afterBytes?: number;
}

const AFTER_BYTES = 2 ** 24;

/** Encodes PNGs, several at a time where there are cores for it. */
export class PngEncoder {
  /** Pictures that may be under way at once. */
  readonly most: number;
  readonly #pool: WorkerPool<PngImageTask> | undefined;
  #leftBytes: number;

  constructor({
    cores = hasManyCores() ? availableParallelism() : 1,
    afterBytes = AFTER_BYTES,
  }: PngEncoderOptions = {}) {
    this.#leftBytes = afterBytes;
    this.most = cores > 1 ? workersFor(cores) : 1;
    const start = startPoolThread<PngImageTask>(new URL('./encode-worker.js', import.meta.url));
    if (cores > 1) this.#pool = new WorkerPool({ start, most: this.most });
  }

  /**
   * The bytes that `encodePng` returns. The image's arrays must stay as they are until then.
   * @throws InputError if a keyword or a text is none that PNG can hold.
   */
  async encode({ width, height, pixels }: PngImage, options: PngOptions = {}): Promise<Uint8Array> {
    const { text, alpha } = { ...PNG_DEFAULTS, ...options };
    const chunks = encodePngText(text);
    const task: PngImageTask = { width, height, bytes: pixels, alpha };
    const encoded = this.#leftBytes > 0 ? undefined : await this.#pool?.perform(task);
    this.#leftBytes -= pixels.length;
    return insertText(encoded ?? encodePngImage(task), chunks);
  }

  /** Ends its threads. */
  end(): void {
    this.#pool?.end();
  }
}
