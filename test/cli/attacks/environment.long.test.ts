/** The command line in damaged and hostile surroundings: caches, homes, working directories. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN, makeFolder, runProcess, SAMPLE } from '../run-cli.js';
import { SMALL, writeNrrd } from './refusal.js';

describe('the environment', () => {
  const archive = (root: string) => join(root, '.cache', 'tilecast');

  it('may hold a damaged cache, which is repaired', () => {
    const home = makeFolder();
    const env = { HOME: home, XDG_CACHE_HOME: '' };
    expect(runProcess(['devices', '--json'], env).status).toBe(0);
    const [name] = readdirSync(archive(home));
    const library = join(archive(home), name!, 'libvk_swiftshader.so');
    const whole = readFileSync(library);
    writeFileSync(library, whole.subarray(0, 100_000));
    expect(runProcess(['render', SAMPLE, '-o', join(home, 'a.png'), ...SMALL], env).status).toBe(0);
    expect(readFileSync(library).equals(whole)).toBe(true);
    expect(statSync(archive(home)).mode & 0o777).toBe(0o700);
  });

  it('may hold a cache that others could have filled, which is not used', () => {
    const home = makeFolder();
    const shared = join(home, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const link = join(home, 'link');
    mkdirSync(link);
    symlinkSync(shared, join(link, 'tilecast'));
    const file = join(home, 'file');
    mkdirSync(file);
    writeFileSync(join(file, 'tilecast'), '');
    const tmp = join(home, 'tmp');
    mkdirSync(tmp);
    for (const cache of [shared, link, file]) {
      const run = runProcess(['render', SAMPLE, '-o', join(home, 'a.png'), ...SMALL], {
        XDG_CACHE_HOME: cache,
        TMPDIR: tmp,
      });
      expect(run.status, run.stderr).toBe(0);
      expect(existsSync(join(cache, 'tilecast', 'swiftshader-147.0.0'))).toBe(false);
      expect(readdirSync(tmp)).toEqual([]);
    }
  });

  it('may lack a home, which is no reason to look into the working directory', () => {
    const own = makeFolder();
    for (const home of ['', 'relative']) {
      const env = { HOME: home, XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: 'config' };
      const { status, stderr } = runProcess(['render', SAMPLE, '-o', join(own, 'a.png'), ...SMALL], env, own);
      expect(status, stderr).toBe(0);
      expect(readdirSync(own)).toEqual(['a.png']);
    }
  });

  it('may have names that look like options', () => {
    const own = makeFolder();
    writeNrrd(join(own, '-dash.nrrd'));
    const { status, stderr } = runProcess(['render', '-o', 'a.png', ...SMALL, '--', '-dash.nrrd'], {}, own);
    expect(status, stderr).toBe(0);
    expect(runProcess(['info', '--', '-dash.nrrd'], {}, own).status).toBe(0);
  });

  it('may lack its working directory', () => {
    const own = makeFolder();
    const script = `cd ${own} && rmdir ${own} && exec ${process.execPath} ${MAIN} render ${SAMPLE} -o x.png --software`;
    const { status, stderr } = runProcess([], {}, own, ['sh', '-c', script]);
    expect(stderr).toMatch(/^tilecast: .*folder.*\n$/);
    expect(status).toBe(2);
  });
});
