/**
 * `npm run simulate:farm -- --workers 10,100,1000 --on redis --results FILE`: what more workers ask of a queue's server. Their tasks
 * only wait.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startServer } from './servers.js';
import { simulate } from './simulate.js';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '10,100,1000' },
    /** redis, local, or the address of a PostgreSQL, by commas. */
    on: { type: 'string', default: 'redis' },
    'per-process': { type: 'string', default: '50' },
    tasks: { type: 'string', default: '4' },
    'wait-ms': { type: 'string', default: '5000' },
    'idle-ms': { type: 'string', default: '10000' },
    results: { type: 'string' },
  },
});
const rows: object[] = [];
for (const on of values.on.split(',')) {
  for (const workers of values.workers.split(',').map(Number)) {
    const plan = {
      workers,
      perProcess: Number(values['per-process']),
      tasks: Number(values.tasks),
      waitMs: Number(values['wait-ms']),
      groups: 10,
      idleMs: Number(values['idle-ms']),
    };
    const row = await simulate(plan, await startServer(on));
    process.stdout.write(`${JSON.stringify(row)}\n`);
    if (row.done !== row.tasks) process.exitCode = 1;
    rows.push(row);
    const results = { cores: cpus().length, load: loadavg().map((load) => Math.round(load)), rows };
    if (values.results !== undefined) writeFileSync(values.results, `${JSON.stringify(results, undefined, 1)}\n`);
  }
}
