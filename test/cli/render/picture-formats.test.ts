/** Pictures as JPEG and WebP on the command line. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPictureText } from '../../../src/node/index.js';
import { RECIPE_KEYWORD } from '../../../src/recipe/recipe-json.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const VOLUMES = join(import.meta.dirname, '..', '..', '..', 'volumes');
const KNOT = join(VOLUMES, 'knot.ply');
const PHANTOM = join(VOLUMES, 'head-phantom.nrrd');

function run(...args: string[]) {
  const { status, stderr } = runCli(args);
  expect(status, String(stderr)).toBe(0);
}
const recipeOf = (path: string) => JSON.parse(readPictureText(readFileSync(path), path)[RECIPE_KEYWORD]!);
const SIZE = ['--size', '32x24', '--software'];

it.each(['jpg', 'webp'])('.%s holds the recipe, which makes the same bytes again', (ending) => {
  const [first, again] = [`first.${ending}`, `again.${ending}`].map((name) => join(folder, name)) as [string, string];
  run('render', KNOT, '-o', first, ...SIZE);
  expect(recipeOf(first)).toMatchObject({ version: 1, size: '32x24' });
  run('render', VOLUMES, '--replay', first, '-o', again, '--software');
  expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
});

it('numbered frames are in the format of their names, and those that are there are kept', () => {
  const args = ['render', KNOT, '-o', join(folder, 'turn-%d.webp'), '--turntable', '2', ...SIZE];
  run(...args);
  const made = readdirSync(folder).filter((file) => file.startsWith('turn-'));
  expect(made).toEqual(['turn-0.webp', 'turn-1.webp']);
  for (const file of made) expect(readFileSync(join(folder, file)).toString('latin1', 8, 12)).toBe('WEBP');
  const inode = () => statSync(join(folder, 'turn-1.webp')).ino;
  const before = inode();
  run(...args);
  expect(inode()).toBe(before);
});

it('slices are too, and their recipe draws them again', () => {
  const [first, again] = [join(folder, 'slices.jpg'), join(folder, 'slices-again.jpg')];
  run('slices', PHANTOM, '-o', first, '--size', '60x60');
  run('slices', '--replay', first, PHANTOM, '-o', again);
  expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
});
