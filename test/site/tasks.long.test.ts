/** The programs of the reference's tasks, run as they stand in a folder with the sample volumes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const TASKS = join(ROOT, 'src', 'site', 'tasks');
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'tilecast-tasks-'));
const run = (...args: readonly string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

/** What each says. */
const SAID: Readonly<Record<string, RegExp>> = {
  abort: /^ended: the user has gone on\nand the next frame has 4096 pixels\n$/,
  accumulate: /^the mean of 8 frames\n$/,
  'closest-points': /^distances \d\.\d\d, \d\.\d\d, \d\.\d\d; inside: \d, \d, \d\n$/,
  depth: /^\d+\.\d to the bone, which faces -?[\d.]+/,
  floats: /^16384 premultiplied colours, largest value \d+/,
  isosurface: /^\d{4,} triangles\n$/,
  'moving-meshes': /^(?:\d{4,} triangles in \d{4,} pairs with bins\n){3}$/,
  'own-device': /^64 pixels wide; the device lives on: 16 bytes\n$/,
  paths: /^8 paths through each pixel\n$/,
  queries: /^\d{2,3} of 1000 hit; segment \d+ at 0\.\d+\n$/,
  render: /^256 × 256 pixels on .+\n$/,
  'several-volumes': /^\d{4,} bytes of the picture differ\n$/,
  stores: /^\d levels; [1-9]\d* of [1-9]\d* pages were needed\n$/,
  texture: /^256 pixels wide, drawn: true\n$/,
};
const TASK_NAMES = readdirSync(TASKS).map((name) => name.replace(/\.js$/, ''));

beforeAll(() => {
  symlinkSync(join(ROOT, 'volumes'), join(folder, 'volumes'));
  run(MAIN, 'convert', 'volumes/head-phantom.nrrd', '-o', 'head.zarr');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('there are fourteen, each of fewer than 25 lines', () => {
  expect(TASK_NAMES.sort()).toEqual(Object.keys(SAID).sort());
  expect(TASK_NAMES).toHaveLength(14);
  const lines = TASK_NAMES.map((name) => readFileSync(join(TASKS, `${name}.js`), 'utf8').split('\n').length);
  expect(Math.max(...lines)).toBeLessThan(25);
});

it.each(TASK_NAMES)('%s', (name) => {
  expect(run(join(TASKS, `${name}.js`))).toMatch(SAID[name]!);
});

it('their files hold what they say', () => {
  const { data, width } = PNG.sync.read(readFileSync(join(folder, 'head.png')));
  expect([width, new Set(data).size > 50]).toEqual([256, true]);
  expect(statSync(join(folder, 'bone.ply')).size).toBeGreaterThan(100_000);
});
