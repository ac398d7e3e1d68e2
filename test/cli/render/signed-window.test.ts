/** `tilecast render --window` on maps of both signs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createRandom } from '../../camera/random.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const SIDE = 24;
const SEED = 3;
const random = createRandom(SEED);

function write(name: string, valueAt: (i: number, j: number, k: number) => number): string {
  const voxels = Float32Array.from({ length: SIDE ** 3 }, (_, at) =>
    valueAt(at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)),
  );
  const header = `NRRD0004\ntype: float\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\nencoding: raw\nendian: little\n\n`;
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([Buffer.from(header), new Uint8Array(voxels.buffer)]));
  return path;
}

const distance = (i: number, j: number, k: number, middle: number) => Math.hypot(i - middle, j - 11.5, k - 11.5);
/** Noise in a head, with a blob of 7 and one of −7; nothing around it. */
const MAP = write('z.nrrd', (i, j, k) => {
  if (distance(i, j, k, 11.5) > 11) return 0;
  const blobs = distance(i, j, k, 6) < 3 ? 7 : distance(i, j, k, 17) < 3 ? -7 : 0;
  return blobs + 2 * (random() + random() + random() - 1.5);
});
const HEAD = write('head.nrrd', (i, j, k) => (distance(i, j, k, 11.5) < 11 ? 100 + 10 * random() : 10 * random()));

function render(...args: string[]) {
  const path = join(folder, 'out.png');
  const { status, stderr } = runCli(['render', ...args, '-o', path, '--size', '48x48', '--view', 'a', '--software']);
  expect(status, `seed ${SEED}: ${stderr}`).toBe(0);
  const { data } = PNG.sync.read(readFileSync(path));
  const count = (is: (red: number, blue: number) => boolean) =>
    Array.from({ length: 48 * 48 }, (_, at) => at).filter((at) => is(data[4 * at]!, data[4 * at + 2]!)).length;
  return { stderr, warm: count((red, blue) => red > blue + 40), cold: count((red, blue) => blue > red + 40), path };
}

it('shows magnitudes of both signs, and nothing of what is nearer to zero, and says so', () => {
  const { stderr, warm, cold, path } = render(MAP, '--window', '3,8');
  expect(stderr).toMatch(/--window 3,8: shows magnitudes from 3 to 8, since the values deviate from 0 to both sides/);
  // Blobs of 6 of 24 voxels across; a box of fog would fill the picture.
  for (const pixels of [warm, cold]) {
    expect(pixels).toBeGreaterThan(40);
    expect(pixels).toBeLessThan(400);
  }
  const again = join(folder, 'again.png');
  expect(runCli(['render', '--replay', path, '-o', again, '--software']).status).toBe(0);
  expect(PNG.sync.read(readFileSync(again)).data.equals(PNG.sync.read(readFileSync(path)).data)).toBe(true);
});

it('of both signs, below zero and on other volumes says nothing', () => {
  const below = render(MAP, '--window=-8,-3');
  expect(below.cold).toBeGreaterThan(40);
  expect(below.warm).toBe(0);
  for (const { stderr } of [below, render(MAP, '--window=-8,8'), render(HEAD, '--window', '50,120')]) {
    expect(stderr).not.toMatch(/magnitudes/);
  }
});

it('is of magnitudes on a volume that is fused with another', () => {
  const { stderr } = render(HEAD, MAP, '--fused-window', '3,8');
  expect(stderr).toMatch(/--fused-window 3,8: shows magnitudes from 3 to 8/);
  expect(render(HEAD, MAP, '--fused-transfer', 'cool-warm', '--fused-window', '3,8').stderr).toMatch(/magnitudes/);
});
