/** `tilecast slices` of a store's channels: their light adds up, in the colours that the store names. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const store = join(folder, 'cells.zarr');
const SIDE = 16;

/** The first channel grows along x, the second along y. @param active whether the writer shows both, or says nothing of it. */
function writeStore(store: string, active?: readonly boolean[]): void {
  const json = (path: string, value: unknown) => writeFileSync(join(store, path), JSON.stringify(value));
  mkdirSync(join(store, '0'), { recursive: true });
  const axes = [...'czyx'].map((name) => ({ name, type: name === 'c' ? 'channel' : 'space' }));
  const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1, 1] }] }];
  const window = { min: 0, max: 255, start: 0, end: 150 };
  const channels = [
    { label: 'DAPI', color: '0000FF', window, active: active?.[0] },
    { label: 'GFP', color: '00FF00', window, active: active?.[1] },
  ];
  json('.zgroup', { zarr_format: 2 });
  json('.zattrs', { multiscales: [{ version: '0.4', axes, datasets }], omero: { channels } });
  const shape = [2, SIDE, SIDE, SIDE];
  json('0/.zarray', {
    ...{ zarr_format: 2, shape, chunks: shape, dtype: '|u1', order: 'C', fill_value: 0 },
    ...{ compressor: null, filters: null },
  });
  const voxels = Uint8Array.from({ length: 2 * SIDE ** 3 }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE) % SIDE];
    return 10 * (at < SIDE ** 3 ? x : y);
  });
  writeFileSync(join(store, '0', '0.0.0.0'), voxels);
}
writeStore(store);

function draw(...args: readonly string[]) {
  const out = join(folder, 'out.png');
  const plain = ['--plane', 'xy', '--at', 'voxel:8', '--scale', '1', '--no-annotations', '-o', out];
  const { status, stderr } = runCli(['slices', ...args, ...plain]);
  return { status, stderr, picture: status === 0 ? PNG.sync.read(readFileSync(out)) : undefined };
}

it('adds the light of channels up', () => {
  const { status, stderr, picture } = draw(store, '--component', '0,1');
  expect([status, stderr]).toEqual([0, '']);
  const pixels = Array.from({ length: SIDE * SIDE }, (_, at) => [...picture!.data.subarray(4 * at, 4 * at + 3)]);
  expect(pixels.every(([red]) => red === 0)).toBe(true);
  const blues = new Set(pixels.map(([, , blue]) => blue));
  const greens = new Set(pixels.map(([, green]) => green));
  expect([blues.size, greens.size]).toEqual([SIDE, SIDE]);
  // Each of them by itself: there is a place for every pair of the two.
  expect(new Set(pixels.map(String)).size).toBe(SIDE * SIDE);
  expect(Math.max(...(blues as Set<number>))).toBe(255);
});

it('shows the channels that the writer of the store shows, unless an option is about one', () => {
  const [both, second] = [join(folder, 'both.zarr'), join(folder, 'second.zarr')];
  writeStore(both, [true, true]);
  writeStore(second, [false, true]);
  const asked = draw(store, '--component', '0,1').picture!.data;
  const shown = draw(both);
  expect(shown.stderr).toBe('');
  expect(shown.picture!.data).toEqual(asked);
  expect(draw(both, '--component', '0').picture!.data).toEqual(draw(store).picture!.data);
  expect(draw(both, '--window', '0,99').picture!.data).toEqual(draw(store, '--window', '0,99').picture!.data);
  const other = draw(second);
  expect(other.stderr).toContain('took number 1 of 2 channels; --component takes another');
  expect(other.picture!.data).toEqual(draw(store, '--component', '1').picture!.data);
});

it('draws the same from its recipe', () => {
  const { picture } = draw(store, '--component', '1,0', '--fused-window', '0,60');
  const again = join(folder, 'again.png');
  expect(runCli(['slices', '--replay', join(folder, 'out.png'), '-o', again]).status).toBe(0);
  expect(PNG.sync.read(readFileSync(again)).data).toEqual(picture!.data);
});

it('refuses several channels of what has none, and beside other volumes', async () => {
  const scan = join(folder, 'scan.nrrd');
  const { pieces } = await writeVolume(createVolume({ sizes: [4, 4, 4], voxels: new Uint8Array(64).fill(3) }), scan);
  writeFileSync(scan, Buffer.concat(pieces));
  expect(draw(scan, '--component', '0,1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('takes several for the channels of a store'),
  });
  expect(draw(store, scan, '--component', '0,1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('several channels are shown of a single store only'),
  });
});
