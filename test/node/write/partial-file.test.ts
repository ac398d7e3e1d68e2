/** Files on their way: what others may have put in their place, and what is left where the disk is full. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { ensurePrivateFolder } from '../../../src/node/folders/private-folder.js';
import { PartialFile } from '../../../src/node/write/partial-file.js';
import { writeWholeFile } from '../../../src/node/write/write-file.js';

const makeFolder = () => mkdtempSync(join(tmpdir(), 'tilecast-test-'));
const bytes = (text: string) => new TextEncoder().encode(text);

/** A program that begins a file and is killed. */
const killedInBetween = (path: string) => `
  import { PartialFile } from ${JSON.stringify(join(import.meta.dirname, '../../../src/node/write/partial-file.ts'))};
  const file = await PartialFile.create(${JSON.stringify(path)});
  await file.write(new Uint8Array(1000));
  process.kill(process.pid, 'SIGKILL');
`;

describe('a partial file', () => {
  it('has a name that nobody can know beforehand', async () => {
    const folder = makeFolder();
    const names = new Set<string>();
    for (let index = 0; index < 3; index++) {
      const file = await PartialFile.create(join(folder, 'a'));
      for (const name of readdirSync(folder)) names.add(name);
      await file.discard();
    }
    expect(names.size).toBe(3);
    for (const name of names) expect(name).toMatch(/^\.tilecast-\w+-\d+-\d*-[\w-]{12}\.partial$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('goes with the next file there, from another process, where its process was killed', async () => {
    const folder = makeFolder();
    const child = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', killedInBetween(join(folder, 'a'))],
      {
        encoding: 'utf8',
      },
    );
    expect(child.signal, child.stderr).toBe('SIGKILL');
    const left = readdirSync(folder);
    expect(left).toHaveLength(1);
    writeFileSync(join(folder, '.other.partial'), '');
    const own = await PartialFile.create(join(folder, 'own'));
    await writeWholeFile(join(folder, 'b'), bytes('text'));
    const names = readdirSync(folder);
    expect(names).not.toContain(left[0]);
    expect(names).toEqual(expect.arrayContaining(['.other.partial', 'b']));
    expect(names).toHaveLength(3);
    await own.discard();
  });

  it('keeps permissions, and is for nobody else until then', async () => {
    const path = join(makeFolder(), 'a');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    await writeWholeFile(path, bytes('new'));
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('goes where links lead, those to nothing too', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync('elsewhere/b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'again'));
    await writeWholeFile(join(folder, 'again'), bytes('text'));
    expect(readFileSync(join(folder, 'elsewhere', 'b'), 'utf8')).toBe('text');
    expect(lstatSync(join(folder, 'a')).isSymbolicLink()).toBe(true);
    symlinkSync('loop', join(folder, 'loop'));
    await expect(writeWholeFile(join(folder, 'loop'), bytes(''))).rejects.toThrow(/leads to itself|leads nowhere/);
  });

  it('is discarded where there is no folder, or no room for its name', async () => {
    const folder = makeFolder();
    await expect(writeWholeFile(join(folder, 'none', 'a'), bytes(''))).rejects.toThrow(/its folder is not there/);
    await expect(writeWholeFile(join(folder, 'n'.repeat(256)), bytes(''))).rejects.toThrow(InputError);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a private folder', () => {
  it('is made for the user alone, and made so where it is not', async () => {
    const folder = join(makeFolder(), 'a', 'b');
    expect(await ensurePrivateFolder(folder)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    chmodSync(folder, 0o755);
    expect(await ensurePrivateFolder(folder)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is neither a link nor below a folder in which others may replace it', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    expect(await ensurePrivateFolder(join(folder, 'link'))).toBeUndefined();
    mkdirSync(join(folder, 'shared'));
    chmodSync(join(folder, 'shared'), 0o777);
    expect(await ensurePrivateFolder(join(folder, 'shared', 'mine'))).toBeUndefined();
    chmodSync(join(folder, 'shared'), 0o1777);
    expect(await ensurePrivateFolder(join(folder, 'shared', 'mine'))).toBe(join(folder, 'shared', 'mine'));
  });

  it.runIf(process.getuid?.() === 0)('is not another user’s, nor followed by a link of theirs', async () => {
    const { chownSync, lchownSync } = await import('node:fs');
    const folder = makeFolder();
    mkdirSync(join(folder, 'theirs'));
    chownSync(join(folder, 'theirs'), 65534, 65534);
    expect(await ensurePrivateFolder(join(folder, 'theirs'))).toBeUndefined();
    chmodSync(folder, 0o1777);
    symlinkSync('victim', join(folder, 'planted'));
    lchownSync(join(folder, 'planted'), 65534, 65534);
    await expect(writeWholeFile(join(folder, 'planted'), bytes('x'))).rejects.toThrow(/another user put there/);
    expect(readdirSync(folder).sort()).toEqual(['planted', 'theirs']);
  });
});
