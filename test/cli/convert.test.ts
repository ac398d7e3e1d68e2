/** `tilecast convert` as a user meets it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMeshFile, readVolumeFile } from '../../src/node/index.js';
import { makeFolder, runCli, SAMPLE } from './run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const KNOT = join(import.meta.dirname, '..', '..', 'volumes', 'knot.ply');

function convert(input: string, output: string, ...args: string[]): string {
  const { status, stderr } = runCli(['convert', input, '-o', at(output), ...args]);
  expect(status, stderr).toBe(0);
  return stderr;
}

it('takes a volume from format to format and back, to the bit', async () => {
  convert(SAMPLE, 'head.nii.gz');
  convert(at('head.nii.gz'), 'head.mha');
  convert(at('head.mha'), 'head.nrrd', '--no-compress');
  expect((await readVolumeFile(at('head.nrrd'))).volume).toEqual((await readVolumeFile(SAMPLE)).volume);
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
});

it('takes a mesh to another format, and says what is lost', async () => {
  convert(KNOT, 'knot.ply');
  expect((await readMeshFile(at('knot.ply'))).mesh).toEqual((await readMeshFile(KNOT)).mesh);
  convert(KNOT, 'knot.stl');
  expect((await readMeshFile(at('knot.stl'))).mesh.triangles).toHaveLength(
    (await readMeshFile(KNOT)).mesh.triangles.length,
  );
});

it.each([
  [['convert'], /--output: name the file to write/],
  [['convert', '-o', 'x.nrrd'], /the input is missing/],
  [
    ['convert', SAMPLE, '-o', at('x.png')],
    /x\.png: volumes are written as \.nrrd, \.nii\.gz, \.nii, \.mha, meshes as \.ply, \.stl/,
  ],
  [['convert', SAMPLE, '-o', at('x.stl')], /x\.stl: is a mesh's name, but .*head-phantom\.nrrd is a volume/],
  [['convert', KNOT, '-o', at('x.nrrd')], /x\.nrrd: is a volume's name, but .*knot\.ply is a mesh/],
  [['convert', SAMPLE, KNOT, '-o', at('x.nrrd')], /knot\.ply: is a second input/],
  [['convert', SAMPLE, '-o', join(folder, 'none', 'x.nrrd')], /there is no folder/],
  [['convert', SAMPLE, '-o', at('x.nrrd'), '--time', '3'], /has no time 3/],
])('ends a mistake with exit code 2, one line, and nothing written: %j', (args, message) => {
  const { status, stderr } = runCli(args);
  expect(stderr).toMatch(/^tilecast: [^\n]*\n$/);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
  expect(existsSync(at('x.nrrd'))).toBe(false);
  expect(readFileSync(SAMPLE).length).toBeGreaterThan(0);
});
