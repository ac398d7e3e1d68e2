/** A process that answers the requests of a service, and another in its place where one ends it. */
import { CrashError } from '../../farm/index.js';
import type { Engine } from '../../service/dispatcher.js';
import { PerformerProcess } from '../watch/performer-process.js';

/** Callers go more often than requests hang: what is under way for one may end, and keeps what others need. */
const PATIENCE_MS = 10_000;

const NO_CHILDREN = async () => [];

export class PerformerEngine implements Engine {
  readonly #process: PerformerProcess;
  #isReady = false;

  /** @param options of `tilecast perform-jobs`. */
  constructor(options: readonly string[]) {
    this.#process = new PerformerProcess(options, PATIENCE_MS);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** @throws what keeps it from answering anything, such as a DeviceError. */
  async start(): Promise<void> {
    await this.#process.start();
    this.#isReady = true;
  }

  readonly perform: Engine['perform'] = async (kind, data, signal) => {
    try {
      const context = { signal, childResults: NO_CHILDREN, childFailures: NO_CHILDREN };
      return await this.#process.perform({ kind, data }, context);
    } catch (error) {
      if (error instanceof CrashError) {
        this.#isReady = false;
        // The next request would wait for it; one that cannot start is heard of then.
        void this.start().catch(() => undefined);
      }
      throw error;
    }
  };

  close(): Promise<void> {
    return this.#process.close();
  }
}
