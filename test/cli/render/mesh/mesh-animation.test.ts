/** `tilecast render --animation`: moments and sequences of what a glTF says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it, test } from 'vitest';
import { makeFolder, runCli } from '../../run-cli.js';
import { writeWalkingSquare } from './walking-square.js';

const folder = makeFolder();
const model = writeWalkingSquare(join(folder, 'model.gltf'));

const SIZE = 40;
const VIEW = ['--eye', '4,0,9', '--target', '4,0,0', '--up', '0,1,0', '--projection', 'orthographic', '--height', '20'];
const render = (...args: string[]) =>
  runCli(['render', model, ...VIEW, '--size', `${SIZE}x${SIZE}`, '--software', ...args]);

/** Columns of the picture's middle row where the square is. */
function columnsOf(path: string): number[] {
  const { data } = PNG.sync.read(readFileSync(path));
  return Array.from({ length: SIZE }, (_, x) => x).filter((x) => data[4 * ((SIZE / 2) * SIZE + x)]! > 0);
}

test('NAME@SECONDS is one moment, and a number of frames are one period', () => {
  const out = join(folder, 'moment.png');
  const moment = render('--animation', 'Walk@1', '-o', out);
  expect(moment.status, moment.stderr).toBe(0);
  expect(columnsOf(out)).toEqual([14, 15, 16, 17]);
  const sequence = render('--animation', '0', '--frames', '2', '-o', join(folder, 'walk-%d.png'));
  expect(sequence.status, sequence.stderr).toBe(0);
  expect(columnsOf(join(folder, 'walk-0.png'))).toEqual([10, 11, 12, 13]);
  expect(columnsOf(join(folder, 'walk-1.png'))).toEqual([18, 19, 20, 21]);
  const again = join(folder, 'again.png');
  expect(runCli(['render', '--replay', out, '-o', again, '--software']).status).toBe(0);
  expect(readFileSync(again).equals(readFileSync(out))).toBe(true);
});

it.each([
  [['--animation', 'run'], /--animation: there is none named "run"; there are walk/],
  [['--animation', 'walk@5'], /--animation: "walk" is from 0 to 4 seconds, not at 5/],
  [['--animation', 'walk@soon'], /--animation: "soon"/],
  [['--animation', 'walk', '--deform', 'twist'], /--animation: leave out either this or --deform/],
  [['--animation', 'walk@1', '--frames', '3'], /--frames: a number is for --deform or --animation/],
])('refuses %j', (args, message) => {
  const out = join(folder, 'none.png');
  const { status, stderr } = render(...args, '-o', out);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(existsSync(out)).toBe(false);
});

test('info lists it', () => {
  expect(runCli(['info', model]).stdout.toString()).toMatch(/^animations\s+walk, of 4 s$/m);
});
