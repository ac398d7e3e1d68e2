/** `tilecast convert` as a user meets it. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { boundingBox, createVolume, writeVolume } from '../../src/index.js';
import { findClosedness } from '../../src/mesh-queries.js';
import { readMeshFile, readVolumeFile } from '../../src/node/index.js';
import { MAIN, makeFolder, runCli, SAMPLE } from './run-cli.js';

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

it('keeps the unit of lengths', async () => {
  const voxels = Uint8Array.from({ length: 6 * 5 * 4 }, (_, index) => index);
  const cells = createVolume({ sizes: [6, 5, 4], voxels, spacings: [0.3, 0.3, 1] });
  const { pieces } = await writeVolume(cells, 'cells.nrrd', { unit: 'um' });
  writeFileSync(at('cells.nrrd'), Buffer.concat(pieces));
  for (const output of ['cells.nii', 'cells.mha', 'cells.zarr']) {
    convert(at('cells.nrrd'), output);
    const { stdout } = runCli(['info', at(output), '--json']);
    expect([output, JSON.parse(String(stdout)).unit]).toEqual([output, 'micrometer']);
  }
});

it('makes a store of a volume, which renders as the volume, whole or in pages', async () => {
  convert(SAMPLE, 'head.zarr');
  const { volume } = await readVolumeFile(SAMPLE);
  const stored = (await readVolumeFile(at('head.zarr'))).volume;
  expect(stored.voxels).toEqual(volume.voxels);
  expect(stored.indexToWorld.columns.flat()).toEqual(
    volume.indexToWorld.columns.flat().map((x) => expect.closeTo(x, 9)),
  );
  const pixelsOf = (input: string, ...args: string[]) => {
    const look = ['--size', '24x24', '--software', '--view', 'left', '--transfer', 'bone', '--quality', 'plain'];
    const { status, stderr } = runCli([
      'render',
      input,
      '-o',
      at('store.png'),
      '--stats',
      at('stats.json'),
      ...look,
      ...args,
    ]);
    expect(status, stderr).toBe(0);
    return PNG.sync.read(readFileSync(at('store.png'))).data;
  };
  const whole = pixelsOf(at('head.zarr'));
  const paged = pixelsOf(at('head.zarr'), '--memory', '1', '--progress');
  const { paging } = JSON.parse(readFileSync(at('stats.json'), 'utf8'));
  expect(paging.pagesLoaded).toBeGreaterThan(0);
  // The views are fitted to what shows, of the store's coarser levels where it is in pages.
  expect(paged.filter((value, index) => Math.abs(value - whole[index]!) > 8).length).toBeLessThan(0.02 * whole.length);
  const again = runCli(['convert', SAMPLE, '-o', at('head.zarr')]);
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('is there already; remove it first')]);
});

it('takes a mesh to another format, and says what is lost', async () => {
  convert(KNOT, 'knot.ply');
  expect((await readMeshFile(at('knot.ply'))).mesh).toEqual((await readMeshFile(KNOT)).mesh);
  convert(KNOT, 'knot.stl');
  expect((await readMeshFile(at('knot.stl'))).mesh.triangles).toHaveLength(
    (await readMeshFile(KNOT)).mesh.triangles.length,
  );
});

it('makes volumes of a mesh: signed distances in a band, and labels', async () => {
  convert(KNOT, 'distance.nrrd', '--distance', '24', '--band', '2.5', '--software');
  convert(KNOT, 'labels.mha', '--voxelize', '24', '--software');
  const distance = (await readVolumeFile(at('distance.nrrd'))).volume;
  const labels = (await readVolumeFile(at('labels.mha'))).volume;
  expect(Math.max(...distance.sizes)).toBe(24);
  expect([labels.sizes, labels.indexToWorld.origin]).toEqual([distance.sizes, distance.indexToWorld.origin]);
  expect(labels.voxels).toEqual(Uint8Array.from(distance.voxels, (value) => Number(value < 0)));
  const band = 2.5 * distance.indexToWorld.columns[0][0];
  expect([Math.max(...distance.voxels), labels.voxels.includes(1)]).toEqual([expect.closeTo(band, 6), true]);
});

it('leaves no half file after Ctrl-C', async () => {
  const args = ['convert', KNOT, '--distance', '400', '-o', at('stopped.nrrd'), '--software'];
  const child = spawn(process.execPath, [MAIN, ...args]);
  const stopped = () => readdirSync(folder).filter((name) => /stopped|partial/.test(name));
  const ended = new Promise((resolve) => child.on('exit', (...how) => resolve(how)));
  while (stopped().length === 0) await new Promise((wait) => setTimeout(wait, 5));
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(stopped()).toEqual([]);
});

it.each([
  [['convert'], /--output: name the file to write/],
  [['convert', '-o', 'x.nrrd'], /the input is missing/],
  [
    ['convert', SAMPLE, '-o', at('x.png')],
    /x\.png: volumes are written as \.nrrd, \.nii\.gz, \.nii, \.mha, \.zarr, meshes as \.ply, \.obj, \.glb, \.stl/,
  ],
  [['convert', SAMPLE, '-o', at('x.stl')], /x\.stl: is made from a mesh, but .*head-phantom\.nrrd is a volume/],
  [['convert', KNOT, '-o', at('x.nrrd')], /x\.nrrd: is a volume's name, but .*knot\.ply is a mesh/],
  [
    ['convert', KNOT, '-o', at('x.ply'), '--distance', '64'],
    /x\.ply: is a volume for --distance; name it \.nrrd or \.mha/,
  ],
  [['convert', KNOT, '-o', at('x.nrrd'), '--distance', '4'], /--distance: must be 8 to 4096 voxels, not 4/],
  [['convert', KNOT, '-o', at('x.nrrd'), '--voxelize', '64', '--band', '3'], /--band: is for --distance/],
  [['convert', SAMPLE, '-o', at('x.nrrd'), '--voxelize', '64'], /x\.nrrd: is made from a mesh, but .*head-phantom/],
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

it('makes a closed mesh of an isosurface, and refuses one of a mesh or of nothing', async () => {
  const small = at('small.nrrd');
  const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 3 3\nspacings: 1 2 3\nencoding: raw\n\n';
  writeFileSync(small, Buffer.concat([Buffer.from(header), Buffer.from(Array.from({ length: 36 }, (_, i) => 7 * i))]));
  const run = runCli(['convert', small, '-o', at('surface.stl'), '--isosurface', '100']);
  expect(run.status).toBe(0);
  const { mesh } = await readMeshFile(at('surface.stl'));
  expect(findClosedness(mesh).closed).toBe(true);
  expect(boundingBox(mesh).max[2]).toBeCloseTo(7.5, 2);
  for (const [input, value, message] of [
    [small, '300', /the isosurface of 300 is empty/],
    [KNOT, '0', /--isosurface: is of a volume, and .*knot\.ply is a mesh/],
  ] as const) {
    const { status, stderr } = runCli(['convert', input, '-o', at('none.stl'), '--isosurface', value]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(existsSync(at('none.stl'))).toBe(false);
  }
});
