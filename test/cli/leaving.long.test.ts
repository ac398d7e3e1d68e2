/** The process leaves as soon as nothing is pending, without taking the device down, and loses nothing. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MAIN, makeFolder, runProcess, SAMPLE } from './run-cli.js';

const PICTURE = ['render', SAMPLE, '--size', '768x768', '--mode', 'mip', '--software'];

/** More than a pipe holds. */
const PIPE_BYTES = 1 << 16;

it('gives a slow reader the whole picture, with exit code 0', async () => {
  const folder = makeFolder();
  const path = join(folder, 'scan.png');
  expect(runProcess([...PICTURE, '-o', path])).toMatchObject({ status: 0 });
  expect(readdirSync(folder)).toEqual(['scan.png']);
  const process = spawn(globalThis.process.execPath, [MAIN, ...PICTURE, '-o', '-'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => process.on('close', resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdout) {
    chunks.push(chunk);
    await setTimeout(50);
  }
  expect(await ended).toBe(0);
  const picture = Buffer.concat(chunks);
  expect(picture.length).toBeGreaterThan(2 * PIPE_BYTES);
  expect(picture.equals(readFileSync(path))).toBe(true);
});

it('makes the other pictures where one cannot be made, and leaves with exit code 2', () => {
  const folder = makeFolder();
  const inputs = [join(folder, 'none.nrrd'), SAMPLE];
  const { status, stderr } = runProcess(['render', ...inputs, '-o', join(folder, '{name}.png'), '--size', '64x64']);
  expect(status).toBe(2);
  expect(stderr).toContain('none.nrrd');
  expect(readdirSync(folder)).toEqual(['head-phantom.png']);
});
