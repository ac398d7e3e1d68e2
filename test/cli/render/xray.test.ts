/** `--mode xray`: its window, its numbers, and what is said where there is none. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const SIDE = 16;
const VIEW = ['--view', 'a', '--projection', 'orthographic', '--height', String(SIDE), '--size', `${SIDE}x${SIDE}`];

/** A wedge of water in air, from 1 to 16 voxels of 2 mm deep. */
const wedge = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Int16Array.from({ length: SIDE ** 3 }, (_, index) =>
    Math.floor(index / SIDE ** 2) <= index % SIDE ? 0 : -1000,
  ),
});
writeFileSync(at('wedge.nrrd'), Buffer.concat((await writeVolume(wedge, 'wedge.nrrd')).pieces));

function render(...args: readonly string[]): string {
  const { status, stderr } = runCli(['render', ...args, '--mode', 'xray', '--quality', 'plain', '--software']);
  expect(status, stderr).toBe(0);
  return stderr;
}

const rowOf = (name: string) => {
  const { data } = PNG.sync.read(readFileSync(at(name)));
  return Array.from({ length: SIDE }, (_, column) => data[4 * (SIDE * (SIDE / 2) + column)]!);
};

it('goes from 0 to the largest integral, and so does its recipe', () => {
  render(at('wedge.nrrd'), ...VIEW, '-o', at('wedge.png'), '--output', `values=${at('values.npy')}`);
  const bytes = readFileSync(at('values.npy'));
  const values = [...new Float32Array(bytes.buffer.slice(bytes.byteOffset + 128, bytes.byteOffset + bytes.length))];
  const row = values.slice(SIDE * (SIDE / 2), SIDE * (SIDE / 2 + 1));
  // Voxels of a row: pixels are at their centres, and so is every sample.
  for (const [column, value] of row.entries()) expect(value).toBeCloseTo(0.02 * (column + 1), 4);
  const largest = Math.max(...values);
  for (const [column, grey] of rowOf('wedge.png').entries())
    expect(Math.abs(grey - (255 * row[column]!) / largest)).toBeLessThan(0.51);
  const { status, stderr } = runCli(['render', '--replay', at('wedge.png'), '-o', at('again.png'), '--software']);
  expect(status, stderr).toBe(0);
  expect(rowOf('again.png')).toEqual(rowOf('wedge.png'));
});

it('shows a window', () => {
  render(at('wedge.nrrd'), ...VIEW, '--window', '0.1,0.2', '-o', at('window.png'));
  const expected = Array.from({ length: SIDE }, (_, column) => (0.02 * (column + 1) - 0.1) / 0.1);
  for (const [column, grey] of rowOf('window.png').entries())
    expect(Math.abs(grey - 255 * Math.min(1, Math.max(0, expected[column]!)))).toBeLessThanOrEqual(1);
});

it('says that values are hardly Hounsfield units', () => {
  expect(render(SAMPLE, ...VIEW, '-o', at('sample.png'))).not.toMatch(/Hounsfield/);
  const lifted = createVolume({ ...wedge, voxels: wedge.voxels.map((value) => value + 1024) });
  return writeVolume(lifted, 'lifted.nrrd').then(({ pieces }) => {
    writeFileSync(at('lifted.nrrd'), Buffer.concat(pieces));
    expect(render(at('lifted.nrrd'), ...VIEW, '-o', at('lifted.png'))).toMatch(
      /--mode xray is for Hounsfield units, but the values here run from 24 to 1024; convert them first/,
    );
  });
});

it.each([
  ['colours of values', ['--transfer', 'bone'], /--transfer: bone is for data values/],
  ['frames without a common window', ['--turntable', '2'], /--window: frames of --mode xray take one window for all/],
  ['parts without a common window', ['--split', '2'], /--window: parts of --mode xray take one window for all/],
])('refuses %s', (_, args, message) => {
  const { status, stderr } = runCli([
    'render',
    at('wedge.nrrd'),
    '--mode',
    'xray',
    '-o',
    at('x.png'),
    ...args,
    '--software',
  ]);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});
