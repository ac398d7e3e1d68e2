/** Stores that lost chunks: a picture of them has a hole, which one line tells. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { type Files, writeZarr2 } from '../../files/stores/memory-zarr.js';
import { runBeside } from '../run-beside.js';
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

it('says how many chunks of a plain array are not there, on disk and on a server', async () => {
  const values = Uint16Array.from({ length: 32 ** 3 }, (_, at) => 100 + (at % 32));
  const files: Files = new Map();
  writeZarr2(files, '', { shape: [32, 32, 32], values }, [8, 8, 8]);
  files.delete('/1/2/3');
  for (const [key, bytes] of files) {
    mkdirSync(dirname(at(`plain.zarr${key}`)), { recursive: true });
    writeFileSync(at(`plain.zarr${key}`), bytes);
  }
  const server = createServer((request, response) => {
    const path = at(request.url!.slice(1));
    try {
      response.end(readFileSync(path));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plain.zarr`;
  const told = (name: string) =>
    `tilecast: ${name}: 1 of 64 chunks are not there: drawn as the fill value 0, 1 of them beside chunks that hold other values up to their edge; get a whole copy`;
  for (const input of [at('plain.zarr'), address]) {
    const { status, stderr } = await runBeside(['render', input, '-o', at('p.png'), '--size', '16x16', '--software']);
    expect(status, stderr).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('not there'))).toEqual([told(input)]);
  }
  server.close();
  expect(runCli(['info', at('plain.zarr')]).stdout.toString()).toContain('63 of 64 chunks are there');
});
