/** What `tilecast render` writes besides pictures: raw video, and how much pictures tell of their making. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const SIZE = ['--size', '40x30', '--software'];

function render(...args: string[]): string {
  const { status, stderr } = runCli(['render', ...args, ...SIZE]);
  expect(status, stderr).toBe(0);
  return stderr;
}

it('writes a turntable as raw video', () => {
  const path = join(folder, 'turn.y4m');
  render(SAMPLE, '-o', path, '--turntable', '3', '--fps', '12');
  const bytes = readFileSync(path);
  const header = 'YUV4MPEG2 W40 H30 F12:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n';
  expect(bytes.subarray(0, header.length).toString('latin1')).toBe(header);
  expect(bytes.length).toBe(header.length + 3 * (6 + 3 * 40 * 30));
  expect(readdirSync(folder)).toEqual(['turn.y4m']);
});

it('deforms a mesh while it turns', () => {
  const { positions, triangles } = createIcosphere({ subdivisions: 1 });
  const rows = (name: string, values: ArrayLike<number>, shift: number) =>
    Array.from({ length: values.length / 3 }, (_, row) =>
      [name, ...[0, 1, 2].map((at) => values[3 * row + at]! + shift)].join(' '),
    );
  const ball = join(folder, 'ball.obj');
  writeFileSync(ball, [...rows('v', positions, 0), ...rows('f', triangles, 1)].join('\n'));
  render(ball, '-o', join(folder, 'both-%d.png'), '--deform', 'twist', '--turntable', '4');
  render(ball, '-o', join(folder, 'still-%d.png'), '--turntable', '4');
  const frame = (name: string) => readFileSync(join(folder, name));
  expect(readdirSync(folder).filter((name) => name.startsWith('both')).length).toBe(4);
  expect(frame('both-1.png').equals(frame('still-1.png'))).toBe(false);
  // The recipe of one frame makes that frame, and no animation.
  render('--replay', join(folder, 'both-1.png'), '-o', join(folder, 'again.png'));
  const pixels = (name: string) => PNG.sync.read(frame(name)).data;
  expect(pixels('again.png').equals(pixels('both-1.png'))).toBe(true);
});

it('tells names, whole paths or nothing of how a picture was made', () => {
  const private_ = join(folder, 'Jane Doe');
  mkdirSync(private_);
  const scan = join(private_, 'scan.nrrd');
  copyFileSync(SAMPLE, scan);
  const recipeOf = (detail: string) => {
    const path = join(private_, `${detail}.png`);
    render(scan, '-o', path, '--transfer', 'bone', '--recipe', detail);
    return readPngText(readFileSync(path), path)['tilecast:recipe'];
  };
  expect(recipeOf('names')).not.toContain('Jane');
  expect(recipeOf('full')).toContain('Jane');
  expect(recipeOf('none')).toBeUndefined();
  render('--replay', join(private_, 'names.png'), '-o', join(private_, 'again.png'));
  expect(readFileSync(join(private_, 'again.png')).equals(readFileSync(join(private_, 'names.png')))).toBe(true);
});

it.each([
  ['a video of a number each', [SAMPLE, '-o', 'turn-%d.y4m', '--turntable', '3'], /a video is one file/],
  ['a transparent video', [SAMPLE, '-o', 'turn.y4m', '--background', 'transparent'], /a video has no transparency/],
  ['a video by the name of a picture', [SAMPLE, '-o', 'turn.png', '--format', 'y4m'], /must end in \.y4m/],
  ['frames on standard output', [SAMPLE, '-o', '-', '--turntable', '3'], /only with --format y4m/],
  ['a recipe that is none of three', [SAMPLE, '-o', 'x.png', '--recipe', 'half'], /--recipe: .*names, full, none/],
  ['a legend of meshes', [SAMPLE, '-o', 'x.png', '--overlay', 'legends'], /--overlay: "legends" is none of/],
])('refuses %s', (_, args, message) => {
  const { status, stderr } = runCli(['render', ...args, ...SIZE]);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});
