/** A command's time at a queue: its submitter, the workers that it starts, and the signals that ask it to stop. */
import { type FarmQueue, LOCAL_QUEUE, parseQueueUrl, Submitter } from '../../farm/index.js';
import { say } from '../say.js';
import { LocalWorkers } from './local-workers.js';
import { openFarmQueue } from './open-farm-queue.js';
import { shareGpus } from './share-gpus.js';
import { listenForStop, type StopSignal } from './stop-signal.js';

export interface SessionOptions {
  readonly queue: string;
  /** Workers that it starts. */
  readonly workers: number;
  /** Options of all those workers. */
  readonly workerOptions: readonly string[];
  /** Whether it waits for what it hands out. */
  readonly waits: boolean;
}

export class FarmSession {
  readonly queue: FarmQueue;
  readonly submitter: Submitter;
  /** Heard since jobs are handed out: until then there is nothing to take back, and the first signal ends the process. */
  readonly stop: StopSignal;
  readonly #workers: LocalWorkers;

  private constructor(queue: FarmQueue, workers: LocalWorkers) {
    this.queue = queue;
    this.submitter = new Submitter(queue);
    this.#workers = workers;
    this.stop = listenForStop();
  }

  /** @throws InputError where the queue cannot be reached. */
  static async open({ queue: url, workers, workerOptions, waits }: SessionOptions): Promise<FarmSession> {
    const queue = await openFarmQueue(parseQueueUrl(url));
    const session = new FarmSession(queue, new LocalWorkers(url, await shareGpus(workers, workerOptions)));
    // PGlite has one session, and does not know who is connected.
    if (workers === 0 && waits && url !== LOCAL_QUEUE) void session.#warnOfNoWorkers();
    return session;
  }

  get isStopped(): boolean {
    return this.stop.signal.aborted;
  }

  async close(): Promise<void> {
    this.stop.ignore();
    await this.#workers.end();
    await this.queue.close();
  }

  async #warnOfNoWorkers(): Promise<void> {
    await new Promise((next) => setTimeout(next, PATIENCE_MS));
    const count = await this.submitter.workers().catch(() => 1);
    if (count === 0) say(`no worker attends ${this.queue.name} yet: tilecast worker --queue starts one`);
  }
}

const PATIENCE_MS = 3000;
