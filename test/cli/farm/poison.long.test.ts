/**
 * Jobs whose data lie among honest ones, on the local queue, by a worker as a user starts it. `TILECAST_POISON` says how many:
 * without it there are none; `FUZZ_SEED` says which.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type FarmQueue, openQueue, parseQueueUrl, Submitter, startLocalQueue } from '../../../src/farm/index.js';
import { createRandom } from '../../camera/random.js';
import { makeHostileJob } from '../../fuzz/hostile-jobs.js';
import { MAIN, makeFolder, runCli, SAMPLE } from '../run-cli.js';

const POISON = Number(process.env['TILECAST_POISON'] ?? 0);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e6);
/** Poison of a batch, after which honest frames are handed out. */
const BATCH = Math.max(50, POISON / 8);
const WAIT_MS = 550_000;

let worker: ChildProcess | undefined;
let queue: FarmQueue | undefined;
afterAll(async () => {
  await queue?.close();
  worker?.kill('SIGTERM');
});

it.runIf(POISON > 0)(
  `are told one by one, and every honest one is done (seed ${SEED})`,
  async () => {
    const root = makeFolder();
    const folder = makeFolder();
    process.env['TILECAST_LOCAL_QUEUE'] = folder;
    queue = await openQueue(parseQueueUrl('local'), { startLocal: () => startLocalQueue([MAIN, 'serve-local-queue']) });
    const submitter = new Submitter(queue);
    const random = createRandom(SEED);
    const hostile = () => {
      for (;;) {
        // PostgreSQL takes no JSON with a zero in a text.
        const text = new TextDecoder().decode(makeHostileJob(random)).replaceAll('\\u0000', '');
        const job = JSON.parse(text) as { kind: string; data: object };
        if (job.kind !== 'root') return job;
      }
    };
    const honest: string[] = [];
    const batches: string[] = [];
    for (let first = 0; first < POISON; first += BATCH) {
      const id = `poison-${first}`;
      batches.push(id);
      const children = Array.from({ length: Math.min(BATCH, POISON - first) }, hostile);
      await submitter.add({
        id,
        title: id,
        group: `g${first % 3}`,
        root: { kind: 'series', data: { version: 1 }, children },
      });
      const name = join(root, String(first));
      mkdirSync(name);
      const args = ['-o', join(name, '%d.png'), '--turntable', '3', '--azimuth', String(first), '--size', '16x16'];
      const { status, stderr } = runCli(['render', SAMPLE, ...args, '--queue', 'local', '--detach']);
      expect(status, stderr).toBe(0);
      honest.push(...[0, 1, 2].map((frame) => join(name, `${frame}.png`)));
    }
    const command = [
      'worker',
      '--queue',
      'local',
      '--root',
      root,
      '--within',
      join(SAMPLE, '..'),
      '--software',
      '--log',
      'json',
    ];
    worker = spawn(process.execPath, [MAIN, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    worker.stdout!.on('data', (text) => {
      said += text;
    });
    worker.stderr!.on('data', (text) => {
      said += text;
    });
    const isDone = async () => {
      if (!honest.every((path) => existsSync(path))) return false;
      const ends = await Promise.all(batches.map(async (id) => (await submitter.state(id)).end));
      return ends.every((end) => end !== undefined);
    };
    for (const startMs = performance.now(); !(await isDone()); ) {
      if (performance.now() - startMs > WAIT_MS) throw new Error(`no end: ${said.slice(-3000)}`);
      expect(worker.exitCode, said.slice(-3000)).toBeNull();
      await new Promise((next) => setTimeout(next, 500));
    }
    const states = await Promise.all(batches.map((id) => submitter.state(id)));
    const [done, failed] = [0, 1].map((at) => states.reduce((sum, state) => sum + [state.done, state.failed][at]!, 0));
    expect(done! + failed!).toBe(POISON);
    // Some lies do no harm.
    expect(failed).toBeGreaterThan(POISON / 2);
    expect(worker.exitCode).toBeNull();
    expect(said).not.toMatch(/crash|TypeError|Cannot read/);
    expect(readdirSync(root).sort()).toEqual(batches.map((id) => id.slice('poison-'.length)).sort());
    process.stdout.write(
      `seed ${SEED}: ${POISON} hostile jobs, ${failed} failed, ${honest.length} honest frames done\n`,
    );
  },
  600_000,
);
