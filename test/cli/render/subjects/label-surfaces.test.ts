/** `tilecast render --label-surfaces`: alone, in a volume, cut, and refused in words. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readPngText } from '../../../../src/node/png/png-text.js';
import { makeFolder, runCli } from '../../run-cli.js';

const folder = makeFolder();
const SIZES = [14, 12, 10] as const;
function write(name: string, valueAt: (i: number, j: number, k: number) => number): string {
  const voxels = Uint8Array.from({ length: 14 * 12 * 10 }, (_, at) =>
    valueAt(at % 14, Math.floor(at / 14) % 12, Math.floor(at / 168)),
  );
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${SIZES.join(' ')}\nencoding: raw\n\n`;
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from(header), voxels]));
  return join(folder, name);
}
const distance = (i: number, j: number, k: number) => Math.hypot(i - 6.3, j - 5.6, k - 4.4);
/** A ball in halves of two labels. */
const LABELS = write('labels.nrrd', (i, j, k) => (distance(i, j, k) > 3.7 ? 0 : i < 6 ? 1 : 2));
const BALL = write('ball.nrrd', (i, j, k) => Math.max(0, 250 - 40 * distance(i, j, k)));
const OUT = join(folder, 'out.png');

const run = (...args: readonly string[]) => runCli(['render', '-o', OUT, '--size', '40x36', '--software', ...args]);

function render(...args: readonly string[]): Buffer {
  const { status, stderr } = run(...args);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(OUT)).data;
}

/** How many pixels are red, and how many are blue. */
function countHues(data: Buffer): [number, number] {
  let [red, blue] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! > 40 && data[at]! > 2 * data[at + 2]!) red++;
    if (data[at + 2]! > 40 && data[at + 2]! > 2 * data[at]!) blue++;
  }
  return [red, blue];
}

const SURFACES = ['--label-surfaces', '--labels', '1:red,2:blue', '--view', 'b'] as const;

describe('labels as surfaces', () => {
  it('are seen face-on where they were drawn in one slice of a volume', () => {
    const flat = write('flat.nrrd', (i, j, k) => (k !== 5 || Math.hypot(i - 6.3, j - 5.6) > 5 ? 0 : i < 6 ? 1 : 2));
    const [red, blue] = countHues(render(flat, '--label-surfaces', '--labels', '1:red,2:blue'));
    // From the front they would be a line.
    expect((red + blue) / (40 * 36)).toBeGreaterThan(0.4);
  });

  it('are of a segmentation alone, one color beside the other, and again by the recipe', () => {
    const alone = render(LABELS, ...SURFACES);
    const [red, blue] = countHues(alone);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeGreaterThan(200);
    // The fit is to the surfaces: nine tenths of the height make a disc of half of the image.
    expect((red + blue) / (40 * 36)).toBeGreaterThan(0.45);
    const first = join(folder, 'first.png');
    copyFileSync(OUT, first);
    expect(render('--replay', first).equals(alone)).toBe(true);
    const cut = render(LABELS, ...SURFACES, '--clip', '0,0,1,4.4');
    expect(countHues(cut)[0]).toBeGreaterThan(100);
    expect(render(LABELS, ...SURFACES, '--label-smoothing', '0').equals(alone)).toBe(false);
  });

  it('are all in the picture where they are balls around single voxels', () => {
    const dots = write('dots.nrrd', (i, j, k) => (j === 5 && k === 5 ? ({ 3: 1, 10: 2 }[i] ?? 0) : 0));
    const data = render(dots, ...SURFACES);
    for (const count of countHues(data)) expect(count).toBeGreaterThan(40);
    const line = /dots\.nrrd: has labels of single voxels, which are shown as balls .*--blocky shows the voxels/;
    expect(run(dots, ...SURFACES).stderr).toMatch(line);
    expect(run(dots, '--labels', '1:red,2:blue', '--blocky').stderr).not.toMatch(line);
    expect(run(LABELS, ...SURFACES).stderr).not.toMatch(line);
    for (let at = 0; at < 40 * 36; at++) {
      const [x, y] = [at % 40, Math.floor(at / 40)];
      const isAtEdge = x === 0 || y === 0 || x === 39 || y === 35;
      if (isAtEdge) expect([...data.subarray(4 * at, 4 * at + 3)], `${x}, ${y}`).toEqual([0, 0, 0]);
    }
  });

  it('are the default of labels, and --blocky, options of values and recipes of earlier versions have voxels', () => {
    const colors = ['--labels', '1:red,2:blue', '--view', 'b'] as const;
    const surfaces = render(LABELS, ...SURFACES);
    expect(render(LABELS, ...colors).equals(surfaces)).toBe(true);
    const record = join(folder, 'default.png');
    copyFileSync(OUT, record);
    expect(render('--replay', record).equals(surfaces)).toBe(true);
    const blocky = render(LABELS, ...colors, '--blocky');
    expect(blocky.equals(surfaces)).toBe(false);
    expect(render(LABELS, '--window', '0,4', '--view', 'b').equals(surfaces)).toBe(false);
    // Beside the recipe of surfaces; the camera is that of the surfaces then.
    expect(render('--replay', record, '--blocky').equals(surfaces)).toBe(false);
    const recipe = JSON.parse(readPngText(readFileSync(record), record)['tilecast:recipe']!);
    expect(recipe).toMatchObject({ 'label-surfaces': true });
    const { 'label-surfaces': _, light: __, camera: ___, ...before } = recipe;
    const old = join(folder, 'old.json');
    writeFileSync(old, JSON.stringify(before));
    expect(render('--replay', old).equals(blocky)).toBe(true);
  });

  it('of a second volume are within the first, in the colours of labels, and the picture says so', () => {
    const { status, stderr } = run(BALL, LABELS, '--labels', '1:red,2:blue', '--mode', 'mip', '--view', 'b');
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(
      /labels.nrrd: looks like labels, and they are shown by their surfaces within the first volume/,
    );
    const beside = PNG.sync.read(readFileSync(OUT)).data;
    const named = render(BALL, '--mask', LABELS, ...SURFACES, '--mode', 'mip');
    expect(beside.equals(named)).toBe(true);
    // Options of volumes after the first ask for their values.
    const values = run(BALL, LABELS, '--fused-transfer', 'inferno');
    expect(values.stderr).not.toMatch(/surfaces/);
  });

  it('are in the volume that they are a mask of, which is shown whole', () => {
    const mip = ['--mode', 'mip', '--view', 'b'] as const;
    const inside = render(BALL, '--mask', LABELS, ...SURFACES, ...mip);
    const [red, blue] = countHues(inside);
    expect(Math.min(red, blue)).toBeGreaterThan(60);
    // Translucent ones show what is behind them.
    const iso = [BALL, '--mask', LABELS, '--iso', '200:lime', '--view', 'b', '--label-surfaces'] as const;
    const green = (data: Buffer) => data.filter((value, at) => at % 4 === 1 && value > 90).length;
    expect(green(render(...iso, '--labels', '1:red:0.3,2:blue:0.3'))).toBeGreaterThan(30);
    expect(green(render(...iso, '--labels', '1:red,2:blue'))).toBe(0);
  });

  it.each([
    [
      [BALL, '--label-surfaces'],
      /--label-surfaces: the volume does not look like labels; name a label volume by --mask/,
    ],
    [
      [LABELS, '--blocky', '--label-smoothing', '2'],
      /--label-smoothing: is for surfaces of labels; leave out --blocky/,
    ],
    [[BALL, '--labels', '1'], /--labels: is for --mask/],
    [[LABELS, '--label-surfaces', '--label-smoothing', '99'], /must be from 0 to 8, not 99/],
    [[LABELS, '--label-surfaces', '--labels', '7'], /--label-surfaces: no voxel has a label of 7/],
    [[LABELS, '--label-surfaces', '--iso', '1'], /--iso: is for values, and --label-surfaces shows labels/],
    [[LABELS, '--label-surfaces', '--split', '2'], /--split: cuts no surfaces of labels; take --blocky/],
    [[LABELS, BALL, '--label-surfaces'], /--label-surfaces: shows the labels of one volume/],
  ] as const)('are refused: %j', (args, message) => {
    const { status, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
