/** Every command takes the point in time that `render` takes, which is not the first where that is nearly empty. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();
const SIDE = 8;
const VOXELS = SIDE ** 3;

const series = join(folder, 'series.nrrd');
const header = `NRRD0004\ntype: uint8\ndimension: 4\nsizes: ${SIDE} ${SIDE} ${SIDE} 3\nencoding: raw\nkinds: domain domain domain time\n\n`;
const voxels = Uint8Array.from({ length: 3 * VOXELS }, (_, at) => [0, 30, 20][Math.floor(at / VOXELS)]! * (at % SIDE));
writeFileSync(series, Buffer.concat([Buffer.from(header), voxels]));

it('describes it', () => {
  const { status, stdout, stderr } = runCli(['info', series]);
  expect(status).toBe(0);
  expect(stderr).toContain('time 0 is nearly empty beside time 1');
  expect(String(stdout)).toMatch(/^range +0 to 210$/m);
});

it('describes the one that is named', () => {
  expect(String(runCli(['info', series, '--time', '0']).stdout)).toMatch(/^range +0 to 0$/m);
});

it('converts it', () => {
  const out = join(folder, 'one.raw.nrrd');
  expect(runCli(['convert', series, '-o', out]).status).toBe(0);
  const named = join(folder, 'named.nrrd');
  expect(runCli(['convert', series, '--time', '1', '-o', named]).status).toBe(0);
  expect(readFileSync(out).equals(readFileSync(named))).toBe(true);
});
