/** `--label-names`: names in the legend and colours of labels, of volumes that consist of them and of masks, and in recipes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const SIDE = 20;
const blocks = (value: (i: number) => number) =>
  createVolume({
    sizes: [SIDE, SIDE, SIDE],
    voxels: Uint8Array.from({ length: SIDE ** 3 }, (_, index) => value(index % SIDE)),
  });
for (const [name, volume] of Object.entries({
  'parts_dseg.nrrd': blocks((i) => (i < 3 || i > 16 ? 0 : i < 10 ? 4 : 17)),
  'full.nrrd': blocks(() => 200),
}))
  writeFileSync(at(name), Buffer.concat((await writeVolume(volume, name)).pieces));
writeFileSync(at('names.tsv'), 'index\tname\tcolor\n4\tleft\t#ff0000\n17\tright\t#0000ff\n');

function render(...args: readonly string[]) {
  const { status, stderr } = runCli(['render', ...args, '--size', '64x48', '--software', '--no-shade']);
  expect(status, stderr).toBe(0);
}

/** How many pixels are clearly of the one or of the other colour. */
function countColors(name: string) {
  const { data } = PNG.sync.read(readFileSync(at(name)));
  let [red, blue] = [0, 0];
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    if (data[pixel]! > 100 && data[pixel + 2]! < 40 && data[pixel + 1]! < 40) red += 1;
    if (data[pixel + 2]! > 100 && data[pixel]! < 40 && data[pixel + 1]! < 40) blue += 1;
  }
  return { red, blue };
}

it.each([
  ['a volume that consists of labels', [at('parts_dseg.nrrd'), '--voxels', 'labels']],
  ['a mask', [at('full.nrrd'), '--mask', at('parts_dseg.nrrd')]],
])('colours %s', (kind, inputs) => {
  const name = `${kind.length}.png`;
  render(...inputs, '--label-names', at('names.tsv'), '-o', at(name));
  const { red, blue } = countColors(name);
  expect(red).toBeGreaterThan(100);
  expect(blue).toBeGreaterThan(100);
  if (kind === 'a mask') {
    // Colours that are asked for come first.
    render(...inputs, '--label-names', at('names.tsv'), '--labels', '4:lime,17', '-o', at(`own-${name}`));
    expect(countColors(`own-${name}`)).toMatchObject({ red: 0 });
  }
  // The recipe holds the table instead of the file's name.
  const recipe = readPngText(readFileSync(at(name)), name);
  expect(JSON.stringify(recipe)).toMatch(/left/);
  expect(JSON.stringify(recipe)).not.toMatch(/names\.tsv/);
  const { status, stderr } = runCli(['render', '--replay', at(name), '-o', at(`again-${name}`), '--software']);
  expect(status, stderr).toBe(0);
  const pixels = (file: string) => PNG.sync.read(readFileSync(at(file))).data;
  expect(pixels(`again-${name}`).equals(pixels(name))).toBe(true);
});

it('is refused for what is no table', () => {
  writeFileSync(at('poem.txt'), 'no labels here\n');
  const { status, stderr } = runCli([
    'render',
    at('parts_dseg.nrrd'),
    '--label-names',
    at('poem.txt'),
    '-o',
    at('x.png'),
    '--software',
  ]);
  expect(stderr).toMatch(/poem\.txt: its line "no labels here" is no label's\n$/);
  expect(status).toBe(2);
});
