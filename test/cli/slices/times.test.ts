/** `tilecast slices` of points in time: a volume beside the first is shown at the same one, whether the first is a file or a store. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIDE = 8;
const TIMES = 2;
const VOXELS = SIDE ** 3;

/** A ramp along x, of which each point in time turns the values over. */
const voxels = Uint8Array.from({ length: TIMES * VOXELS }, (_, at) => {
  const value = 30 * (at % SIDE);
  return at < VOXELS ? value : 210 - value;
});

function writeNrrd(name: string, sizes: string, data: Uint8Array): string {
  const dimension = sizes.split(' ').length;
  const header = `NRRD0004\ntype: uint8\ndimension: ${dimension}\nsizes: ${sizes}\nencoding: raw\n`;
  const kinds = dimension === 4 ? 'kinds: domain domain domain time\n' : '';
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from(`${header}${kinds}\n`), data]));
  return join(folder, name);
}

function writeStore(): string {
  const store = join(folder, 'times.zarr');
  mkdirSync(join(store, '0'), { recursive: true });
  const json = (path: string, value: unknown) => writeFileSync(join(store, path), JSON.stringify(value));
  const axes = [...'tzyx'].map((name) => ({ name, type: name === 't' ? 'time' : 'space' }));
  const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1, 1] }] }];
  json('.zgroup', { zarr_format: 2 });
  json('.zattrs', { multiscales: [{ version: '0.4', axes, datasets }] });
  const shape = [TIMES, SIDE, SIDE, SIDE];
  json('0/.zarray', {
    ...{ zarr_format: 2, shape, chunks: shape, dtype: '|u1', order: 'C', fill_value: 0 },
    ...{ compressor: null, filters: null },
  });
  writeFileSync(join(store, '0', '0.0.0.0'), voxels);
  return store;
}

const sizes = `${SIDE} ${SIDE} ${SIDE}`;
const both = writeNrrd('both.nrrd', `${sizes} ${TIMES}`, voxels);
const second = writeNrrd('second.nrrd', sizes, voxels.subarray(VOXELS));
const before = writeNrrd('before.nrrd', sizes, voxels.subarray(0, VOXELS));
const store = writeStore();

function draw(...inputs: readonly string[]): Buffer {
  const out = join(folder, 'out.png');
  const options = ['--time', '1', '--plane', 'xy', '--at', 'voxel:4', '--scale', '4', '--no-annotations', '-o', out];
  const { status, stderr } = runCli(['slices', ...inputs, ...options]);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(out)).data;
}

it.each([
  ['a file', both],
  ['a store', store],
])('shows a second volume at the point in time of %s', (_, first) => {
  const ofPoint = draw(first, second);
  expect(ofPoint.equals(draw(first, before))).toBe(false);
  expect(draw(first, both).equals(ofPoint)).toBe(true);
});
