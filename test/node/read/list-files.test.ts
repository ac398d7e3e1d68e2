import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { listFiles } from '../../../src/node/read/list-files.js';

/** Lists folders in another way until the test has ended; files that share the process have loaded the module before. */
function listBy(list: typeof promises.readdir) {
  const spy = vi.spyOn(promises, 'readdir').mockImplementation(list);
  syncBuiltinESMExports();
  return spy;
}
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const folder = mkdtempSync(join(tmpdir(), 'list-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

mkdirSync(join(folder, 'b', 'c'), { recursive: true });
for (const [name, text] of [
  ['b/c/2.dcm', '22'],
  ['b/1.dcm', '1'],
  ['a.dcm', ''],
] as const) {
  writeFileSync(join(folder, name), text);
}
symlinkSync(folder, join(folder, 'b', 'circle'));
symlinkSync(join(folder, 'a.dcm'), join(folder, 'b', 'link.dcm'));

test('files of all folders below, in the order of their paths, without circles', async () => {
  const found = await listFiles(folder);
  expect(found.map(({ path, sizeBytes }) => [path.slice(folder.length + 1), sizeBytes])).toEqual([
    ['a.dcm', 0],
    [join('b', '1.dcm'), 1],
    [join('b', 'c', '2.dcm'), 2],
    [join('b', 'link.dcm'), 0],
  ]);
});

test('a folder of everything is refused in one line, without listing all of it', async () => {
  const readdir = listBy(promises.readdir);
  await expect(listFiles(folder, { most: 2 })).rejects.toThrow(
    `${folder}: has more than 2 files and folders below it; name the one that holds the data`,
  );
  expect(readdir).toHaveBeenCalledTimes(1);
});

test('the folder that may not be read is named, and one that has gone is passed over', async () => {
  const { readdir } = promises;
  const failAt = (code: string) =>
    listBy(((path: string, options: object) =>
      path.endsWith('c')
        ? Promise.reject(Object.assign(new Error(code), { code }))
        : readdir(path, options as never)) as never);
  failAt('EACCES');
  await expect(listFiles(folder)).rejects.toThrow(`${join(folder, 'b', 'c')}: may not be read`);
  failAt('ENOENT');
  expect((await listFiles(folder)).map(({ sizeBytes }) => sizeBytes)).toEqual([0, 1, 0]);
});
