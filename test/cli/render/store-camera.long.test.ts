/** The view and the look of a store are the same whichever of its levels is loaded, whole or in pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const inFolder = (name: string) => join(folder, name);

/** More voxels than appearances are chosen from: a level of its own is coarser. */
const SIZES = [240, 220, 164] as const;

/** A rough ball that fills a part of the volume, with faint noise around it. */
function writeScan(path: string): void {
  const [ni, nj, nk] = SIZES;
  const voxels = new Uint8Array(ni * nj * nk);
  for (let k = 0, at = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++, at++) {
        const distance = Math.hypot(i - 101, j - 120, k - 71) + 4 * Math.sin(i / 5) * Math.cos(j / 7);
        voxels[at] = distance < 61 ? 120 + ((i * 7 + j * 3 + k) % 90) : (i * 31 + j * 17 + k * 5) % 23;
      }
    }
  }
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${SIZES.join(' ')}\nencoding: raw\n\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), voxels]));
}

it('by default and by options that choose what is loaded', () => {
  const [scan, store] = [inFolder('scan.nrrd'), inFolder('scan.zarr')];
  writeScan(scan);
  expect(runCli(['convert', scan, '-o', store]).status).toBe(0);
  const render = (name: string, ...args: string[]) => {
    const camera = inFolder(`${name}.json`);
    const size = ['--size', '64x64', '--software', '--azimuth', '30', '--save-camera', camera];
    const { status, stderr } = runCli(['render', store, '-o', inFolder(`${name}.png`), ...size, ...args]);
    expect(status, stderr).toBe(0);
    return { camera: readFileSync(camera, 'utf8'), pixels: PNG.sync.read(readFileSync(inFolder(`${name}.png`))).data };
  };
  for (const look of [[], ['--transfer', 'viridis']]) {
    const whole = render('whole', ...look);
    const pages = render('pages', '--memory', '4', ...look);
    const coarse = render('coarse', '--detail', '2', ...look);
    expect(pages.camera).toBe(whole.camera);
    expect(coarse.camera).toBe(whole.camera);
    const most = whole.pixels.reduce((sum, value, at) => Math.max(sum, Math.abs(value - pages.pixels[at]!)), 0);
    expect(most).toBeLessThanOrEqual(2);
  }
});
