/** The command line attacked from outside: recipes, planted files, devices, texts for terminals, signals. */
import { execFileSync, spawn } from 'node:child_process';
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
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../src/node/png/png.js';
import { readPngText } from '../../src/node/png/png-text.js';
import { MAIN, makeFolder, runProcess, SAMPLE } from './run-cli.js';

const SMALL = ['--size', '16x16', '--software'];
const KEYWORD = 'tilecast:recipe';
const folder = makeFolder();

/** One line and exit code 2, and what the line says. */
function expectRefusal(args: readonly string[], message: RegExp): void {
  const { status, stderr } = runProcess(args);
  const lines = stderr.split('\n').filter((line) => line && !/renders on the CPU|: reads /.test(line));
  expect(lines.join('\n')).toMatch(message);
  expect(lines).toHaveLength(1);
  expect(status).toBe(2);
}

function writeText(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A small volume, whose data are in the file or where `fields` say. */
function writeNrrd(path: string, fields = '', data = new Uint8Array(64).fill(7), side = 4): string {
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: raw\n${fields}`;
  writeFileSync(path, fields.includes('data file') ? header : Buffer.concat([Buffer.from(`${header}\n`), data]));
  return path;
}

describe('a recipe of somebody else', () => {
  const home = join(folder, 'recipes');
  mkdirSync(home);
  const scan = writeNrrd(join(home, 'scan.nrrd'));
  const original = join(home, 'original.png');
  const run = runProcess(['render', scan, '-o', original, ...SMALL]);
  const recipe = JSON.parse(readPngText(readFileSync(original), original)[KEYWORD]!);

  /** A picture with another recipe. */
  function forge(name: string, changed: unknown): string {
    const { width, height, data } = PNG.sync.read(readFileSync(original));
    const path = join(home, name);
    const text = { [KEYWORD]: JSON.stringify(changed) };
    writeFileSync(
      path,
      encodePng({ width, height, pixels: new Uint8Array(data) } as Parameters<typeof encodePng>[0], { text }),
    );
    return path;
  }

  it('is there', () => expect(run.status, run.stderr).toBe(0));

  it.each(['stats', 'save-camera', 'output', 'replay', 'inputs', '__proto__', 'verbose'])('may not set %s', (name) => {
    const victim = writeText(`victim-${name}`, 'precious');
    const options = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(victim)}}`);
    const path = forge(`sets-${name}.png`, { ...recipe, options });
    expectRefusal(
      ['render', '--replay', path, '-o', join(home, 'out.png'), ...SMALL],
      /none that sets how a picture looks/,
    );
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  it('reads inputs below the folders of the user alone, and says so before', () => {
    const secret = writeNrrd(join(folder, 'secret.nrrd'));
    const path = forge('elsewhere.png', { ...recipe, inputs: [{ ...recipe.inputs[0], path: secret }] });
    expectRefusal(
      ['render', '--replay', path, '-o', join(home, 'out.png'), ...SMALL],
      /secret\.nrrd, which is not below/,
    );
    const { status, stderr } = runProcess(['render', '--replay', original, '-o', join(home, 'again.png'), ...SMALL]);
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/reads .*scan\.nrrd, which the recipe of .*original\.png names/);
  });

  it('reaches no data file outside of them, by a path or a link', () => {
    const inner = join(home, 'inner');
    mkdirSync(inner);
    writeText('outside.raw', new Uint8Array(64));
    symlinkSync(join(folder, 'outside.raw'), join(inner, 'link.raw'));
    for (const target of ['../../outside.raw', join(folder, 'outside.raw'), 'link.raw']) {
      const header = writeNrrd(join(inner, 'detached.nhdr'), `data file: ${target}\n`);
      const path = forge('detached.png', { ...recipe, inputs: [{ ...recipe.inputs[0], path: header }] });
      expectRefusal(['render', '--replay', path, inner, '-o', join(home, 'out.png'), ...SMALL], /lies outside/);
    }
  });

  it('names no files by other options', () => {
    const file = writeText('matrix.txt', '1 0 0 0 0 1 0 0 0 0 1 0');
    const path = forge('matrix.png', { ...recipe, options: { transform: [file] } });
    expectRefusal(['render', '--replay', path, '-o', join(home, 'out.png')], /transform must be numbers/);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['no inputs', { ...recipe, inputs: [] }],
    ['inputs of numbers', { ...recipe, inputs: [1] }],
    ['an input whose hash is none', { ...recipe, inputs: [{ path: scan, sha256: 7 }] }],
    ['options of null', { ...recipe, options: null }],
    ['a size that is a number', { ...recipe, options: { size: 512 } }],
    ['a list of planes that is a text', { ...recipe, options: { clip: '1,0,0,0' } }],
    ['a step that is an object', { ...recipe, options: { step: {} } }],
    ['a camera without an eye', { ...recipe, camera: { projection: 'perspective' } }],
    ['an empty transfer function', { ...recipe, transfer: {} }],
    ['a time of text', { ...recipe, time: 'now' }],
    ['a shape of nothing', { ...recipe, shape: undefined }],
  ])('of the wrong type is refused: %s', (_, changed) => {
    const path = forge('wrong.png', changed);
    expectRefusal(
      ['render', '--replay', path, '-o', join(home, 'out.png')],
      /wrong\.png: has a recipe that cannot be read: /,
    );
  });
});

describe('text from files', () => {
  const ESCAPE = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u202e';
  const out = join(folder, 'never.png');

  it.each<[string, () => readonly string[]]>([
    ['a NRRD kind', () => ['info', writeNrrd(join(folder, 'kinds.nrrd'), `kinds: ${ESCAPE} b\n`)]],
    ['a file name', () => ['info', join(folder, `missing${ESCAPE}.nrrd`)]],
    ['JSON', () => ['render', SAMPLE, '-o', out, '--transfer', writeText('escape.json', `{"${ESCAPE}": 1}`)]],
    ['broken JSON', () => ['render', SAMPLE, '-o', out, '--transfer', writeText('broken.json', `{${ESCAPE}`)]],
    [
      'a volume property',
      () => ['render', SAMPLE, '-o', out, '--transfer', writeText('escape.vp', `1\n1\n${ESCAPE}\n4\n5\n6\n7\n8\n9`)],
    ],
    [
      'a PLY name',
      () => [
        'intersect',
        '--mesh',
        writeText('escape.ply', `ply\nformat ascii 1.0\nelement ${ESCAPE} x\n`),
        '--rays',
        'r',
        '--out',
        'o',
      ],
    ],
    [
      'a line of CSV',
      () => [
        'intersect',
        '--mesh',
        writeText('one.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
        '--rays',
        writeText('escape.csv', `1,2,3,4,5,6\n${ESCAPE}\n`),
        '--out',
        join(folder, 'o'),
        '--software',
      ],
    ],
    ['a camera', () => ['render', SAMPLE, '-o', out, '--camera', writeText('camera.json', ESCAPE)]],
    ['an option', () => ['render', SAMPLE, '-o', out, `--${ESCAPE}`]],
  ])('does nothing to the terminal: %s', (_, args) => {
    const { stdout, stderr } = runProcess(args());
    for (const text of [stdout.toString(), stderr]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    expect(stderr).toMatch(/^tilecast: /);
  });

  it('is escaped in JSON, where it is the same text', () => {
    const path = writeNrrd(join(folder, `name${ESCAPE}.nrrd`));
    const { stdout } = runProcess(['info', path, '--json']);
    expect(stdout.toString()).not.toMatch(/[\u009b\u202e]/);
    expect(JSON.parse(stdout.toString()).file).toBe(path);
  });
});

describe('outputs', () => {
  it('are no inputs', () => {
    const scan = writeNrrd(join(folder, 'own.nrrd'));
    const before = readFileSync(scan);
    const data = writeText('own.raw', new Uint8Array(64));
    const header = writeNrrd(join(folder, 'own.nhdr'), 'data file: own.raw\n');
    const link = join(folder, 'link.png');
    symlinkSync(scan, link);
    const other = join(folder, 'fine.png');
    expectRefusal(['render', scan, '-o', scan, ...SMALL], /own\.nrrd: is read as an input/);
    expectRefusal(['render', scan, '-o', link, ...SMALL], /link\.png: is read as .*own\.nrrd/);
    expectRefusal(['render', scan, '-o', other, '--stats', scan, ...SMALL], /own\.nrrd: is read as an input/);
    expectRefusal(['render', header, '-o', other, '--save-camera', data, ...SMALL], /own\.raw: is read as an input/);
    expectRefusal(['render', scan, '-o', other, '--stats', other, ...SMALL], /fine\.png: would be written twice/);
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
    expectRefusal(['render', SAMPLE, '-o', join(own, 'file.png'), '--turntable', '2', ...SMALL], /is no folder/);
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
});

describe('inputs without an end', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const out = join(folder, 'endless.png');
  const plain = writeText('plain.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const obj = writeText('endless.obj', `mtllib ${pipe}\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`);

  it.each<[string, readonly string[], RegExp]>([
    ['a device', ['info', '/dev/zero'], /zero: is a device/],
    ['a pipe', ['info', pipe], /pipe: is a pipe/],
    ['a terminal', ['info', '/dev/tty'], /tty: /],
    ['a file of the kernel', ['info', '/proc/self/maps'], /maps: is empty/],
    ['a data file', ['info', writeNrrd(join(folder, 'zero.nhdr'), 'data file: /dev/zero\n')], /zero: is a device/],
    ['a transfer function', ['render', SAMPLE, '-o', out, '--transfer', pipe], /pipe: is a pipe/],
    ['a camera', ['render', SAMPLE, '-o', out, '--camera', '/dev/zero'], /zero: is a device/],
    ['cameras', ['render', SAMPLE, '-o', out, '--cameras', '/dev/zero'], /zero: is a device/],
    ['a mask', ['render', SAMPLE, '-o', out, '--mask', pipe], /pipe: is a pipe/],
    ['a matrix', ['render', SAMPLE, '-o', out, '--transform', pipe], /pipe: is a pipe/],
    ['a picture to replay', ['render', '--replay', pipe, '-o', out], /pipe: is a pipe/],
    ['segments', ['intersect', '--mesh', plain, '--rays', pipe, '--out', folder, '--software'], /pipe: is a pipe/],
  ])('are refused: %s', (_, args, message) => expectRefusal(args, message));

  it('are left out as colours', () => {
    const { status, stderr } = runProcess(['render', obj, '-o', out, ...SMALL]);
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/left out colours of materials: .*pipe: is a pipe/);
  });
});

describe('work without an end is refused', () => {
  const out = join(folder, 'work.png');
  const row = `${'1,'.repeat(40_000)}\n`;

  it.each<[string, readonly string[], RegExp]>([
    ['frames', ['render', SAMPLE, '-o', out, '--turntable', '999999999'], /--turntable: must be from 1 to 100000/],
    [
      'frames of a mesh',
      ['render', SAMPLE, '-o', out, '--deform', 'wave', '--frames', '99999999'],
      /--frames|--deform/,
    ],
    ['samples', ['render', SAMPLE, '-o', out, '--step', '1e-9'], /--step: must be at least 0\.001/],
    ['samples of a sweep', ['sweep', SAMPLE, '--out', folder, '--step', '1e-9'], /--step: must be at least/],
    ['viewpoints', ['tune', '--views', '999999999'], /--views: must be from 1 to/],
    ['voxels', ['tune', '--size', '100000'], /--size: must be from 1 to 2048/],
    ['lists of shapes', ['sweep', SAMPLE, '--out', folder, '--together', '1,'.repeat(5000)], /--together: lists/],
    ['lists of views', ['sweep', SAMPLE, '--out', folder, '--views', `six${',six'.repeat(20_000)}`], /--views: lists/],
    [
      'a line',
      [
        'intersect',
        '--mesh',
        join(folder, 'plain.obj'),
        '--rays',
        writeText('long.csv', row),
        '--out',
        folder,
        '--software',
      ],
      /long\.csv: line 1 is longer than 65536/,
    ],
  ])('%s', (_, args, message) => expectRefusal(args, message));
});

describe('inputs that are something else', () => {
  const out = join(folder, 'else.png');

  it('are told as such', () => {
    const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
    const obj = writeText('utf16.obj', Buffer.from(`\ufeff${text}`, 'utf16le'));
    expectRefusal(['render', obj, '-o', out, ...SMALL], /utf16\.obj: is text in UTF-16; save it as UTF-8/);
    const transfer = writeText('utf16.json', Buffer.from('\ufeff{}', 'utf16le'));
    expectRefusal(['render', SAMPLE, '-o', out, '--transfer', transfer], /utf16\.json: is text in UTF-16/);
  });

  it('are noted where they are more than their header says', () => {
    const { stderr } = runProcess(['info', writeNrrd(join(folder, 'more.nrrd'), '', new Uint8Array(64 + 352))]);
    expect(stderr).toMatch(/left out 352 bytes behind the data/);
  });

  it('are noted where a scan is taken for a mask', () => {
    const args = ['render', SAMPLE, '-o', out, '--mask', SAMPLE, ...SMALL];
    expect(runProcess(args).stderr).toMatch(
      /head-phantom\.nrrd: has \d+ different values from -\d+ .* hardly are labels/,
    );
    // 48 values from voxel to voxel, as a dim scan has them, and in regions, as labels are.
    const scan = writeNrrd(
      join(folder, 'dim.nrrd'),
      '',
      Uint8Array.from({ length: 64 }, (_, voxel) => 1 + (voxel % 48)),
    );
    const regions = Uint8Array.from({ length: 512 }, (_, voxel) => 1 + Math.floor(voxel / 10));
    const labels = writeNrrd(join(folder, 'labels.nrrd'), '', regions, 8);
    const saidOf = (mask: string) => runProcess(['render', SAMPLE, '-o', out, '--mask', mask, ...SMALL]).stderr;
    expect(saidOf(scan)).toMatch(/dim\.nrrd: has 48 different values from 1 to 48, which hardly are labels/);
    expect(saidOf(labels)).not.toMatch(/hardly/);
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
