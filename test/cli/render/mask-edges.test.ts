/** `tilecast render --mask`: smooth edges, and when voxels keep theirs. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { readPngText } from '../../../src/node/png/png-text.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const [NI, NJ, NK] = [14, 12, 10];

function write(name: string, valueAt: (distance: number) => number): string {
  const voxels = Uint8Array.from({ length: NI * NJ * NK }, (_, at) =>
    valueAt(Math.hypot((at % NI) - 6.3, (Math.floor(at / NI) % NJ) - 5.6, Math.floor(at / (NI * NJ)) - 4.4)),
  );
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${NI} ${NJ} ${NK}\nencoding: raw\n\n`;
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from(header), voxels]));
  return join(folder, name);
}

const SCAN = write('scan.nrrd', (distance) => 200 - 10 * distance);
const MASKED = [SCAN, '--mask', write('mask.nrrd', (distance) => Number(distance < 3.7))] as const;
const OUT = join(folder, 'out.png');

function render(...args: readonly string[]): Buffer {
  const { status, stderr } = runCli(['render', '-o', OUT, '--size', '40x36', '--software', ...args]);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(OUT)).data;
}

it('are smooth unless they are told or the quality is plain, and recipes without a word of them keep voxels', () => {
  const smooth = render(...MASKED);
  const record = join(folder, 'smooth.png');
  copyFileSync(OUT, record);
  expect(render(...MASKED, '--mask-edges', 'smooth').equals(smooth)).toBe(true);
  const voxels = render(...MASKED, '--mask-edges', 'voxels');
  expect(voxels.equals(smooth)).toBe(false);
  expect(render(...MASKED, '--blocky').equals(voxels)).toBe(true);
  expect(render('--replay', record).equals(smooth)).toBe(true);
  const { 'mask-edges': edges, ...before } = JSON.parse(readPngText(readFileSync(record), record)['tilecast:recipe']!);
  expect(edges).toBe('smooth');
  const old = join(folder, 'old.json');
  writeFileSync(old, JSON.stringify(before));
  expect(render('--replay', old).equals(voxels)).toBe(true);
});

it('are those of voxels with plain quality, where smooth ones can be asked for', () => {
  const plain = render(...MASKED, '--quality', 'plain');
  expect(render(...MASKED, '--quality', 'plain', '--mask-edges', 'voxels').equals(plain)).toBe(true);
  expect(render(...MASKED, '--quality', 'plain', '--mask-edges', 'smooth').equals(plain)).toBe(false);
});

it('are told to have no effect without a mask', () => {
  const { status, stderr } = runCli([
    'render',
    SCAN,
    '-o',
    OUT,
    '--size',
    '8x8',
    '--software',
    '--mask-edges',
    'voxels',
  ]);
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/--mask-edges: has no effect where no --mask hides voxels/);
});
