/** Files that the command line writes: over its inputs, through links, by two processes, until a signal. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { MAIN, makeFolder, runProcess, SAMPLE } from '../run-cli.js';
import { expectRefusal, folder, SMALL, writeNrrd, writeText } from './refusal.js';

describe('outputs', () => {
  it('are no inputs', () => {
    const scan = writeNrrd(join(folder, 'own.nrrd'));
    const before = readFileSync(scan);
    const data = writeText('own.raw', new Uint8Array(64));
    const header = writeNrrd(join(folder, 'own.nhdr'), 'data file: own.raw\n');
    const link = join(folder, 'link.png');
    symlinkSync(scan, link);
    const other = join(folder, 'fine.png');
    expectRefusal(['render', scan, '-o', scan, '--voxels', 'values', ...SMALL], /own\.nrrd: is read as an input/);
    expectRefusal(['render', scan, '-o', link, '--voxels', 'values', ...SMALL], /link\.png: is read as .*own\.nrrd/);
    expectRefusal(
      ['render', scan, '-o', other, '--stats', scan, '--voxels', 'values', ...SMALL],
      /own\.nrrd: is read as an input/,
    );
    expectRefusal(
      ['render', header, '-o', other, '--save-camera', data, '--voxels', 'values', ...SMALL],
      /own\.raw: is read as an input/,
    );
    expectRefusal(
      ['render', scan, '-o', other, '--stats', other, '--voxels', 'values', ...SMALL],
      /fine\.png: would be written twice/,
    );
    expect(readFileSync(scan).equals(before)).toBe(true);
    expect(existsSync(other)).toBe(false);
  });

  it('keep the permissions of a file and the links to it', () => {
    const own = makeFolder();
    const real = join(own, 'real.png');
    const link = join(own, 'link.png');
    writeFileSync(real, '');
    chmodSync(real, 0o600);
    symlinkSync('real.png', link);
    expect(runProcess(['render', SAMPLE, '-o', link, ...SMALL]).status).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(PNG.sync.read(readFileSync(real)).width).toBe(16);
    expect(readdirSync(own).sort()).toEqual(['link.png', 'real.png']);
  });

  it('may have names as long as the file system allows', () => {
    const path = join(makeFolder(), `${'n'.repeat(251)}.png`);
    expect(runProcess(['render', SAMPLE, '-o', path, ...SMALL]).status).toBe(0);
    expectRefusal(['render', SAMPLE, '-o', `${path}x`, ...SMALL], /too long a name/);
    expectRefusal(['render', SAMPLE, '-o', path, '--turntable', '2', ...SMALL], /too long a name/);
  });

  it('of a turntable leave the files of others alone', () => {
    const own = makeFolder();
    const path = join(own, 'spin.png');
    mkdirSync(`${path}.frames`);
    writeFileSync(join(`${path}.frames`, 'thesis.tex'), 'precious');
    expect(runProcess(['render', SAMPLE, '-o', path, '--turntable', '2', ...SMALL]).status).toBe(0);
    expect(readdirSync(`${path}.frames`)).toEqual(['thesis.tex']);
    writeFileSync(join(`${path}.frames`, '1.png'), 'precious');
    expectRefusal(['render', SAMPLE, '-o', path, '--turntable', '2', ...SMALL], /1\.png: is in the way/);
    writeFileSync(join(own, 'file.png.frames'), '');
    expectRefusal(['render', SAMPLE, '-o', join(own, 'file.png'), '--turntable', '2', ...SMALL], /must be a folder/);
  });

  it('of two processes at once are both whole', async () => {
    const path = join(makeFolder(), 'both.png');
    const args = [MAIN, 'render', SAMPLE, '-o', path, '--turntable', '6', ...SMALL];
    const statuses = await Promise.all(
      [0, 1].map(
        () => new Promise((resolve) => spawn(process.execPath, args, { stdio: 'ignore' }).on('exit', resolve)),
      ),
    );
    expect(statuses).toEqual([0, 0]);
    expect(readFileSync(path).toString('latin1').match(/fcTL/g)).toHaveLength(6);
    expect(existsSync(`${path}.frames`)).toBe(false);
  });

  it('are whole where another process removes their frames once they are listed', () => {
    const path = join(makeFolder(), 'spin.png');
    const waiting = join(`${path}.frames`, '1.png');
    mkdirSync(`${path}.frames`);
    expect(runProcess(['render', SAMPLE, '-o', waiting, ...SMALL]).status).toBe(0);
    const hook = pathToFileURL(join(import.meta.dirname, 'remove-listed.mjs')).href;
    const args = ['--import', hook, MAIN, 'render', SAMPLE, '-o', path, '--turntable', '2', ...SMALL];
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    expect(readFileSync(path).toString('latin1').match(/fcTL/g)).toHaveLength(2);
  });
});

describe('a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends a frame without end soon, and leaves nothing behind',
    async (signal) => {
      const own = makeFolder();
      const args = [
        'render',
        SAMPLE,
        '-o',
        join(own, '%d.png'),
        '--turntable',
        '3',
        '--size',
        '4096x4096',
        '--step',
        '0.002',
      ];
      const child = spawn(process.execPath, [MAIN, ...args, '--software'], { stdio: ['ignore', 'ignore', 'pipe'] });
      await new Promise((resolve) => child.stderr.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, 1000));
      child.kill(signal);
      const [status, by] = await new Promise<[number | null, string | null]>((resolve) =>
        child.on('exit', (...ended) => resolve(ended)),
      );
      expect([status, by]).toEqual(signal === 'SIGINT' ? [130, null] : [143, null]);
      expect(readdirSync(own)).toEqual([]);
    },
  );
});
