/**
 * Renders each sample volume without a single option, and puts the pictures on one sheet:
 * `npx tsx experiments/first-pictures/run.ts --sheet after.png [--only NAME,…]`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';
import { createVolume } from 'tilecast';
import { createRenderer, encodePng, loadVolume } from 'tilecast/node';
import { generateVolumes } from './volumes.js';

const HERE = import.meta.dirname;
const SAMPLES = join(HERE, '..', '..', 'volumes');
const PICTURE = 192;
const COLUMNS = 7;
const GAP = 2;

const { values: options } = parseArgs({
  options: { sheet: { type: 'string', default: 'after.png' }, only: { type: 'string' } },
});
const wanted = options.only?.split(',');

const renderer = await createRenderer();

/** The volumes of the repository, and the generated ones. */
async function* listVolumes() {
  for (const name of ['head-phantom', 'marschner-lobb']) {
    if (!wanted) yield { name, volume: await loadVolume(join(SAMPLES, `${name}.nrrd`)) };
  }
  for (const { name, sizes, spacings: [x, y, z] = [1, 1, 1], voxels } of generateVolumes()) {
    if (wanted && !wanted.includes(name)) continue;
    const columns = [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ] as const;
    yield { name, volume: createVolume({ sizes, voxels, indexToWorld: { columns, origin: [0, 0, 0] } }) };
  }
}

const pictures: PNG[] = [];
for await (const { volume } of listVolumes()) {
  const image = await renderer.render({ volume }, undefined, { width: PICTURE, height: PICTURE });
  pictures.push(PNG.sync.read(Buffer.from(encodePng(image))));
}
renderer.destroy();

const pitch = PICTURE + GAP;
const rows = Math.ceil(pictures.length / COLUMNS);
const sheet = new PNG({ width: COLUMNS * pitch, height: rows * pitch });
sheet.data.fill(0x60);
for (let index = 3; index < sheet.data.length; index += 4) sheet.data[index] = 255;
for (const [index, picture] of pictures.entries()) {
  const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)];
  PNG.bitblt(picture, sheet, 0, 0, PICTURE, PICTURE, column * pitch, row * pitch);
}
writeFileSync(join(HERE, options.sheet), PNG.sync.write(sheet));
