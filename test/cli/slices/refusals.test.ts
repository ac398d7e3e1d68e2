/** `tilecast slices` refuses what it cannot draw in one line, which blames what is wrong, and writes nothing. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const inFolder = (name: string) => join(folder, name);

const SIZES = [11, 10, 9] as const;
const ramp = inFolder('ramp.nii');
const values = Array.from({ length: SIZES[0] * SIZES[1] * SIZES[2] }, (_, voxel) => (voxel * 7919) % 1000);
writeFileSync(
  ramp,
  writeNifti(values, 'int16', { dim: [3, ...SIZES], sformCode: 1, sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0] }),
);

it.each([
  [['--plane', 'tilted'], '--plane: "tilted" is none of'],
  [['--plane', '0,0,0'], '--plane: "0,0,0" has no direction'],
  [['--plane', '0,0,1', '--up', '0,0,2'], '--up: '],
  [['--up', '0,0,1'], '--up: is for --plane NX,NY,NZ'],
  [['--plane', 'axial,1,2'], '--plane: "1" is none of'],
  [['--through', '1,2,3'], '--through: takes three points, or two with --perpendicular, and it is given once'],
  [['--perpendicular', 'axial'], '--perpendicular: is for --through'],
  [['--through', '1,2,3', '--through', '1,2,5', '--perpendicular', 'axial'], '--through: the line'],
  [['--through', '1,1,1', '--through', '2,2,2', '--through', '4,4,4'], '--through: the three points lie on a line'],
  [['--through', '0,0,99', '--through', '1,0,99', '--through', '0,1,99'], '--through: 99 lies beside the volume'],
  [['--through', '1,2,3', '--plane', 'axial'], '--plane: leave out either'],
  [['--plane', '3d'], '--plane: 3d alone is what tilecast render draws'],
  [['--view', 'left'], '--view: is for 3d, which --plane does not name'],
  [['--software'], '--software: is for 3d'],
  [['--plane', 'axial,3d', '--view', 'inside'], '--view: '],
  [['--plane', 'axial', '--at', '99'], '--at: 99 lies beside the volume, which is from -0.5 to 8.5 there'],
  [['--plane', 'axial', '--at', 'voxel:9'], '--at: voxel:9 is none of the voxels 0 to 8'],
  [['--at', '1,2'], '--at: several planes cross in a point X,Y,Z'],
  [['--plane', 'axial', '--at', '1', '--count', '2'], '--count: '],
  [['--count', '0'], '--count: '],
  [['--scale', '2', '--size', '100x100'], '--scale: '],
  [['--scale', '0'], '--scale: '],
  [['--window', '5,5'], '--window: '],
  [['--mode', 'mip'], '--mode: '],
  [['--slab-thickness', '2', '--mode', 'composite'], '--mode: '],
  [['--fill', '0.5'], '--fill: is for labels'],
  [['--labels', '1'], '--labels: is for --mask'],
  [['--fused-threshold', '3'], '--fused-threshold: is for a second volume'],
  [['--mesh-color', 'red'], '--mesh-color: is for meshes'],
  [['--no-annotations', '--title', 'QA'], '--title: '],
  [['--within', '/usr'], 'ramp.nii'],
  [['--mode=mip', '--slab-thickness', '-1'], '--slab-thickness: '],
])('refuses %s in one line, and writes nothing', (args, message) => {
  const output = inFolder('refused.png');
  const { status, stderr } = runCli(['slices', ramp, '-o', output, ...args]);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(status).toBe(2);
  expect(existsSync(output)).toBe(false);
});

it('refuses meshes alone, a missing output, and to write over its input', () => {
  const refuse = (...args: string[]) => {
    const { status, stderr } = runCli(['slices', ...args]);
    expect(status, stderr).toBe(2);
    return stderr;
  };
  const box = inFolder('box.obj');
  writeFileSync(box, 'v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n');
  expect(refuse(box, '-o', inFolder('x.png'))).toContain('is a mesh');
  expect(refuse(ramp)).toContain('--output: name the PNG');
  expect(refuse('-o', inFolder('x.png'))).toContain('the input is missing');
  expect(refuse(ramp, '-o', inFolder('x.tiff'))).toContain('end the name in .png, .jpg or .webp');
});

it('says what is wrong with a store, and blames no option for it', () => {
  const store = inFolder('damaged.zarr');
  mkdirSync(store);
  const metadata = { zarr_format: 2, shape: [4, 4, 4], chunks: [4, 4, 4], dtype: '<u2', compressor: { id: 'zlib' } };
  writeFileSync(join(store, '.zarray'), JSON.stringify({ ...metadata, fill_value: 0, order: 'C', filters: null }));
  writeFileSync(join(store, '0.0.0'), 'no zlib data');
  const { status, stderr } = runCli(['slices', store, '-o', inFolder('damaged.png'), '--window', '0,100']);
  expect(status).toBe(2);
  expect(String(stderr)).toMatch(/^tilecast: (?!--)[^\n]*damaged\.zarr: [^\n]*\n$/);
});
