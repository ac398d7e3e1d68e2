/** Folders of processes that were killed go when the next one is made; those of others stay. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../src/node/folders/temporary-folder.js';
import { makeFolder } from '../../cli/run-cli.js';

it('removes the folders of dead processes of this machine, and nothing else', async () => {
  const parent = makeFolder();
  const own = await makeTemporaryFolder(parent);
  const [, place, pid, start, secret] = /^tilecast-(\w+)-(\d+)-(\d*)-(.*)$/.exec(basename(own))!;
  expect(Number(pid)).toBe(process.pid);
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  const make = (name: string) => {
    const path = join(parent, name);
    mkdirSync(path);
    writeFileSync(join(path, 'content'), '');
    return path;
  };
  const dead = make(`tilecast-${place}-${ended.pid}-1-${secret}`);
  // The id was used again since.
  const reused = process.platform === 'linux' ? make(`tilecast-${place}-${pid}-1-${secret}`) : undefined;
  const kept = [
    make(`tilecast-${'0'.repeat(16)}-${ended.pid}-1-${secret}`),
    make(`tilecast-${place}-${pid}-${start}-${'a'.repeat(12)}`),
    make('tilecast-fonts'),
    make(`tilecast-${place}-${ended.pid}`),
  ];
  const elsewhere = make('elsewhere');
  symlinkSync(elsewhere, join(parent, `tilecast-${place}-${ended.pid}-2-${secret}`));
  const next = await makeTemporaryFolder(parent);
  expect(existsSync(dead)).toBe(false);
  if (reused) expect(existsSync(reused)).toBe(false);
  for (const path of [...kept, own, next, elsewhere]) expect(existsSync(path)).toBe(true);
  expect(readdirSync(elsewhere)).toEqual(['content']);
});
