/** Phases, whose noise hides what they are of, and slices far apart: one slice of them is rendered, said, and recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createRandom } from '../../camera/random.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIDE = 18;
const SEED = 23;
const random = createRandom(SEED);
const PHASES = join(folder, 'phases.nrrd');

const voxels = Uint8Array.from({ length: SIDE ** 3 }, (_, at) => {
  const [x, y, z] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)].map((i) => i - SIDE / 2);
  return Math.hypot(x!, y!, z!) < 6 ? 128 + 8 * x! : 256 * random();
});
const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\nencoding: raw\n\n`;
writeFileSync(PHASES, Buffer.concat([Buffer.from(header), voxels]));

function render(name: string, ...args: string[]) {
  const path = join(folder, name);
  const { status, stderr } = runCli(['render', ...args, '-o', path, '--size', '48x48', '--software']);
  expect(status, `seed ${SEED}: ${stderr}`).toBe(0);
  return { path, stderr, bytes: readFileSync(path) };
}

const picture = render('slice.png', PHASES);

it('shows the middle slice, and says so', () => {
  expect(picture.stderr).toMatch(/phases\.nrrd: is noise as bright as its signal, .*--crop :,:,: shows all of it/);
});

it('is the picture of that crop, and its recipe says so', () => {
  const crop = `:,:,${SIDE / 2}:${SIDE / 2}`;
  const named = render('named.png', PHASES, '--crop', crop);
  expect(named.stderr).not.toMatch(/noise/);
  const again = render('again.png', '--replay', picture.path);
  expect(again.stderr).not.toMatch(/noise/);
  expect(again.bytes.equals(picture.bytes)).toBe(true);
  const whole = render('whole.png', PHASES, '--crop', ':,:,:');
  expect(whole.stderr).not.toMatch(/noise/);
  expect(whole.bytes.equals(picture.bytes)).toBe(false);
});

it('shows the voxels of a slice far from the others, and not what lies between', async () => {
  const slices = Uint8Array.from({ length: 16 * 16 * 5 }, (_, at) => {
    const isMiddle = Math.floor(at / 256) === 2;
    return (isMiddle ? 50 : 200) + (at % 16);
  });
  const path = join(folder, 'apart.nrrd');
  const axes = 'space directions: (1,0,0) (0,1,0) (0,0,20)\nspace: left-posterior-superior\nspace origin: (0,0,0)\n';
  const text = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: 16 16 5\n${axes}encoding: raw\n\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(text), slices]));
  const greyOf = ({ bytes }: ReturnType<typeof render>) => {
    const { data } = PNG.sync.read(bytes);
    return data[4 * (48 * 24 + 24)]!;
  };
  const alone = render('alone.png', path);
  expect(alone.stderr).toMatch(/few slices far apart/);
  // White is at two fifths of the values of all slices, of which this one is the darkest.
  const grey = (255 * (57.5 - 50)) / (0.4 * (215 - 50));
  for (const picture of [alone, render('plain.png', path, '--quality', 'plain')]) {
    expect(Math.abs(greyOf(picture) - grey)).toBeLessThanOrEqual(2);
  }
  const named = render('named-alone.png', path, '--crop', ':,:,2:2');
  expect(greyOf(named)).toBe(greyOf(alone));
  expect(render('alone-again.png', '--replay', alone.path).bytes.equals(alone.bytes)).toBe(true);
});
