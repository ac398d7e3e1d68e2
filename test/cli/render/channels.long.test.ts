/** `tilecast render` of stores, whole and in pages: several channels together, and coarser levels. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const store = join(folder, 'image.zarr');

/** Two channels of two levels, whose voxels are twice as far apart in the second. */
function writeLevel(path: string, side: number): void {
  mkdirSync(join(store, path), { recursive: true });
  const shape = [2, side, side, side];
  const array = { zarr_format: 2, shape, chunks: shape, dtype: '|u1', compressor: null, fill_value: 0, order: 'C' };
  writeFileSync(join(store, path, '.zarray'), JSON.stringify({ ...array, filters: null }));
  const voxelAt = (index: number) => {
    const [x, y] = [index % side, Math.floor(index / side) % side].map((at) => at / side) as [number, number];
    return index < side ** 3 ? 255 * x : 255 * y * (1 - x);
  };
  writeFileSync(
    join(store, path, '0.0.0.0'),
    Uint8Array.from({ length: 2 * side ** 3 }, (_, index) => voxelAt(index)),
  );
}
writeLevel('0', 24);
writeLevel('1', 12);
const dataset = (path: string, step: number) => ({
  path,
  coordinateTransformations: [{ type: 'scale', scale: [1, step, step, step] }],
});
const axes = ['c', 'z', 'y', 'x'].map((name) => ({ name, type: name === 'c' ? 'channel' : 'space' }));
writeFileSync(join(store, '.zgroup'), '{"zarr_format":2}');
writeFileSync(
  join(store, '.zattrs'),
  JSON.stringify({ multiscales: [{ version: '0.4', axes, datasets: [dataset('0', 1), dataset('1', 2)] }] }),
);

const LOOK = '--size 24x24 --quality plain --adapter swiftshader --transfer viridis --shade --filter exact'.split(' ');

function render(...args: string[]) {
  const out = join(folder, 'out.png');
  const { status, stderr } = runCli(['render', store, ...LOOK, '-o', out, ...args]);
  return { status, stderr, pixels: status === 0 ? PNG.sync.read(readFileSync(out)).data : undefined };
}

/** Lines about channels that are left out. */
const countNotes = (stderr: string) => stderr.split('\n').filter((line) => line.includes('channels')).length;

it.each([
  [['--component', '0,1', '--fused-window', '100,200'], '0.001', 0],
  [['--component', '0,1,0,1,0,1,0,1'], '0.001', 0],
  [['--detail', '1', '--component', '1'], '0.001', 1],
])('%s: the same whole and in pages', (args, memory, notes) => {
  const whole = render(...args);
  expect([whole.status, countNotes(whole.stderr)]).toEqual([0, notes]);
  expect(new Set(whole.pixels).size).toBeGreaterThan(20);
  expect(render(...args, '--memory', memory).pixels).toEqual(whole.pixels);
});

it.each([
  ['0,1,0,1,0,1,0,1,0', 'up to 8 channels'],
  ['0,2', 'has 2 channels'],
])('refuses the channels %s', (component, message) => {
  const { status, stderr } = render('--component', component);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('shows channels in the colours and over the values that the store names', () => {
  const meta = JSON.parse(readFileSync(join(store, '.zattrs'), 'utf8'));
  const channels = [
    { label: 'DNA', color: '0000FF', window: { start: 20, end: 200 } },
    { label: 'actin', color: '00ff00', window: { start: 20, end: 200 } },
  ];
  const named = join(folder, 'named.zarr');
  cpSync(store, named, { recursive: true });
  writeFileSync(join(named, '.zattrs'), JSON.stringify({ ...meta, omero: { channels } }));
  const out = join(folder, 'named.png');
  const show = (...args: string[]) => {
    const plain = ['--size', '24x24', '--adapter', 'swiftshader', '--no-shade', '-o', out];
    expect(runCli(['render', named, ...plain, ...args])).toMatchObject({ status: 0 });
    const { data } = PNG.sync.read(readFileSync(out));
    return [0, 1, 2].map((channel) => Math.max(...data.filter((_, at) => at % 4 === channel)));
  };
  const [red, green, blue] = show('--component', '0,1') as [number, number, number];
  expect(red).toBe(0);
  expect(Math.min(green, blue)).toBeGreaterThan(40);
  expect(show('--component', '0,1', '--fused-transfer', 'hot')[0]).toBeGreaterThan(40);
});

it('shows the channels that the writer of the store shows, in modes that show several', () => {
  const active = join(folder, 'active.zarr');
  cpSync(store, active, { recursive: true });
  const attributes = JSON.parse(readFileSync(join(store, '.zattrs'), 'utf8'));
  const channels = ['0000FF', '00FF00'].map((color) => ({ color, active: true }));
  writeFileSync(join(active, '.zattrs'), JSON.stringify({ ...attributes, omero: { channels } }));
  const draw = (...args: string[]) => {
    const out = join(folder, 'active.png');
    const small = ['--size', '24x24', '--quality', 'plain', '--adapter', 'swiftshader'];
    const { status, stderr } = runCli(['render', active, ...small, ...args, '-o', out]);
    expect(status, stderr).toBe(0);
    return PNG.sync.read(readFileSync(out)).data;
  };
  expect(draw()).toEqual(draw('--component', '0,1'));
  expect(draw()).not.toEqual(draw('--component', '0'));
  expect(draw('--mode', 'mip')).toEqual(draw('--mode', 'mip', '--component', '0'));
});
