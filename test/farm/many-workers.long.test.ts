/** What more workers ask of the queue; `TILECAST_SIMULATE=1000 npx vitest run --mode long test/farm/many-workers.long.test.ts` prints it. */
import { expect, it } from 'vitest';
import { simulate } from './simulate.js';
import { HAS_REDIS } from './start-redis.js';

const { TILECAST_SIMULATE: asked } = process.env;

it.skipIf(!HAS_REDIS)(
  'ten times as many workers do ten times the work, and ask as much of the queue for each task',
  async () => {
    const plan = { tasks: 10, waitMs: 300, groups: 5, idleMs: 2000 };
    const few = await simulate({ ...plan, workers: 5 });
    const many = await simulate({ ...plan, workers: 50 });
    expect([few.done, many.done]).toEqual([50, 500]);
    expect(many.commandsPerTask).toBeLessThan(2 * few.commandsPerTask);
  },
);

const PATIENCE_MS = 1_800_000;

it.runIf(asked)('as many as are asked for', { timeout: PATIENCE_MS }, async () => {
  for (const workers of asked!.split(',').map(Number)) {
    const row = await simulate({ workers, tasks: 4, waitMs: 5000, groups: 10, idleMs: 10_000 });
    process.stdout.write(`${JSON.stringify(row)}\n`);
    expect(row.done).toBe(row.tasks);
  }
});
