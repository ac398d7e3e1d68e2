/** `--overlay legend`: views are fitted beside the names of labels. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIDE = 16;
const WIDTH = 160;
const HEIGHT = 120;
const labels = join(folder, 'labels.nrrd');
const voxels = Uint8Array.from({ length: SIDE ** 3 }, (_, index) => {
  const at = [index % SIDE, Math.floor(index / SIDE) % SIDE, Math.floor(index / SIDE ** 2)];
  return at.some((i) => i < 2 || i > 13) ? 0 : at[0]! < 8 ? 1 : 2;
});
const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\nencoding: raw\n\n`;
writeFileSync(labels, Buffer.concat([Buffer.from(header), voxels]));

/** The columns in which the lower half of the picture, below a short legend, shows something. */
function columnsOf(...args: readonly string[]): number[] {
  const out = join(folder, 'out.png');
  const given = [...args, '--labels', '1:red,2:lime', '--size', `${WIDTH}x${HEIGHT}`, '--software'];
  const { status, stderr } = runCli(['render', labels, '-o', out, '--overlay-color', 'white', ...given]);
  expect(status, stderr).toBe(0);
  const { data } = PNG.sync.read(readFileSync(out));
  return Array.from({ length: WIDTH }, (_, x) => x).filter((x) =>
    Array.from({ length: HEIGHT / 2 }, (_, y) => 4 * (x + WIDTH * (y + HEIGHT / 2))).some(
      (at) => data[at]! + data[at + 1]! > 40,
    ),
  );
}

it.each([['--label-surfaces'], ['--blocky']])('stands beside what is seen with %s', (option) => {
  // As wide as high, it would reach three quarters of the way to the right.
  const view = [option, '--view', 'a', '--zoom', '1'];
  const plain = columnsOf(...view, '--title', '.');
  const beside = columnsOf(...view, '--overlay', 'legend');
  expect(Math.max(...beside)).toBeLessThan(Math.max(...plain));
  const middleOf = (columns: readonly number[]) => (Math.min(...columns) + Math.max(...columns)) / 2;
  expect(middleOf(plain)).toBeCloseTo((WIDTH - 1) / 2, -0.5);
  // Names of one digit and a swatch take about 25 pixels with their margins.
  expect(middleOf(plain) - middleOf(beside)).toBeGreaterThan(8);
  expect(middleOf(plain) - middleOf(beside)).toBeLessThan(24);
});
