/** `tilecast render` without options: as large as the image allows, lit, and with a word where there is nothing to be seen. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'tilecast-first-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SIDE = 40;

/** A ball of a sixth of the box's width, away from its middle. */
function writeBall(name: string, inside: number, outside: number): string {
  const voxels = Float32Array.from({ length: SIDE ** 3 }, (_, index) => {
    const [i, j, k] = [index % SIDE, Math.floor(index / SIDE) % SIDE, Math.floor(index / SIDE ** 2)];
    return Math.hypot(i - 26, j - 12, k - 24) < 7 ? inside : outside;
  });
  const path = join(folder, name);
  const header = `NRRD0004\ntype: float\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\nendian: little\nencoding: raw\n\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), Buffer.from(voxels.buffer)]));
  return path;
}

function render(input: string, ...args: string[]) {
  const out = join(folder, 'out.png');
  const { status, stderr } = runCli(['render', input, '-o', out, '--size', '100x100', ...args]);
  expect(status, stderr).toBe(0);
  return { picture: PNG.sync.read(readFileSync(out)), stderr };
}

/** The columns and rows that hold anything but black. */
function shownBox({ data, width }: PNG) {
  const places = Array.from({ length: data.length / 4 }, (_, pixel) => pixel).filter(
    (pixel) => data[4 * pixel]! + data[4 * pixel + 1]! + data[4 * pixel + 2]! > 8,
  );
  const [columns, rows] = [places.map((pixel) => pixel % width), places.map((pixel) => Math.floor(pixel / width))];
  return [columns, rows].map((along) => [Math.min(...along), Math.max(...along)]);
}

describe('the first picture', () => {
  it.each([
    ['a ball in the dark', 1000.5, 3.5, []],
    ['a ball where all else is NaN', 1000.5, Number.NaN, []],
    ['a label', 7, 0, []],
    ['a surface', 1000.5, 3.5, ['--iso', '500']],
  ])('of %s is nine tenths of the image', (_, inside, outside, args) => {
    const { picture, stderr } = render(writeBall('ball.nrrd', inside, outside), ...args);
    for (const [first, last] of shownBox(picture)) {
      // The columns of voxels about a round thing are a little larger than it.
      expect(first).toBeGreaterThanOrEqual(4);
      expect(first).toBeLessThanOrEqual(12);
      expect(last).toBeGreaterThanOrEqual(87);
      expect(last).toBeLessThanOrEqual(95);
    }
    expect(stderr).not.toMatch(/nothing/);
  });

  it('is lit: darker where the surface turns away', () => {
    const { picture } = render(writeBall('ball.nrrd', 1000.5, 3.5));
    const at = (x: number, y: number) => picture.data[4 * (y * 100 + x)]!;
    expect(at(50, 50)).toBeGreaterThan(at(50, 14) + 30);
  });

  it.each([
    [['--iso', '5000'], /no surface is at 5000; the values of the volume run from 3.5 to 1000.5/],
    [['--clip', '1,0,0,900'], /clipping cuts all of it away; .* from 3.5 to 1000.5/],
    [['--window', '2000,3000'], /transparent for all of it; .* from 3.5 to 1000.5/],
    [['--eye', '0,0,-500', '--target', '0,0,-900', '--up', '0,1,0'], /the camera does not see it/],
  ])('with %j is blank and says why', (args, reason) => {
    const { stderr } = render(writeBall('ball.nrrd', 1000.5, 3.5), ...args);
    expect(stderr).toMatch(/the picture is blank: /);
    expect(stderr).toMatch(reason);
  });
});
