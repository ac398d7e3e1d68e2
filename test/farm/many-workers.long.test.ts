/**
 * What more workers ask of the queue; `TILECAST_SIMULATE=1000 npx vitest run --mode long test/farm/many-workers.long.test.ts` prints it,
 * with `TILECAST_SIMULATE_ON=postgresql://…` of a PostgreSQL.
 */
import { expect, it } from 'vitest';
import { findPostgres, simulate, startSimulatedRedis } from './simulate.js';
import { HAS_REDIS } from './start-redis.js';

const { TILECAST_SIMULATE: asked, TILECAST_SIMULATE_ON: postgres } = process.env;

it.skipIf(!HAS_REDIS)(
  'ten times as many workers do ten times the work, and ask as much of the queue for each task',
  async () => {
    const plan = { tasks: 10, waitMs: 300, groups: 5, idleMs: 2000 };
    const few = await simulate({ ...plan, workers: 5 }, await startSimulatedRedis());
    const many = await simulate({ ...plan, workers: 50 }, await startSimulatedRedis());
    expect([few.done, many.done]).toEqual([50, 500]);
    expect(many.commandsPerTask).toBeLessThan(2 * few.commandsPerTask);
  },
);

const PATIENCE_MS = 1_800_000;

it.runIf(asked)('as many as are asked for', { timeout: PATIENCE_MS }, async () => {
  for (const workers of asked!.split(',').map(Number)) {
    const server = await (postgres === undefined ? startSimulatedRedis() : findPostgres(postgres));
    const row = await simulate({ workers, tasks: 4, waitMs: 5000, groups: 10, idleMs: 10_000 }, server);
    process.stdout.write(`${JSON.stringify(row)}\n`);
    expect(row.done).toBe(row.tasks);
  }
});
