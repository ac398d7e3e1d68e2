/** Close up, what the transfer function of a preset shows: plain, fine, and of sixteen times as many samples. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { computeStatistics, createShading, findTransfer, Renderer } from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { viewLook } from './looks.js';

const SIDE = 256;
const PICTURES = [{ quality: 'plain' }, { quality: 'fine' }, { quality: 'plain', step: 1 / 16 }] as const;

const [path = 'volumes/head-phantom.nrrd', preset = 'CT-Coronary-Arteries', output = 'close-up.png'] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'));
const { volume } = await readVolumeFile(path);
const transfer = findTransfer(preset).create({ statistics: () => computeStatistics(volume) });
const scene = { volume, transfer, shading: createShading(transfer.shading) };
const camera = viewLook(volume, { name: preset, scene, zoom: 4 });
const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const sheet = new PNG({ width: PICTURES.length * SIDE, height: 2 * SIDE });
for (const [row, look] of [scene, { volume, transfer }].entries()) {
  for (const [column, options] of PICTURES.entries()) {
    const { pixels } = await renderer.render(look, camera, { width: SIDE, height: SIDE, ...options });
    const picture = Object.assign(new PNG({ width: SIDE, height: SIDE }), { data: Buffer.from(pixels) });
    PNG.bitblt(picture, sheet, 0, 0, SIDE, SIDE, column * SIDE, row * SIDE);
  }
}
writeFileSync(join(import.meta.dirname, output), PNG.sync.write(sheet));
gpu.destroy();
