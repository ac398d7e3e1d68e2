/** The watched side of a watched process: it reports its unfinished files, and ends with its watcher. */
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { reportUnfinished } from '../../node/write/unfinished.js';
import { DESCRIPTORS, WATCHED } from './watch-contract.js';

/** A thread of its own, which hears of the end however busy the others are. As text: a file of its own would be one more to load. */
const LIFE = `
const { Socket } = require('node:net');
const end = () => process.kill(process.pid, 'SIGKILL');
new Socket({ fd: ${DESCRIPTORS.life} }).on('error', end).on('close', end).resume();
`;

/** Call it before anything else. */
export function beWatched(): void {
  // Not for what it starts itself.
  delete process.env[WATCHED];
  reportUnfinished((change) => {
    try {
      writeSync(DESCRIPTORS.reports, `${JSON.stringify(change)}\n`);
    } catch {
      // The one that watches has ended, and so will this.
    }
  });
  new Worker(LIFE, { eval: true, stdin: false, trackUnmanagedFds: false }).unref();
}
