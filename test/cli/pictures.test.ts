/** Folders of pictures on the command line. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();
const stack = join(folder, 'stack');
mkdirSync(stack);

/** Grey by slice. */
function writePicture(path: string, grey: number): void {
  const png = new PNG({ width: 6, height: 4 });
  for (let index = 0; index < png.data.length; index++) png.data[index] = index % 4 < 3 ? grey : 255;
  writeFileSync(path, new Uint8Array(PNG.sync.write(png, { colorType: 0 })));
}

for (const slice of [1, 2, 10]) writePicture(join(stack, `slice${slice}.png`), 20 * slice);

it('info tells of a stack, and convert writes it with its spacings', () => {
  const { status, stdout, stderr } = runCli(['info', stack, '--spacing', '0.5,0.5,2', '--json']);
  expect(status, stderr).toBe(0);
  expect(JSON.parse(String(stdout))).toMatchObject({
    format: 'stack of pictures',
    sizes: [6, 4, 3],
    spacing: [0.5, 0.5, 2],
    type: 'uint8',
  });
  expect(stderr).toContain('lacks 7 of the numbers from 1 to 10');
  const out = join(folder, 'stack.nrrd');
  expect(runCli(['convert', stack, '-o', out, '--spacing', '0.5,0.5,2', '--no-compress']).status).toBe(0);
  const bytes = readFileSync(out);
  expect(bytes.toString('latin1')).toContain('space directions: (0.5,0,0) (0,0.5,0) (0,0,2)');
  expect([...bytes.subarray(-72)]).toEqual([20, 40, 200].flatMap((grey) => new Array(24).fill(grey)));
});

it('convert keeps colours, info names them, and a store refuses them', () => {
  const colored = join(folder, 'colored');
  mkdirSync(colored);
  for (const slice of [1, 2]) {
    const png = new PNG({ width: 2, height: 1 });
    png.data.set([10 * slice, 20, 200, 255, 1, 2, 3, 255]);
    writeFileSync(join(colored, `${slice}.png`), new Uint8Array(PNG.sync.write(png, { colorType: 2 })));
  }
  const out = join(folder, 'colored.nrrd');
  expect(runCli(['convert', colored, '-o', out, '--no-compress']).status).toBe(0);
  expect([...readFileSync(out).subarray(-12)]).toEqual([10, 20, 200, 1, 2, 3, 20, 20, 200, 1, 2, 3]);
  expect(JSON.parse(String(runCli(['info', out, '--json']).stdout))).toMatchObject({ colors: 'RGB' });
  expect(String(runCli(['info', out]).stdout)).toMatch(/^colors +RGB/m);
  const store = runCli(['convert', colored, '-o', join(folder, 'colored.zarr')]);
  expect([store.status, store.stderr]).toEqual([2, expect.stringContaining('.nii and .nii.gz hold colors')]);
  const red = join(folder, 'red.nrrd');
  expect(runCli(['convert', colored, '-o', red, '--component', '0', '--no-compress']).status).toBe(0);
  expect([...readFileSync(red).subarray(-4)]).toEqual([10, 1, 20, 1]);
});

it('a volume beside pictures is that volume', () => {
  const beside = join(folder, 'beside');
  mkdirSync(beside);
  writePicture(join(beside, 'preview.png'), 1);
  writePicture(join(beside, 'preview2.png'), 1);
  copyFileSync(join(folder, 'stack.nrrd'), join(beside, 'scan.nrrd'));
  const { status, stdout, stderr } = runCli(['info', beside, '--json']);
  expect(status, stderr).toBe(0);
  expect(JSON.parse(String(stdout))).toMatchObject({ format: 'NRRD', sizes: [6, 4, 3] });
});

it('spacings are for what has none', () => {
  for (const input of [join(folder, 'stack.nrrd'), 'volumes/head-phantom.nrrd']) {
    const { status, stderr } = runCli(['info', input, '--spacing', '1,1,1']);
    expect(status).toBe(2);
    expect(stderr).toContain('--spacing is for inputs without, such as .npy, --raw and folders of pictures');
  }
  expect(runCli(['info', stack, '--spacing', '1,0,1']).stderr).toContain('must be three numbers greater than 0');
});
