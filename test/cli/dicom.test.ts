/** DICOM folders, files and archives on the command line, as a user has them. */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { Camera } from '../../src/index.js';
import { readPngText } from '../../src/node/index.js';
import { RECIPE_KEYWORD } from '../../src/recipe/recipe-json.js';
import { loadFiles } from '../../src/viewer/data/files/load-files.js';
import { DEFAULT_SELECTION } from '../../src/viewer/data/files/selection.js';
import { DOCUMENT_DEFAULTS } from '../../src/viewer/document/document.js';
import { formatDocument } from '../../src/viewer/document/format-document.js';
import { writeZip } from '../files/bytes/compression/write-zip.js';
import { sliceElements, writeDicom, writeSlice } from '../files/dicom/write-dicom.js';
import { writeDirectory } from '../files/dicom/write-directory.js';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();
const scans = join(folder, 'scans');
mkdirSync(join(scans, 'nested', 'deeper'), { recursive: true });

/** 8 × 8 × 8 voxels: a ball off the middle, so that sides show; and a scout of two slices. */
const SIZE = 8;
function slice(k: number, changes = {}): Uint8Array {
  const stored = Array.from({ length: SIZE * SIZE }, (_, pixel) => {
    const [i, j] = [pixel % SIZE, Math.floor(pixel / SIZE)];
    return Math.hypot(i - 5, j - 3, k - 4) < 2.5 ? 1500 : 24;
  });
  const sizes = { '00280010 US': [SIZE], '00280011 US': [SIZE], '7FE00010 OW': stored };
  return writeDicom({ ...sliceElements(k), ...sizes, ...changes });
}
const scout = { '0020000E UI': '1.2.4', '00200011 IS': '9', '0008103E LO': 'Scout', '00080060 CS': 'MR' };
const paths = Array.from({ length: SIZE }, (_, k) => join(scans, 'nested', `IM${k}`));
for (const [k, path] of paths.entries()) writeFileSync(path, slice(k));
for (const k of [20, 21]) writeFileSync(join(scans, 'nested', 'deeper', `${k}`), slice(k, scout));
writeFileSync(join(scans, 'README.txt'), 'These are scans. '.repeat(40));
const archive = join(folder, 'scans.zip');
writeFileSync(
  archive,
  Buffer.concat([
    writeZip(paths.map((path, k) => ({ name: `x/${k}`, content: readFileSync(path), method: k % 2 ? 8 : 0 }))),
  ]),
);

function run(...args: string[]): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = runCli(args);
  expect(status, stderr).toBe(0);
  return { stdout: stdout.toString(), stderr };
}

it('info lists the series of a folder, and tells nobody whose they are', () => {
  const { stdout, stderr } = run('info', scans);
  expect(stdout).toMatch(/2 series of DICOM\nseries +modality +description/);
  expect(stdout).toMatch(/^1 +CT +Head +8 × 8 × 8 +0\.5 × 0\.75 × 2\.5 +\(-10, 20, 30\) +8$/m);
  expect(stdout).not.toMatch(/Doe/);
  expect(stderr).toBe('tilecast: left out 1 files that are no DICOM images: 1 file of another format\n');
  expect(run('info', scans, '--identify').stdout).toMatch(/patient Doe\^Jane/);
  const told = JSON.parse(run('info', scans, '--json').stdout);
  expect(told).toMatchObject({ file: scans, format: 'DICOM', kind: 'series' });
  expect(told.series.map(({ uid }: { uid: string }) => uid)).toEqual(['1.2.3', '1.2.4']);
});

it('info tells of one series what it tells of a volume', () => {
  const told = JSON.parse(run('info', scans, '--series', 'scout', '--json').stdout);
  expect(told).toMatchObject({ format: 'DICOM', kind: 'volume', sizes: [8, 8, 2], orientation: 'LPS' });
  expect(JSON.parse(run('info', paths[0]!, '--json').stdout)).toMatchObject({ sizes: [8, 8, 1] });
});

it('render makes the same picture of a folder, of its files and of an archive, and of it again', () => {
  const render = (name: string, ...inputs: string[]) => {
    const output = join(folder, name);
    const { stderr } = run('render', ...inputs, '-o', output, '--size', '48x48', '--software');
    return { pixels: pixelsOf(output), stderr };
  };
  const whole = render('folder.png', scans);
  expect(whole.stderr).toMatch(/has 2 series; took the largest, 1 \(CT, Head\); --series takes another/);
  expect(new Set(whole.pixels).size).toBeGreaterThan(2);
  expect(render('files.png', ...paths).pixels.equals(whole.pixels)).toBe(true);
  expect(render('zip.png', archive).pixels.equals(whole.pixels)).toBe(true);
  expect(render('scout.png', scans, '--series', '2').pixels.equals(whole.pixels)).toBe(false);
  for (const name of ['folder.png', 'files.png', 'zip.png']) {
    const again = run('render', '--replay', join(folder, name), '-o', join(folder, 'again.png'), '--software');
    expect(again.stderr).not.toMatch(/is not what/);
    expect(readFileSync(join(folder, 'again.png')).equals(readFileSync(join(folder, name)))).toBe(true);
  }
});

it('a view of dropped slices, or a picture of slices one by one, is replayed with all of them, and with no others', async () => {
  const files = paths.map((path) => ({ name: `nested/${basename(path)}`, source: new Blob([readFileSync(path)]) }));
  const followers = { report: () => undefined, preview: () => undefined };
  const loaded = await loadFiles(files, DEFAULT_SELECTION, new AbortController().signal, followers);
  expect(loaded.inputs).toHaveLength(1);
  const camera: Camera = {
    ...{ projection: 'perspective' as const, fovDegrees: 30 },
    ...{ eye: [-8, -20, 50], target: [-8, 23, 39], up: [0, 0, 1] },
  };
  const own = join(folder, 'own');
  mkdirSync(own);
  const view = join(own, 'view.json');
  const recipe = { version: '1.0.0', camera, transfer: undefined, width: 32, height: 32 };
  writeFileSync(view, formatDocument(DOCUMENT_DEFAULTS, { ...recipe, inputs: await loaded.digestInputs() }));
  const picture = join(own, 'files.png');
  run('render', ...paths, '-o', picture, '--size', '32x32', '--software');

  // Another patient's slices have the same names, in a folder that comes first.
  const moved = join(folder, 'moved');
  cpSync(join(scans, 'nested'), join(moved, 'z', 'here'), { recursive: true });
  for (const k of paths.keys()) {
    mkdirSync(join(moved, 'another'), { recursive: true });
    writeFileSync(join(moved, 'another', `IM${k}`), slice(k, { '00281052 DS': '-2000', '0020000E UI': '7.7' }));
  }
  const again = join(folder, 'moved.png');
  for (const made of [view, picture]) {
    const { stderr } = run(
      'render',
      '--replay',
      made,
      moved,
      '-o',
      again,
      '--software',
      '--stats',
      join(folder, 's.json'),
    );
    expect(stderr).toMatch(/reads .*here.IM0, which the recipe/);
    expect(stderr).not.toMatch(/another|is not what/);
    if (made === picture) expect(pixelsOf(again).equals(pixelsOf(picture))).toBe(true);
    expect(JSON.parse(readPngText(readFileSync(again), again)[RECIPE_KEYWORD]!).inputs).toHaveLength(SIZE);
  }

  // Without the right ones, nothing is taken for them: the only files of those names, or one that has changed.
  rmSync(join(moved, 'z'), { recursive: true });
  rmSync(again);
  for (const made of [view, picture]) {
    const { status, stderr } = runCli(['render', '--replay', made, moved, '-o', again, '--software']);
    expect(stderr).toMatch(/another.IM0: is not what .* was made from/);
    expect(status).toBe(2);
  }
  // What the user names is taken, with a note.
  const others = paths.map((_, k) => join(moved, 'another', `IM${k}`));
  expect(run('render', '--replay', picture, ...others, '-o', again, '--software').stderr).toMatch(/is not what/);
});

it.each([
  [[scans, '--series', '3'], /scans: has no series "3"; --series takes 1 to 2/],
  [[join(folder, 'missing')], /missing: does not exist; check the path/],
  [[...new Array<string>(8).fill(scans), archive], /scans\.zip: is volume 9; a picture shows up to 8 volumes/],
  [[scans, '--time', '1'], /has no time 1; right for --time is nothing but 0/],
] as const)('mistakes end with exit code 2 and one line: %j', (args, message) => {
  const { status, stderr } = runCli(['render', ...args, '-o', join(folder, 'none.png')]);
  expect(stderr).toMatch(/^(tilecast: [^\n]*\n)+$/);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});

/** The image data, without the recipe. */
function pixelsOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes.subarray(bytes.indexOf('IDAT'));
}

it('pictures beside the files of a volume are left out, in a folder and among files, which is said', () => {
  const logo = PNG.sync.write(new PNG({ width: 8, height: 8 }));
  const branded = join(folder, 'branded');
  mkdirSync(branded);
  const files = paths.map((path) => join(branded, basename(path)));
  for (const [k, path] of files.entries()) cpSync(paths[k]!, path);
  const pictures = ['a-logo.png', 'z.jpg'].map((name) => join(branded, name));
  writeFileSync(pictures[0]!, logo);
  writeFileSync(pictures[1]!, Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0));
  const picture = (...inputs: string[]) => {
    const { stderr } = run('render', ...inputs, '-o', join(folder, 'branded.png'), '--size', '32x32', '--software');
    return { stderr, png: readFileSync(join(folder, 'branded.png')) };
  };
  const alone = PNG.sync.read(picture(...files).png).data;
  for (const inputs of [
    [branded],
    [pictures[0]!, ...files, pictures[1]!],
    [files[0]!, ...pictures, ...files.slice(1)],
  ]) {
    const { stderr, png } = picture(...inputs);
    expect(stderr).toMatch(/left out 2 files that are no DICOM images: 2 pictures\n/);
    expect(PNG.sync.read(png).data.equals(alone)).toBe(true);
  }
  // A single slice and a picture are no two volumes either.
  expect(run('info', files[0]!, pictures[0]!).stderr).toMatch(/left out 1 files that are no DICOM images: 1 picture/);
});

it('a DICOMDIR stands for the files that it lists, also where copies changed the letters of their names', () => {
  const medium = join(folder, 'medium');
  mkdirSync(join(medium, 'images', 's1'), { recursive: true });
  const [first, second] = [0, 1].map((k) => writeSlice(k)) as [Uint8Array, Uint8Array];
  writeFileSync(join(medium, 'images', 's1', 'i0'), first);
  writeFileSync(join(medium, 'images', 's1', 'I1.dcm'), second);
  // A slice that is not listed.
  writeFileSync(join(medium, 'images', 's1', 'i2'), writeSlice(2));
  const listed = ['images\\s1\\i0', 'images\\s1\\I1', 'images\\s1\\lost'];
  writeFileSync(join(medium, 'DICOMDIR'), writeDirectory(listed));
  const { stdout, stderr } = run('info', join(medium, 'DICOMDIR'));
  expect(stdout).toMatch(/1 series of DICOM/);
  expect(stdout).toMatch(/5 × 4 × 2/);
  expect(stderr).toMatch(/left out a file: .*lost: does not exist/);
  writeFileSync(join(folder, 'DICOMDIR'), writeDirectory(['A\\I1']));
  const lone = runCli(['info', join(folder, 'DICOMDIR')]);
  expect(lone.status).toBe(2);
  expect(lone.stderr).toMatch(/lists 1 files, none of which is there, such as .*A.I1; copy the whole medium/);
});
