/** A large plain file on a server: the picture of the local file, by ranges of which each is asked for about once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { runBeside } from '../run-beside.js';
import { makeFolder } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);

it.each(['scan.nrrd', 'scan.mha', 'scan.nii'])(
  'renders %s by ranges',
  async (name) => {
    const sizes = [256, 256, 160] as const;
    const voxels = new Uint8Array(256 * 256 * 160);
    for (let index = 0; index < voxels.length; index++) voxels[index] = (index >> 8) + 3 * (index >> 16) + (index & 63);
    const { pieces } = await writeVolume(createVolume({ sizes, voxels }), name, { compress: false });
    const file = Buffer.concat(pieces);
    writeFileSync(at(name), file);
    const asked: number[] = [];
    const server = createServer(({ headers: { range } }, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      const [start, end] = first ? [Number(first), Math.min(Number(last) + 1, file.length)] : [0, file.length];
      const bytes = file.subarray(start, end);
      // Whoever finds the file too large leaves the rest of it.
      if (first) asked.push(bytes.length);
      const contentRange = { 'content-range': `bytes ${start}-${end - 1}/${file.length}` };
      response.writeHead(first ? 206 : 200, {
        'content-length': bytes.length,
        etag: '"1"',
        ...(first && contentRange),
      });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
    const picture = ['--mode', 'mip', '--size', '24x24', '--recipe', 'none', '--software', '--memory', '1'];
    for (const [input, output] of [
      [at(name), 'local.png'],
      [address, 'remote.png'],
    ] as const) {
      const run = await runBeside(['render', input, '-o', at(output), ...picture, '--host-memory', '16']);
      expect(run.status, run.stderr).toBe(0);
    }
    server.close();
    expect(readFileSync(at('remote.png'))).toEqual(readFileSync(at('local.png')));
    const [probe, ...ranges] = asked;
    expect(probe).toBe(2 ** 20);
    expect(ranges.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1.2 * file.length);
    expect(asked.length).toBeLessThan(250);
  },
  60_000,
);
