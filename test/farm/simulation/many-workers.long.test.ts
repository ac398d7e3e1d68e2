/** What more workers ask of the queue; `npm run simulate:farm` asks for more of them. */
import { expect, it } from 'vitest';
import { HAS_REDIS } from '../start-redis.js';
import { startServer } from './servers.js';
import { simulate } from './simulate.js';

it.skipIf(!HAS_REDIS)(
  'ten times as many workers do ten times the work, and ask as much of the queue for each task',
  async () => {
    const plan = { tasks: 10, waitMs: 300, groups: 5, idleMs: 2000, perProcess: 25 };
    const few = await simulate({ ...plan, workers: 5 }, await startServer('redis'));
    const many = await simulate({ ...plan, workers: 50 }, await startServer('redis'));
    expect([few.done, many.done]).toEqual([50, 500]);
    expect(many.commandsPerTask).toBeLessThan(2 * few.commandsPerTask!);
  },
);
