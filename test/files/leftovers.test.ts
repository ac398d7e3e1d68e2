import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listInputs } from '../../src/cli/view/list-inputs.js';
import { memorySource } from '../../src/files/bytes/byte-source.js';
import { openZip } from '../../src/files/bytes/compression/zip.js';
import { isLeftover } from '../../src/files/leftovers.js';
import { openInputs } from '../../src/node/read/open-input.js';
import { writeZip } from './bytes/compression/write-zip.js';

const LEFT = [
  '__MACOSX/._scan.nrrd',
  '__MACOSX/deep/scan.nrrd',
  '._scan.nrrd',
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
];
const scan = readFileSync('volumes/head-phantom.nrrd').subarray(0, 4096);

function makeFolder(names: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'tilecast-left-'));
  for (const name of names) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), scan);
  }
  return root;
}

it('knows what systems leave by its name alone', () => {
  for (const name of [...LEFT, 'a/.DS_Store', 'a\\Thumbs.db', '__MACOSX']) expect(isLeftover(name), name).toBe(true);
  for (const name of ['scan.nrrd', 'a._b', '_scan.nrrd', 'MACOSX/scan.nrrd', '.scan', 'Thumbs.dbx', '.DS_Store/a']) {
    expect(isLeftover(name), name).toBe(false);
  }
});

it('leaves them out of archives, folders and the files of the viewer', async () => {
  const names = [...LEFT, 'scan.nrrd'];
  const archive = writeZip(names.map((name) => ({ name, content: scan })));
  expect((await openZip(memorySource('a.zip', archive))).files.map(({ name }) => name)).toEqual(['scan.nrrd']);
  const root = makeFolder(names);
  expect((await listInputs([root])).map(({ path }) => path)).toEqual([join(root, 'scan.nrrd')]);
  const [opened] = await openInputs([root]);
  expect(opened).toMatchObject({ source: { name: expect.stringContaining('scan.nrrd') } });
  const listed = [join(root, 'Thumbs.db'), join(root, 'scan.nrrd'), join(root, '__MACOSX')];
  expect(await openInputs(listed)).toHaveLength(1);
  expect(await listInputs(listed)).toHaveLength(1);
});

it('refuses what holds nothing else', async () => {
  const only = /holds only files that operating systems leave behind, such as /;
  const archive = writeZip(LEFT.map((name) => ({ name, content: scan })));
  await expect(openZip(memorySource('a.zip', archive))).rejects.toThrow(only);
  const root = makeFolder(LEFT);
  for (const open of [openInputs, listInputs]) {
    await expect(open([root])).rejects.toThrow(only);
    await expect(open([join(root, 'Thumbs.db')])).rejects.toThrow(/Thumbs\.db: .*operating systems/);
  }
});
