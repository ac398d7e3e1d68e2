/** What goes wrong with a farm. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Farm, type Preload, pause, type Started, WORKERS } from './farm.js';

export interface Fault {
  /** Prepares what will go wrong, before frames are handed out. */
  readonly prepare?: () => Promise<void>;
  /** Happens while frames are missing. @returns the submitter whose end counts. */
  readonly strike: (submitter: Started, path: string) => Promise<Started>;
  /** Whether it came to it; without, it always does. */
  readonly hasStruck?: () => boolean;
}

/** Times without a network, and shifts of clocks. */
const AWAY_MS_MAX = 6000;
const JUMP_HOURS_MAX = 48;
/** The writes of some frames; the others do the rest of 24. */
const WRITES = 20;

/** @param random decides when and how much. */
export function listFaults(farm: Farm, random: () => number): Readonly<Record<string, Fault>> {
  const strike = (what: () => Promise<unknown>): Fault => ({
    strike: async (submitter) => {
      await what();
      return submitter;
    },
  });
  const log = join(farm.folder, 'struck');
  /** One of the workers is not as the others. */
  const odd = (preload: () => Preload, what: (worker: Started) => void = () => undefined): Fault => {
    let worker: Started;
    return {
      prepare: async () => {
        rmSync(log, { force: true });
        worker = await farm.replaceWorker('SIGTERM', preload());
        await farm.untilAttending(worker);
      },
      strike: async (submitter) => {
        what(worker);
        await Promise.race([submitter.ended, worker.ended]);
        await farm.replaceWorker('SIGTERM', undefined, worker);
        return submitter;
      },
      hasStruck: () => existsSync(log),
    };
  };
  const fullDisk = (stays: boolean) =>
    odd(() => ({
      module: join(import.meta.dirname, '..', '..', 'fuzz', 'fail-nth.mjs'),
      env: {
        FAIL_KIND: 'write',
        FAIL_AT: String(1 + Math.floor(random() * WRITES)),
        FAIL_ON: stays ? 'true' : '',
        FAIL_LOG: log,
      },
    }));
  return {
    'a worker is killed': strike(() => farm.replaceWorker('SIGKILL')),
    'a worker is asked to end': strike(() => farm.replaceWorker('SIGTERM')),
    'all workers are killed': strike(async () => {
      for (let count = 0; count < WORKERS; count++) await farm.replaceWorker('SIGKILL');
    }),
    'the submitter is killed': {
      strike: async (submitter, path) => {
        submitter.process.kill('SIGKILL');
        await submitter.ended;
        return farm.submit(path);
      },
    },
    'the server is killed': strike(() => farm.redis.restart()),
    'the network is cut': strike(async () => {
      farm.proxy.cut();
      await pause(random() * AWAY_MS_MAX);
      farm.proxy.mend();
    }),
    'packets are lost': strike(async () => {
      farm.proxy.stall();
      await pause(random() * AWAY_MS_MAX);
      farm.proxy.cut();
      farm.proxy.mend();
    }),
    'a disk is full': fullDisk(false),
    'a disk stays full': fullDisk(true),
    'a clock jumps': odd(
      () => ({
        module: join(import.meta.dirname, 'jump-clock.mjs'),
        env: { JUMP_HOURS: String((random() < 0.5 ? -1 : 1) * random() * JUMP_HOURS_MAX), JUMP_LOG: log },
      }),
      ({ process }) => process.kill('SIGUSR2'),
    ),
  };
}
