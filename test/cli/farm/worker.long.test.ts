/** `tilecast worker` and `tilecast jobs` as processes, on a Redis of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Redis from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipeForJob } from '../../../src/cli/farm/jobs/job-form.js';
import { openQueue, parseQueueUrl, Submitter } from '../../../src/farm/index.js';
import { createRecipe } from '../../../src/recipe/recipe.js';
import { findPort, HAS_REDIS, type RedisServer, startRedis } from '../../farm/start-redis.js';
import { MAIN, makeFolder, runCli, SAMPLE } from '../run-cli.js';

/** No wait is longer, on a machine that has much else to do. */
const WAIT_MS = 240_000;

/** Blocks or crashes the process that performs a job, by the name of its output. */
const BLOCKED = `--require ${join(import.meta.dirname, '..', 'block-thread.cjs')}`;

/** The header of a volume of eight voxels. */
const TINY_HEADER = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw';

interface Line {
  readonly time: string;
  readonly event: string;
  readonly id?: string;
  readonly reason?: string;
}

describe.skipIf(!HAS_REDIS)('tilecast worker', () => {
  const folder = makeFolder();
  const started: ChildProcess[] = [];
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await redis?.stop();
  });

  const start = (...args: string[]) => startWith({}, ...args);

  function startWith(env: NodeJS.ProcessEnv, ...args: string[]) {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      said.stdout += text;
    });
    child.stderr.on('data', (text) => {
      said.stderr += text;
    });
    const ended = once(child, 'close').then(([status]) => status as number);
    return { child, said, ended: () => Promise.race([ended, late(() => `${args[0]} does not end: ${said.stderr}`)]) };
  }

  const startWorker = (...more: string[]) => startWorkerWith({}, ...more);

  function startWorkerWith(env: NodeJS.ProcessEnv, ...more: string[]) {
    const command = ['worker', '--queue', redis.url, '--root', '/', '--software', '--log', 'json', ...more];
    const worker = startWith(env, ...command);
    const lines = (): Line[] =>
      worker.said.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
    return { ...worker, lines };
  }

  const late = (what: () => string) =>
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`in ${WAIT_MS / 1000} s: ${what()}`)), WAIT_MS).unref();
    });

  async function until(isSo: () => boolean, what: () => string): Promise<void> {
    for (const startMs = performance.now(); !isSo(); ) {
      if (performance.now() - startMs > WAIT_MS) throw new Error(`not in ${WAIT_MS / 1000} s: ${what()}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  const submit = (input: string, name: string, output: string, ...more: string[]) => {
    mkdirSync(join(folder, name));
    const args = [input, '-o', join(folder, name, output), '--size', '16x16', '--queue', redis.url, ...more];
    const { status, stderr } = runCli(['render', ...args, '--detach']);
    expect(status, stderr).toBe(0);
    const added = list().filter(({ title }: { title: string }) => title.includes(`${name}/`));
    expect(added).toHaveLength(1);
    return added[0]!.id;
  };
  const jobs = (...args: string[]) => runCli(['jobs', ...args, '--queue', redis.url]);
  const list = (): { id: string; title: string; done: number; failed: number; total: number }[] =>
    JSON.parse(jobs('--json').stdout.toString());
  const find = (id: string) => list().find((one) => one.id === id);

  it('finishes the job in hand when it is asked to end, and leaves the others; the next goes on', async () => {
    const id = submit(SAMPLE, 'spin', '%d.png', '--turntable', '4');
    const first = startWorker();
    await until(
      () => first.lines().some(({ event }) => event === 'begins'),
      () => `no job begins: ${first.said.stderr}`,
    );
    first.child.kill('SIGTERM');
    expect(await first.ended(), first.said.stderr).toBe(0);
    const named = (event: string) => first.lines().flatMap((line) => (line.event === event ? [line.id] : []));
    expect(named('done')).toEqual(named('begins'));
    expect(find(id)).toMatchObject({ done: named('done').length, failed: 0, total: 4 });
    expect(readdirSync(join(folder, 'spin'))).toHaveLength(named('done').length);

    const second = startWorker('--idle', '2');
    expect(await second.ended(), second.said.stderr).toBe(0);
    expect(find(id)).toMatchObject({ done: 4, end: { result: {} } });
    expect(readdirSync(join(folder, 'spin'))).toHaveLength(4);
    // The end of the batch is none of its jobs.
    expect(second.said.stderr).toContain(`tilecast: ${4 - named('done').length} jobs were done`);
    for (const { time } of second.lines()) expect(new Date(time).toISOString()).toBe(time);
  });

  it('answers while it lives, and refuses files that are others than the jobs’; those can be tried again', async () => {
    const input = join(folder, 'scan.nrrd');
    copyFileSync(SAMPLE, input);
    const id = submit(input, 'changed', 'left.png', '--view', 'left');
    copyFileSync(SAMPLE.replace('head-phantom', 'marschner-lobb'), input);
    const port = await findPort();
    const worker = startWorker('--health-port', String(port));
    await until(
      () => worker.lines().some(({ event }) => event === 'failed'),
      () => `no job fails: ${worker.said.stderr}`,
    );
    const health = await (await fetch(`http://127.0.0.1:${port}/`)).json();
    expect(health).toMatchObject({ status: 'ok', failed: expect.any(Number) });
    const reason = /scan\.nrrd: is another file here than the job was made for/;
    expect(worker.lines().find(({ event }) => event === 'failed')?.reason).toMatch(reason);
    await until(
      () => jobs().stdout.includes(`${id}  failed`),
      () => `jobs lists ${jobs().stdout}`,
    );
    expect(jobs().stdout.toString()).toMatch(reason);

    copyFileSync(SAMPLE, input);
    const retried = jobs('retry', id);
    expect([retried.status, retried.stderr]).toEqual([0, `tilecast: ${id}: 1 jobs are tried again\n`]);
    await until(
      () => jobs().stdout.includes(`${id}  done  1/1`),
      () => `jobs lists ${jobs().stdout}`,
    );
    expect(existsSync(join(folder, 'changed', 'left.png'))).toBe(true);
    worker.child.kill('SIGTERM');
    expect(await worker.ended()).toBe(0);
  });

  const eventsOf = (lines: readonly Line[], id: string) =>
    lines.flatMap((line) => (line.id?.startsWith(`${id}-`) ? [[line.event, line.reason]] : []));

  it('ends a job that keeps its thread busy, does not try it again, and does the next', async () => {
    const blocked = submit(SAMPLE, 'blocked', 'blocked.png');
    const honest = submit(SAMPLE, 'honest', 'honest.png', '--view', 'left');
    const temporary = makeFolder();
    const worker = startWorkerWith(
      { NODE_OPTIONS: BLOCKED, BLOCK_AT: '/blocked.png', TMPDIR: temporary },
      ...['--time-limit', '4', '--idle', '2'],
    );
    expect(await worker.ended(), worker.said.stderr).toBe(0);
    const reason = 'takes longer than the 4 s that this worker gives a job';
    expect(eventsOf(worker.lines(), blocked)).toEqual([
      ['begins', undefined],
      ['failed', reason],
    ]);
    expect(find(blocked)).toMatchObject({ failed: 1, failures: [{ reason }] });
    expect(find(honest)).toMatchObject({ done: 1, failed: 0 });
    expect(readdirSync(join(folder, 'blocked'))).toEqual([]);
    expect(readdirSync(join(folder, 'honest'))).toEqual(['honest.png']);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('outlives a job that crashes its process, which is delivered once more and fails', async () => {
    const crashing = submit(SAMPLE, 'crashing', 'crashing.png');
    const honest = submit(SAMPLE, 'unharmed', 'honest.png', '--view', 'left');
    const worker = startWorkerWith({ NODE_OPTIONS: BLOCKED, CRASH_AT: '/crashing.png' }, '--idle', '4');
    expect(await worker.ended(), worker.said.stderr).toBe(0);
    const reason = 'ends the process that performs it, with SIGSEGV';
    expect(eventsOf(worker.lines(), crashing)).toEqual([
      ['begins', undefined],
      ['failed', reason],
      ['begins', undefined],
      ['failed', reason],
    ]);
    expect(find(crashing)).toMatchObject({ failed: 1, failures: [{ reason }] });
    expect(find(honest)).toMatchObject({ done: 1, failed: 0 });
    expect(readdirSync(join(folder, 'crashing'))).toEqual([]);
  });

  it('says what it refuses, in its log and in the list of jobs: by root, folder of inputs, form, hash and size', async () => {
    const root = join(folder, 'refusing');
    const inputs = join(root, 'inputs');
    mkdirSync(inputs, { recursive: true });
    const [scan, beside, outside] = [join(inputs, 'scan.nrrd'), join(root, 'scan.nrrd'), join(folder, 'outside.nrrd')];
    for (const path of [scan, beside, outside]) copyFileSync(SAMPLE, path);
    const bomb = join(inputs, 'bomb.nrrd');
    writeFileSync(bomb, `${TINY_HEADER.replace('2 2 2', '90000 90000 90000')}\n\n`);
    const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    const job = (input: string, changed: object = {}) => ({
      version: 1,
      recipe: recipeForJob(
        createRecipe({
          inputs: [{ path: input, sha256: sha256(input) }],
          options: { size: '16x16', ...changed },
          camera: { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 2 },
        }),
      ),
      inputs: [input],
      output: join(root, 'out.png'),
      several: false,
    });
    const refused: Readonly<Record<string, readonly [data: unknown, reason: RegExp, kind?: string]>> = {
      'by-root': [job(outside), /outside\.nrrd: lies outside/],
      'by-within': [job(beside), /refusing\/scan\.nrrd: lies outside .*inputs/],
      'by-output': [{ ...job(scan), output: join(folder, 'x.png') }, /x\.png: lies outside/],
      'by-name': [{ ...job(scan), output: join(root, 'x.sh') }, /output must end in \.png/],
      'by-form': [null, /the job/],
      'by-version': [{ ...job(scan), version: 99 }, /version/],
      'by-recipe': [{ ...job(scan), recipe: { ...(job(scan).recipe as object), output: '/x' } }, /does not set how/],
      'by-kind': [job(scan), /of a kind that this worker does not know/, 'shell'],
      'by-hash': [
        {
          ...job(beside),
          inputs: [scan],
          recipe: { ...(job(scan).recipe as object), inputs: [{ path: scan, sha256: '0'.repeat(64) }] },
        },
        /is another file here/,
      ],
      'by-picture': [job(scan, { size: '99999x99999' }), /99999/],
      'by-size': [job(bomb), /bomb\.nrrd/],
      'no-json': [job(scan), /no JSON/],
    };
    const queue = await openQueue(parseQueueUrl(redis.url), { startLocal: () => Promise.reject(new Error('none')) });
    const submitter = new Submitter(queue);
    for (const [id, [data, , kind = 'frame']] of Object.entries(refused)) {
      const children = [{ kind, data }];
      await submitter.add({
        id,
        title: id,
        group: 'refusals',
        root: { kind: 'series', data: { version: 1 }, children },
      });
    }
    const client = new Redis(redis.url);
    await client.hset('bull:tilecast-refusals:no-json-0', 'data', '{"version": ');
    client.disconnect();
    await queue.close();
    const worker = startWorker('--root', root, '--within', inputs, '--idle', '4', '--lock', '2');
    expect(await worker.ended(), worker.said.stderr).toBe(0);
    const text = jobs().stdout.toString();
    const told = Object.keys(refused).map((id) => {
      const lines = worker.lines().filter((line) => line.id === `${id}-0` && line.event === 'failed');
      const { failed, failures } = find(id) as unknown as { failed: number; failures: { reason: string }[] };
      return [id, lines.map(({ reason }) => reason), failed, failures.map(({ reason }) => reason)];
    });
    expect(told).toEqual(
      Object.entries(refused).map(([id, [, reason]]) => {
        const words = [expect.stringMatching(reason)];
        return [id, words, 1, words];
      }),
    );
    for (const [id, [, reason]] of Object.entries(refused)) {
      expect(text).toMatch(new RegExp(`^${id}  failed  1/1, 1 failed  ${id}\\n  .*${reason.source}`, 'm'));
    }
    expect(readdirSync(root).sort()).toEqual(['inputs', 'scan.nrrd']);
  });

  it('gets nothing of what was cancelled', () => {
    const id = submit(SAMPLE, 'away', '%d.png', '--turntable', '3');
    expect(jobs().stdout.toString()).toContain(`${id}  in work  0/3`);
    expect(jobs('cancel', id)).toMatchObject({ status: 0, stderr: '' });
    expect(find(id)).toBeUndefined();
    for (const [args, message] of [
      [['cancel', id], /there are no such jobs/],
      [['retry'], /name the jobs by their id/],
      [['stop'], /stop: is none of list, retry, cancel/],
    ] as const) {
      const { status, stderr } = jobs(...args);
      expect(stderr).toMatch(message);
      expect(status).toBe(2);
    }
  });

  it('gets up to 32 of many pictures at once, and Ctrl-C takes back what has not begun', async () => {
    const inputs = Array.from({ length: 34 }, (_, index) => join(folder, `input${index}.nrrd`));
    for (const input of inputs) writeFileSync(input, `${TINY_HEADER}\n\n${'\0\x01'.repeat(4)}`);
    const args = ['--size', '8x8', '--view', 'left', '--queue', redis.url, '-o', join(folder, '{name}.png')];
    const render = start('render', ...inputs, ...args);
    const count = () => list().filter(({ title }) => title.includes('input')).length;
    await until(
      () => count() === 32,
      () => `there are ${count()}: ${render.said.stderr}`,
    );
    await new Promise((next) => setTimeout(next, 1500));
    expect(count()).toBe(32);
    render.child.kill('SIGINT');
    expect(await render.ended()).toBe(130);
    expect(render.said.stderr).toMatch(/interrupted: jobs that had not begun were withdrawn/);
    expect(count()).toBe(0);
  });
});
