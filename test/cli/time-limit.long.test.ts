/** `--time-limit`: commands end in time whatever their threads are at, say so, and leave nothing behind. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectRefusal, SMALL, writeNrrd } from './attacks/refusal.js';
import { MAIN, makeFolder, runProcess, SAMPLE } from './run-cli.js';

const folder = makeFolder();
const scan = writeNrrd(
  join(folder, 'scan.nrrd'),
  '',
  Uint8Array.from({ length: 64 }, (_, index) => 3 * index),
);
const BLOCKED = `--require ${join(import.meta.dirname, 'block-thread.cjs')}`;

/** A folder for outputs, and one for temporary files. */
function makeFolders() {
  const [outputs, temporary] = [makeFolder(), makeFolder()];
  return { outputs, temporary, env: { NODE_OPTIONS: BLOCKED, TMPDIR: temporary } };
}

describe('--time-limit', () => {
  it.each<[string, (outputs: string) => string[]]>([
    ['render', (outputs) => ['render', scan, '-o', join(outputs, 'a.png'), ...SMALL]],
    ['convert', (outputs) => ['convert', scan, '-o', join(outputs, 'a.nii')]],
    ['convert to a store', (outputs) => ['convert', scan, '-o', join(outputs, 'a.zarr')]],
  ])('ends %s though its thread is busy, and removes the file that it wrote', (_, argsFor) => {
    const { outputs, temporary, env } = makeFolders();
    const args = argsFor(outputs);
    const { status, stderr } = runProcess([...args, '--time-limit', '3'], { ...env, BLOCK_AT: '/' });
    expect(stderr.split('\n').filter((line) => !line.includes('renders on the CPU'))).toEqual([
      'tilecast: --time-limit: was ended after 3 s, before it was done',
      '',
    ]);
    expect([status, readdirSync(outputs), readdirSync(temporary)]).toEqual([124, [], []]);
  });

  it('ends info, whose thread is busy from the start', () => {
    const { env } = makeFolders();
    const { status, stderr } = runProcess(['info', scan, '--time-limit=0.5'], { ...env, BLOCK_AT: 'start' });
    expect([status, stderr]).toEqual([124, 'tilecast: --time-limit: was ended after 0.5 s, before it was done\n']);
  });

  it('changes nothing of a command that is done in time: its output, its streams, its exit code', () => {
    const [plain, limited] = [
      ['info', scan, '--json'],
      ['info', scan, '--json', '--time-limit', '60'],
    ].map((args) => runProcess(args));
    expect(limited).toEqual(plain);
    const picture = join(folder, 'a.png');
    const rendered = runProcess(['render', scan, '-o', '-', ...SMALL, '--time-limit', '60']);
    expect(runProcess(['render', scan, '-o', picture, ...SMALL]).status).toBe(0);
    expect(rendered.stdout.equals(readFileSync(picture))).toBe(true);
    expectRefusal(['info', join(folder, 'none.nrrd'), '--time-limit', '60'], /none\.nrrd: does not exist/);
    const piped = runProcess([], {}, folder, [
      'sh',
      '-c',
      `${process.execPath} ${MAIN} info - --time-limit 60 < ${scan}`,
    ]);
    expect([piped.status, piped.stderr]).toEqual([0, '']);
  });

  it.each(['x', '0', '-1', '9e9', ''])('refuses a limit of "%s"', (text) => {
    expectRefusal(['info', scan, `--time-limit=${text}`], /^tilecast: --time-limit: /);
  });

  it('says where there can be no second process', () => {
    const spawn = `require('node:child_process').spawn`;
    const broken = join(folder, 'no-spawn.cjs');
    writeFileSync(
      broken,
      `const spawn = ${spawn};
       require('node:child_process').spawn = (_, args, options) => spawn('/nowhere/node', args, options);`,
    );
    const { status, stderr } = runProcess(['info', scan, '--time-limit', '60'], {
      NODE_OPTIONS: `--require ${broken}`,
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^tilecast: --time-limit: needs a process .*ENOENT\n$/),
    ]);
  });

  it('is not for pictures that workers render, whose jobs have limits of their own', () => {
    const render = ['render', scan, '-o', join(folder, 'never.png'), '--queue', 'redis://127.0.0.1:1'];
    expectRefusal([...render, '--time-limit', '60'], /--time-limit: is for pictures that are rendered here/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on, and ends as the command does', async (signal) => {
    const { outputs, temporary } = makeFolders();
    const long = ['render', SAMPLE, '-o', join(outputs, 'a-%d.png'), '--turntable', '500', '--software'];
    const child = spawn(process.execPath, [MAIN, ...long, '--time-limit', '60'], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    for (let tries = 0; tries < 200 && readdirSync(outputs).length === 0; tries++) await setTimeout(50);
    const ended = new Promise((end) => child.on('exit', (code) => end(code)));
    child.kill(signal);
    expect(await ended).toBe({ SIGINT: 130, SIGTERM: 143 }[signal]);
    expect(readdirSync(outputs).filter((name) => !/^a-\d+\.png$/.test(name))).toEqual([]);
  });

  it('ends the command with the process that watches it, though its thread is busy', async () => {
    const { outputs, child } = startBlocked();
    await untilPartial(outputs);
    const pid = findChild(child.pid!);
    child.kill('SIGKILL');
    for (let tries = 0; existsSync(`/proc/${pid}`) && tries < 100; tries++) await setTimeout(50);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});

function startBlocked() {
  const { outputs, env } = makeFolders();
  const args = ['convert', scan, '-o', join(outputs, 'a.nii'), '--time-limit', '60'];
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env, BLOCK_AT: '/' },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { outputs, child };
}

/** Waits until there is a file with another name than its own. */
async function untilPartial(outputs: string): Promise<void> {
  for (let tries = 0; tries < 200 && readdirSync(outputs).length === 0; tries++) await setTimeout(50);
  expect(readdirSync(outputs)).toEqual([expect.stringMatching(/\.partial$/)]);
}

function findChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
