import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { listFiles } from '../../../src/node/read/list-files.js';

vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof import('node:fs/promises')>();
  return { ...original, readdir: vi.fn(original.readdir) };
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
  vi.mocked(readdir).mockClear();
  await expect(listFiles(folder, { most: 2 })).rejects.toThrow(
    `${folder}: has more than 2 files and folders below it; name the one that holds the data`,
  );
  expect(readdir).toHaveBeenCalledTimes(1);
});

test('the folder that may not be read is named, and one that has gone is passed over', async () => {
  const { readdir: list } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
  const failAt = (code: string) =>
    vi
      .mocked(readdir)
      .mockImplementation(((path: string, options: object) =>
        path.endsWith('c')
          ? Promise.reject(Object.assign(new Error(code), { code }))
          : list(path, options as never)) as never);
  failAt('EACCES');
  await expect(listFiles(folder)).rejects.toThrow(`${join(folder, 'b', 'c')}: may not be read`);
  failAt('ENOENT');
  expect((await listFiles(folder)).map(({ sizeBytes }) => sizeBytes)).toEqual([0, 1, 0]);
});
