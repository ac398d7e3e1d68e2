/** Labels or values, as `tilecast render` and `convert` take them, and what they say of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../camera/random.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIDE = 20;
const SEED = 11;
const random = createRandom(SEED);

function write(name: string, valueAt: (i: number, j: number, k: number) => number): string {
  const voxels = Uint8Array.from({ length: SIDE ** 3 }, (_, at) =>
    valueAt(at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)),
  );
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\nencoding: raw\n\n`;
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([Buffer.from(header), voxels]));
  return path;
}

const distance = (...place: number[]) => Math.hypot(...place.map((at) => at - SIDE / 2 + 0.5));
/** Six of ten neighbours are alike, the others jump, and 150 values occur. */
const SCAN = write('scan.nrrd', (i, j, k) => {
  const head = 230 - 18 * distance(i, j, k);
  return distance(i, j, k) > 9 ? 0 : Math.max(1, Math.round(head / 24) * 24 + (random() < 0.25 ? 30 * random() : 0));
});
const REGIONS = write('regions.nrrd', (i, j, k) =>
  distance(i, j, k) > 9 ? 0 : 1 + ((5 * (i >> 2) + 11 * (j >> 2) + 3 * (k >> 2)) % 23),
);

function render(...args: string[]) {
  const path = join(folder, 'out.png');
  const { status, stderr } = runCli(['render', ...args, '-o', path, '--size', '48x48', '--software']);
  expect(status, `seed ${SEED}: ${stderr}`).toBe(0);
  const { data } = PNG.sync.read(readFileSync(path));
  const isBlue = (at: number) => data[4 * at + 2]! > data[4 * at]! + 20;
  return { stderr, blues: Array.from({ length: 48 * 48 }, (_, at) => at).filter(isBlue).length };
}

describe('integers', () => {
  it('of a scan whose neighbours are often alike are values', () => {
    const { stderr, blues } = render(SCAN);
    expect(stderr).not.toMatch(/label/);
    expect(blues).toBe(0);
    expect(render(SCAN, '--voxels', 'labels').blues).toBeGreaterThan(50);
  });

  it('of regions are labels, which is said with the option that makes values of them', () => {
    const { stderr, blues } = render(REGIONS);
    expect(stderr).toMatch(/regions\.nrrd: looks like labels, and is shown as such; --voxels values shows values\n/);
    expect(blues).toBeGreaterThan(50);
    const values = render(REGIONS, '--voxels', 'values');
    expect(values.stderr).not.toMatch(/label/);
    expect(values.blues).toBe(0);
    expect(render(REGIONS, '--voxels', 'labels').stderr).not.toMatch(/label/);
  });

  it('of a second volume are shown by their surfaces within the first, which is said with the options that mask by them and show values', () => {
    expect(render(SCAN, REGIONS).stderr).toMatch(
      /regions\.nrrd: looks like labels, and they are shown by their surfaces within the first volume; --mask .*; --voxels values/,
    );
    expect(render(SCAN, REGIONS, '--fused-opacity', '0.5').stderr).toMatch(/is shown by its values; --mask /);
    expect(render(SCAN, REGIONS, '--voxels', 'values').stderr).not.toMatch(/label/);
    expect(render(SCAN, SCAN).stderr).not.toMatch(/label/);
  });

  it('that are to be labels, and are fractions, are shown as values, which is said', () => {
    const path = join(folder, 'fractions.nrrd');
    const header = `NRRD0004\ntype: float\ndimension: 3\nsizes: 4 4 4\nencoding: raw\nendian: little\n\n`;
    const voxels = Float32Array.from({ length: 64 }, (_, at) => at / 7);
    writeFileSync(path, Buffer.concat([Buffer.from(header), new Uint8Array(voxels.buffer)]));
    expect(render(path, '--voxels', 'labels').stderr).toMatch(
      /is to be labels, but holds other than positive integers/,
    );
  });

  it('other than labels and values are unknown', () => {
    const { status, stderr } = runCli(['render', SCAN, '-o', join(folder, 'a.png'), '--voxels', 'masks']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--voxels: "masks" is none of labels, values')]);
  });

  it('of labels keep their numbers in the coarser levels of a store', () => {
    const convert = (input: string, output: string) => runCli(['convert', input, '-o', join(folder, output)]).stderr;
    expect(convert(REGIONS, 'regions.zarr')).toMatch(/looks like labels, and coarser levels get the most frequent one/);
    expect(convert(SCAN, 'scan.zarr')).not.toMatch(/label/);
  });
});
