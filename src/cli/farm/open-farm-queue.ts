/** Opens the queue that a command names. */
import { fileURLToPath } from 'node:url';
import { type FarmQueue, openQueue, parseQueueUrl, startLocalQueue } from '../../farm/index.js';

/** The command line of this program. */
export const MAIN = process.argv[1] ?? fileURLToPath(import.meta.url);

/** @throws InputError where nobody answers. */
export const openFarmQueue = (queue: string): Promise<FarmQueue> =>
  openQueue(parseQueueUrl(queue), { startLocal: () => startLocalQueue([MAIN, 'serve-local-queue']) });
