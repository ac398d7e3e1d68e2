/**
 * A process of simulated workers, each with connections of its own, whose tasks only wait: `workers.ts URL COUNT WAIT_MS`. It works
 * until its standard input ends, and then writes a line of JSON.
 */
import { once, setMaxListeners } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openQueue } from '../../../src/farm/queue/open-queue.js';
import { parseQueueUrl } from '../../../src/farm/queue/queue-url.js';
import { work } from '../../../src/farm/work.js';
import type { WorkersReport } from './simulate.js';

const [url = '', count = '', waitMs = ''] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();
let done = 0;
const stop = new AbortController();
setMaxListeners(0, stop.signal);
const workers = Array.from({ length: Number(count) }, async () => {
  const startLocal = () => Promise.reject(new Error('has no address'));
  const queue = await openQueue(parseQueueUrl(url), { startLocal, connectMs: 120_000 });
  const perform = async ({ kind }: { readonly kind: string }) => {
    if (kind !== 'wait') return;
    await new Promise((resolve) => setTimeout(resolve, Number(waitMs)));
    done++;
  };
  await work(queue, perform, stop.signal).finally(() => queue.close());
});
process.stdin.resume();
await once(process.stdin, 'end');
const report: WorkersReport = { done, longestDelayMs: Math.round(delay.max / 1e6) };
stop.abort();
const ends = await Promise.allSettled(workers);
const failed = ends.find((end) => end.status === 'rejected');
process.stdout.write(`${JSON.stringify({ ...report, ...(failed && { failure: String(failed.reason) }) })}\n`);
