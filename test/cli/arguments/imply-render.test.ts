import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { implyRender, startsWithInput } from '../../../src/cli/arguments/imply-render.js';
import { MAIN, makeFolder } from '../run-cli.js';

describe('command lines that begin with a file', () => {
  it('render it if there is an output', () => {
    for (const output of [['-o', 'x.png'], ['-ox.png'], ['--output', 'x.png'], ['--output=x.png']]) {
      expect(implyRender(['scan.nrrd', ...output])).toEqual(['render', 'scan.nrrd', ...output]);
    }
  });

  it('stay as they are without an output, or with a command, also one that is misspelt', () => {
    for (const args of [['scan.nrrd'], ['info', '-o', 'x'], ['rendr', 'scan.nrrd', '-o', 'x'], ['-h'], []]) {
      expect(implyRender(args)).toBe(args);
    }
  });

  it('know folders that exist, and commands before folders of their name', () => {
    expect(startsWithInput(['volumes'])).toBe(true);
    expect(startsWithInput(['volumez'])).toBe(false);
    expect(startsWithInput(['convert'])).toBe(false);
  });
});

describe('the command line', () => {
  const tilecast = (...args: string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });

  it('takes -h and -v', () => {
    expect(tilecast('-h').stdout).toBe(tilecast('--help').stdout);
    expect(tilecast('render', '-h').stdout).toContain('-h, --help');
    for (const args of [['-v'], ['render', '-v']]) expect(tilecast(...args).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('renders a file without a command, or says in one line what to do', () => {
    const picture = join(makeFolder(), 'knot.png');
    expect(tilecast('volumes/knot.ply', '-o', picture, '--size', '16x16', '--software')).toMatchObject({ status: 0 });
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    const { status, stderr } = tilecast('volumes/knot.ply');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tilecast: volumes\/knot\.ply: add -o .+\n$/);
  });
});
