/** Hostile inputs of the command line: texts for terminals, files and work without an end, files of another kind. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProcess, SAMPLE } from '../run-cli.js';
import { expectRefusal, folder, SMALL, writeNrrd, writeText } from './refusal.js';

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
      /head-phantom\.nrrd: has \d+ different values from -\d+ .* are hardly labels/,
    );
    // 48 values from voxel to voxel, as a dim scan has them, and in regions, as labels are.
    const scan = writeNrrd(
      join(folder, 'dim.nrrd'),
      '',
      Uint8Array.from({ length: 64 }, (_, voxel) => 1 + (voxel % 48)),
    );
    const regions = Uint8Array.from(
      { length: 512 },
      (_, at) => 1 + ((at >> 1) & 3) + 4 * ((at >> 4) & 3) + 16 * (at >> 7),
    );
    const labels = writeNrrd(join(folder, 'labels.nrrd'), '', regions, 8);
    const saidOf = (mask: string) => runProcess(['render', SAMPLE, '-o', out, '--mask', mask, ...SMALL]).stderr;
    expect(saidOf(scan)).toMatch(/dim\.nrrd: has 48 different values from 1 to 48, which are hardly labels/);
    expect(saidOf(labels)).not.toMatch(/hardly/);
  });
});
