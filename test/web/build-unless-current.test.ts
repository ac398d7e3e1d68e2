/** Nobody may test what other sources have made: when the package is built again. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildUnlessCurrent } from '../../src/web/build-unless-current.js';

let root: string;
let builds: number;
const at = (path: string) => join(root, path);
const write = (path: string, text: string) => writeFileSync(at(path), text);

/** Joins the sources; `during` happens before it ends. */
function build(during: () => void = () => undefined): boolean {
  return buildUnlessCurrent(
    {
      root,
      inputs: ['src', 'settings.json', 'none.json'],
      outputs: ['dist', 'src/made.ts'],
      stamp: 'cache/stamp.json',
    },
    () => {
      builds++;
      write('src/made.ts', 'made');
      mkdirSync(at('dist/deep'), { recursive: true });
      write('dist/deep/all.js', readFileSync(at('src/inner/a.ts'), 'utf8') + readFileSync(at('settings.json'), 'utf8'));
      during();
    },
  );
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tilecast-build-'));
  builds = 0;
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(at('src/inner'), { recursive: true });
  write('src/inner/a.ts', 'first');
  write('src/b.ts', 'second');
  write('settings.json', '{}');
});

describe('a build', () => {
  it('is done once for the same files, whatever their times', () => {
    expect([build(), build()]).toEqual([true, false]);
    utimesSync(at('src/b.ts'), 1, 1);
    utimesSync(at('dist/deep/all.js'), 1, 1);
    expect(build()).toBe(false);
    expect(builds).toBe(1);
  });

  it.each<[string, () => void]>([
    ['a source changes', () => write('src/inner/a.ts', 'fresh')],
    ['a source changes to as many bytes', () => write('src/b.ts', 'SECOND')],
    ['a source comes', () => write('src/inner/c.ts', '')],
    ['a source goes', () => rmSync(at('src/b.ts'))],
    ['a source has another name', () => renameSync(at('src/b.ts'), at('src/c.ts'))],
    [
      'bytes move from one source to the next',
      () => {
        write('src/b.ts', 'secon');
        write('src/inner/a.ts', 'dfirst');
      },
    ],
    ['a setting changes', () => write('settings.json', '{ "strict": true }')],
    ['a setting that was not there comes', () => write('none.json', '')],
    ['an output is missing', () => rmSync(at('dist/deep/all.js'))],
    ['an output is changed', () => write('dist/deep/all.js', 'first{]')],
    ['an output is left over', () => write('dist/stale.js', '')],
    ['all outputs are missing', () => rmSync(at('dist'), { recursive: true })],
    ['an output among the sources is missing', () => rmSync(at('src/made.ts'))],
    ['an output among the sources is changed', () => write('src/made.ts', 'edited')],
    ['its record is missing', () => rmSync(at('cache'), { recursive: true })],
    ['its record is cut short', () => write('cache/stamp.json', '{')],
  ])('is done again when %s', (_, change) => {
    build();
    change();
    expect(build()).toBe(true);
  });

  it('is done again when a source has changed while it ran', () => {
    build(() => write('src/inner/a.ts', 'late'));
    expect(build()).toBe(true);
    expect(readFileSync(at('dist/deep/all.js'), 'utf8')).toBe('late{}');
    expect(build()).toBe(false);
  });

  it('is done again when it has failed, even if the sources are then what they were', () => {
    build();
    write('src/inner/a.ts', 'wrong');
    const fail = () => {
      throw new Error('does not compile');
    };
    expect(() => build(fail)).toThrow('does not compile');
    write('src/inner/a.ts', 'first');
    expect(build()).toBe(true);
  });
});
