/** Slices of stores that lack the chunks of a level. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const inFolder = (name: string) => join(folder, name);

/** One more than the voxels of which a store's look is chosen. */
const [SIDE, DEPTH] = [1024, 9];

it('shows the finer voxels where the small level has none, and says so', () => {
  const voxels = Array.from({ length: SIDE * SIDE * DEPTH }, (_, at) => Math.floor(((at % SIDE) * 200) / SIDE) + 20);
  writeFileSync(inFolder('ramp.nii'), writeNifti(voxels, 'uint8', { dim: [3, SIDE, SIDE, DEPTH] }));
  const store = inFolder('ramp.zarr');
  const converted = runCli(['convert', inFolder('ramp.nii'), '-o', store]);
  expect(converted.status, converted.stderr).toBe(0);
  const draw = (...args: string[]) => {
    const output = inFolder('slices.png');
    const shape = ['--plane', 'xy', '--no-annotations', '--voxels', 'values'];
    const { status, stderr } = runCli(['slices', store, ...shape, ...args, '-o', output]);
    expect(status, stderr).toBe(0);
    return { picture: PNG.sync.read(readFileSync(output)), stderr };
  };
  const sizes = ['--size', '128x128'];
  // Nothing follows from the data here, so that nothing else of the store is read.
  const given = ['--size', '512x512', '--window', '0,255', '--at', 'voxel:4'];
  const [whole, coarse, windowed] = [draw(), draw(...sizes), draw(...given)];
  expect(coarse.stderr).toBe('');
  const chunks = ['c', '0']
    .map((name) => join(store, '1', name))
    .filter((path) => statSync(path, { throwIfNoEntry: false }));
  expect(chunks).not.toEqual([]);
  for (const path of chunks) rmSync(path, { recursive: true });
  const said = 'voxels holds nothing but one value, as if its chunks were missing; finer ones are shown';
  for (const [intact, now] of [
    [whole, draw()],
    [coarse, draw(...sizes)],
    [windowed, draw(...given)],
  ] as const) {
    expect(now.stderr).toContain(said);
    const off = now.picture.data.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - intact.picture.data[at]!)),
      0,
    );
    expect(off).toBeLessThanOrEqual(4);
  }
});
