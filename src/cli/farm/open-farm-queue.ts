/** Opens the queue that a command names. */
import { fileURLToPath } from 'node:url';
import { type FarmQueue, openQueue, type QueueAddress, startLocalQueue } from '../../farm/index.js';

/** The command line of this program. */
export const MAIN = process.argv[1] ?? fileURLToPath(import.meta.url);

/** @throws InputError where no server answers. */
export const openFarmQueue = (address: QueueAddress): Promise<FarmQueue> =>
  openQueue(address, { startLocal: () => startLocalQueue([MAIN, 'serve-local-queue']) });
