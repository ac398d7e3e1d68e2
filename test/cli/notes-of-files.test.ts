/** Notes about one file of several begin with its name, and those about the only one do not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const [SIDE, PICTURE] = [8, at('picture.png')];

const values = Float32Array.from({ length: 2 * SIDE ** 3 }, (_, index) => index % 11);
const header = (fields: string, type = 'float') =>
  Buffer.from(`NRRD0004\ntype: ${type}\n${fields}\nencoding: raw\nendian: little\n\n`);
const cube = `dimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}`;
const vectors = `dimension: 4\nkinds: vector domain domain domain\nsizes: 2 ${SIDE} ${SIDE} ${SIDE}`;
for (const name of ['first.nrrd', 'second.nrrd']) {
  writeFileSync(at(name), Buffer.concat([header(vectors), Buffer.from(values.buffer)]));
}
const labels = Uint8Array.from({ length: SIDE ** 3 }, (_, index) => Number(index > 200));
writeFileSync(at('labels.nrrd'), Buffer.concat([header(cube, 'uint8'), labels]));

const NOTE = 'has 2 components per voxel (axis 1, kind vector); took component 0, --component takes any of 0 to 1';
const linesOf = (command: string, inputs: readonly string[], ...more: string[]) => {
  const { status, stderr } = runCli([command, ...inputs.map(at), '-o', PICTURE, ...more]);
  expect(status, stderr).toBe(0);
  return stderr.split('\n').filter((line) => line.includes('components'));
};
const software = ['--size', '16x16', '--software'];

it.each([
  ['render', software],
  ['slices', []],
])('%s', (command, more) => {
  expect(linesOf(command, ['first.nrrd'], ...more)).toEqual([`tilecast: ${NOTE}`]);
  const both = [`tilecast: ${at('first.nrrd')}: ${NOTE}`, `tilecast: ${at('second.nrrd')}: ${NOTE}`];
  expect(linesOf(command, ['first.nrrd', 'second.nrrd'], ...more)).toEqual(both);
  expect(linesOf(command, ['first.nrrd'], '--mask', at('labels.nrrd'), ...more)).toEqual(both.slice(0, 1));
});
