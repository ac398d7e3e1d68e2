/** `tilecast sweep --queue`: the results of a sweep here, by workers, and jobs and results that are none. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDevice, checkMeasuredView, checkSweepViewJob } from '../../../src/cli/farm/sweep/sweep-job.js';
import type { SweepResults } from '../../../src/cli/sweep/sweep-results.js';
import { InputError } from '../../../src/errors.js';
import { HAS_REDIS, type RedisServer, startRedis } from '../../farm/start-redis.js';
import { MAIN, makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const volume = join(folder, 'volume.raw');
writeFileSync(
  volume,
  Uint8Array.from({ length: 512 }, (_, index) => index % 251),
);
const env = { XDG_CONFIG_HOME: join(folder, 'configuration') };
const sweep = (out: string, ...args: string[]) => {
  const what = [
    '--raw',
    '8x8x8:uint8:le',
    '--size',
    '16x16',
    '--frames',
    '6',
    '--shapes',
    '8x8,16x16',
    '--views',
    'a,d',
  ];
  return runCli(['sweep', volume, '--out', join(folder, out), ...what, ...args], env);
};
const resultsOf = (out: string) => JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as SweepResults;

describe.skipIf(!HAS_REDIS)('a sweep by workers', () => {
  let redis: RedisServer;
  let worker: ChildProcess;
  beforeAll(async () => {
    redis = await startRedis();
    const args = ['worker', '--queue', redis.url, '--root', folder, '--adapter', 'swiftshader', '--quiet'];
    worker = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore', env: { ...process.env, ...env } });
  });
  afterAll(async () => {
    worker?.kill('SIGKILL');
    await redis?.stop();
  });

  it('has all that a sweep here has, but other times', () => {
    const there = sweep('there', '--queue', redis.url);
    expect(there.status, there.stderr).toBe(0);
    expect(sweep('here', '--adapter', 'swiftshader').status).toBe(0);
    const timeless = ({ rows, noise, losses, ...rest }: SweepResults) => ({
      ...rest,
      rows: rows.map(({ view, shape, msHalves }) => [view, shape, msHalves?.length]),
      policies: Object.keys(losses),
    });
    const results = resultsOf('there');
    expect(timeless(results)).toEqual(timeless(resultsOf('here')));
    for (const { msMedian } of results.rows) expect(msMedian).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'there', 'report.html'), 'utf8')).toContain(results.adapter);

    // What is there is not timed again, and what is not is.
    const half = { ...results, rows: results.rows.filter(({ view }) => view === 'a') };
    writeFileSync(join(folder, 'there', 'results.json'), JSON.stringify(half));
    rmSync(join(folder, 'there', 'report.html'));
    const again = sweep('there', '--queue', redis.url, '--adapter', 'swiftshader');
    expect(again.stderr).toMatch(/goes on where it stopped; 1 of 2 viewpoints are left/);
    const ofView = (name: string, { rows }: SweepResults) => rows.filter(({ view }) => view === name);
    expect(ofView('a', resultsOf('there'))).toEqual(ofView('a', results));
    expect(ofView('d', resultsOf('there'))).not.toEqual(ofView('d', results));
  });

  it('tells of a volume that the worker has not', () => {
    const before = readFileSync(volume);
    const outside = join(makeFolder(), 'volume.raw');
    writeFileSync(outside, before);
    const args = ['--raw', '8x8x8:uint8:le', '--size', '16x16', '--views', 'a', '--shapes', '8x8', '--frames', '1'];
    const run = runCli(['sweep', outside, '--out', join(folder, 'out'), ...args, '--queue', redis.url], env);
    expect(run.stderr).toMatch(/volume\.raw: lies outside/);
    expect(run.status).toBe(1);
  });
});

describe('options', () => {
  it.each([
    [['--workers', '2'], /--workers: is for --queue/],
    [['--queue', 'redis://127.0.0.1:1', '--software'], /--software: .*--adapter/],
    [['--queue', 'redis://127.0.0.1:1', '--adapter', 'lavapipe,vulkan'], /--adapter: .*vulkan/],
    [['--queue', 'redis://127.0.0.1:1', '--shapes', '3x'], /3x/],
    [['--queue', 'redis://127.0.0.1:1'], /cannot be reached/],
  ])('are refused: %j', (args, message) => {
    const { status, stderr } = sweep('none', ...args);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });
});

describe('what a queue hands on', () => {
  const camera = { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 2 };
  const job = {
    ...{ version: 1, adapter: 'x', input: 'scan.nrrd', sha256: '0', view: 'a', camera, shapes: ['8x8'], size: '16x16' },
    ...{ frames: 2, step: 1, skip: false, earlyTermination: false },
    transfer: {
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [{ value: 0, opacity: 1 }],
    },
  };
  const row = { view: 'a', shape: '8x8', msMedian: 1, fps: 1000, msLeast: 1, msQ1: 1, msQ3: 1 };
  const device = {
    ...{ adapter: 'x', software: true, timer: 'wall', maxInvocations: 256 },
    adapterInfo: { vendor: '', architecture: '', device: '', description: '' },
  };

  it('is taken where it is as this version makes it', () => {
    expect(checkSweepViewJob(job, 256).plan).toMatchObject({ name: 'a', frames: 2, image: { width: 16, height: 16 } });
    expect(checkMeasuredView({ rows: [row], timer: 'gpu', format: 'r8unorm' }, 'a', ['8x8']).rows).toEqual([row]);
    expect(checkDevice(device)).toMatchObject(device);
  });

  it.each([
    ['a job of another version', () => checkSweepViewJob({ ...job, version: 2 }, 256)],
    ['a job of a shape that does not fit', () => checkSweepViewJob({ ...job, shapes: ['32x32'] }, 256)],
    ['a job without shapes', () => checkSweepViewJob({ ...job, shapes: [] }, 256)],
    ['a job of too many frames', () => checkSweepViewJob({ ...job, frames: 1e9 }, 256)],
    ['a job of an enormous picture', () => checkSweepViewJob({ ...job, size: '1000000x1000000' }, 256)],
    ['a job without a transfer function', () => checkSweepViewJob({ ...job, transfer: undefined }, 256)],
    ['a job of a text', () => checkSweepViewJob('job', 256)],
    ['times of another view', () => checkMeasuredView({ rows: [row], timer: 'gpu', format: '' }, 'b', ['8x8'])],
    ['times of a part', () => checkMeasuredView({ rows: [row], timer: 'gpu', format: '' }, 'a', ['8x8', '16x16'])],
    ['times of markup', () => checkMeasuredView({ rows: [row], timer: 'gpu', format: '<b>' }, 'a', ['8x8'])],
    ['no times', () => checkMeasuredView(undefined, 'a', ['8x8'])],
    ['a device without a name', () => checkDevice({ ...device, adapter: undefined })],
    ['a device without a clock', () => checkDevice({ ...device, timer: 'sun' })],
  ])('is refused where it is %s', (_, check) => {
    expect(check).toThrow(InputError);
  });
});
