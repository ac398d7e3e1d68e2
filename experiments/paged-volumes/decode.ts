/** Reads all chunks of a store, decoded by threads and by the main thread alone: how long the main thread is held up. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openStore, readLevel } from 'tilecast';
import { decodeBeside } from 'tilecast/lab';
import { diskKeys } from 'tilecast/node';
import { makeStore, type Sizes } from './make-store.js';
import { option, round } from './run-tilecast.js';

const sizes = (option('sizes') ?? '512x512x512').split('x').map(Number) as unknown as Sizes;
const folder = option('folder') ?? '/tmp';
const results = option('results') ?? join(import.meta.dirname, 'results-decode.json');
const path = join(folder, `decode-${sizes.join('x')}.zarr`);
if (!existsSync(path)) await makeStore(path, sizes);

async function measure(beside: boolean) {
  const keys = diskKeys(path);
  if (!beside) decodeBeside(undefined);
  const store = await openStore(keys);
  const [start, busy, cpu] = [performance.now(), performance.eventLoopUtilization(), process.cpuUsage()];
  await readLevel(store, store.levels[0]);
  const { active } = performance.eventLoopUtilization(busy);
  const { user, system } = process.cpuUsage(cpu);
  return {
    beside,
    seconds: round((performance.now() - start) / 1000),
    mainThreadSeconds: round(active / 1000),
    cpuSeconds: round((user + system) / 1e6),
  };
}

const rows = [];
// Threads first: who has them taken away gets none again.
for (const beside of [true, true, true, false, false, false]) rows.push(await measure(beside));
writeFileSync(results, `${JSON.stringify({ sizes, rows }, null, 2)}\n`);
if (!process.argv.includes('--keep')) rmSync(path, { recursive: true, force: true });
