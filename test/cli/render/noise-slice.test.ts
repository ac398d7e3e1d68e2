/** Phases, whose noise hides what they are of: one slice of them is rendered, said, and recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
