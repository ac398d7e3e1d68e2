/** Several pieces of staging memory that take turns: while bytes go up from one of them, the next are written to the others. */
import type { Gpu } from '../gpu.js';
import { type StagedUpload, Staging } from './staging.js';

export class StagingRing {
  readonly #stagings: readonly Staging[];
  /** The last upload of each. */
  readonly #uploads: Promise<void>[] = [];
  /** The last of all. */
  #last: Promise<void> = Promise.resolve();
  #turn = 0;

  constructor(gpu: Gpu, label: string, count: number) {
    this.#stagings = Array.from({ length: count }, () => new Staging(gpu, label));
  }

  /**
   * Resolves once there is memory to write to. Uploads are submitted in the order in which they were asked for, however long each
   * takes to be written.
   * @throws what an earlier `fill` threw, DeviceError if the device failed.
   */
  async upload(staged: StagedUpload): Promise<void> {
    const index = this.#turn++ % this.#stagings.length;
    await this.#uploads[index];
    const before = this.#last;
    const fillInTurn = async (bytes: ArrayBuffer) => {
      await staged.fill(bytes);
      await before;
    };
    const upload = this.#stagings[index]!.upload({ ...staged, fill: fillInTurn });
    // Reported by the next upload, or by `finish`.
    upload.catch(() => undefined);
    this.#uploads[index] = upload;
    this.#last = upload;
  }

  /** Waits until all is submitted. @throws as `upload` does. */
  async finish(): Promise<void> {
    // One that failed leaves others that still write to their memory.
    await Promise.allSettled(this.#uploads);
    await this.#last;
  }

  destroy(): void {
    for (const staging of this.#stagings) staging.destroy();
  }
}
