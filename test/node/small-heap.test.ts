/** The young generation of V8's heap stays small, whatever threads are started. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = new URL('../../src/node/small-heap.ts', import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** MiB of the young generation after 1.2 million objects, of which some stay, beside a thread. */
function measureYoung(keeps: boolean): number {
  const script = `
    import { once } from 'node:events';
    import v8 from 'node:v8';
    import { Worker } from 'node:worker_threads';
    import { keepHeapSmall, keepHeapSmallBeside } from ${JSON.stringify(SOURCE.href)};
    if (${keeps}) keepHeapSmall();
    const thread = new Worker('setInterval(() => {}, 1000)', { eval: true });
    keepHeapSmallBeside(thread);
    await once(thread, 'online');
    let kept = [];
    for (let n = 0; n < 1_200_000; n++) {
      kept.push({ n, more: [n, n, n] });
      if (kept.length > 100_000) kept = kept.slice(-40_000);
    }
    const { space_size } = v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    console.log(space_size / 2 ** 20);
    process.exit();`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  return Number(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }));
}

it('stays below a quarter of what it would be', () => {
  const young = measureYoung(true);
  expect(young).toBeGreaterThan(0);
  expect(young).toBeLessThanOrEqual(measureYoung(false) / 4);
}, 60_000);
