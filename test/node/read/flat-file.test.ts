/** Files of plain voxels that are read in pieces, several at a time. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLevel } from 'tilecast';
import { openFlatStore } from 'tilecast/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFlatInput } from '../../../src/node/read/stores/find-store.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tilecast-flat-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads every piece to its place', async () => {
  const sizes = [512, 512, 67] as const;
  const voxels = Uint8Array.from({ length: 512 * 512 * 67 }, (_, index) => (index * 2_654_435_761) >>> 24);
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${sizes.join(' ')}\nencoding: raw\n\n`;
  const path = join(folder, 'large.nrrd');
  await writeFile(path, Buffer.concat([Buffer.from(header), voxels]));
  const store = (await openFlatStore(path))!;
  const reports: string[] = [];
  const read = await readLevel(store, store.levels[0], (done, total) => reports.push(`${done} of ${total}`));
  expect(Buffer.from(read.voxels.buffer).equals(voxels)).toBe(true);
  expect(reports).toEqual(['1 of 2', '2 of 2']);
});

it('names the file of its data too, which no output may overwrite', async () => {
  const path = join(folder, 'detached.nhdr');
  const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 3 2\nencoding: raw\ndata file: detached.raw\n\n';
  await writeFile(path, header);
  await writeFile(join(folder, 'detached.raw'), new Uint8Array(24));
  const opened = (await openFlatInput(path))!;
  expect(opened.files()).toEqual([path, join(folder, 'detached.raw')]);
});
