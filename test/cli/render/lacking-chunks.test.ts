/** Stores that lost chunks: a picture of them has a hole, which one line tells. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);

it('says how many chunks a store lacks that its ranges say are not empty', async () => {
  const sizes = [96, 70, 70] as const;
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (let index = 0; index < voxels.length; index++) {
    const [i, j, k] = [index % 96, Math.floor(index / 96) % 70, Math.floor(index / 6720)];
    voxels[index] = Math.max(0, 250 - 8 * Math.hypot(i - 48, j - 35, k - 35));
  }
  writeFileSync(
    at('ball.nrrd'),
    Buffer.concat((await writeVolume(createVolume({ sizes, voxels }), 'ball.nrrd')).pieces),
  );
  expect(runCli(['convert', at('ball.nrrd'), '-o', at('ball.zarr')]).status).toBe(0);
  const render = (...args: string[]) =>
    runCli(['render', at('ball.zarr'), '-o', at('ball.png'), '--size', '32x32', '--software', ...args]);
  expect(render().stderr).not.toContain('lacks');
  // Two chunks side by side.
  rmSync(at('ball.zarr/0/c/0/0/0'));
  for (const args of [[], ['--memory', '1'], ['--mode', 'mip']]) {
    const { status, stderr } = render(...args);
    expect(status, stderr).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('lacks'))).toEqual([
      `tilecast: ${at('ball.zarr')}: lacks at least 2 chunks that are not empty by its own ranges, and shown as empty space; get a whole copy`,
    ]);
  }
});
