/** Workers of this machine that a command starts for its own jobs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { MAIN } from './open-farm-queue.js';

export class LocalWorkers {
  readonly #workers: readonly ChildProcess[];

  /** @param options of each worker. */
  constructor(queue: string, options: readonly (readonly string[])[]) {
    this.#workers = options.map((each) => startWorker(queue, each));
  }

  /** Lets them finish what they have in hand, for a while. */
  async end(): Promise<void> {
    await Promise.all(this.#workers.map(endWorker));
  }
}

/** A worker for the jobs of this user, who may read and write what the user may. */
function startWorker(queue: string, options: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, 'worker', '--root', '/', '--quiet', '--end-with-starter', ...options], {
    env: { ...process.env, TILECAST_QUEUE: queue },
    // The channel closes with this process, also where it is killed: the worker then ends too.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** A worker finishes what it has in hand. */
const WORKER_END_MS = 30_000;

function endWorker(worker: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    if (worker.exitCode !== null || worker.signalCode !== null) return ended();
    const giveUp = setTimeout(() => worker.kill('SIGKILL'), WORKER_END_MS);
    worker.on('exit', () => {
      clearTimeout(giveUp);
      ended();
    });
    worker.kill('SIGTERM');
  });
}
