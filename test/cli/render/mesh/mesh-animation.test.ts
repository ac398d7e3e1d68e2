/** `tilecast render --animation`: moments and sequences of what a glTF says. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it, test } from 'vitest';
import { makeFolder, runCli } from '../../run-cli.js';

const folder = makeFolder();
const model = join(folder, 'model.gltf');

/** A square of side 2 that goes from x = 0 to x = 8 in four seconds. */
const numbers = Float32Array.of(...[-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], ...[0, 4], ...[0, 0, 0, 8, 0, 0]);
const indices = Uint16Array.of(0, 1, 2, 0, 2, 3);
const bytes = Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(indices.buffer)]);
writeFileSync(
  model,
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 3 }] }],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    bufferViews: [48, 8, 24, 12].map((byteLength, view) => ({
      buffer: 0,
      byteLength,
      byteOffset: [0, 48, 56, 80][view],
    })),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [4] },
      { bufferView: 2, componentType: 5126, count: 2, type: 'VEC3' },
      { bufferView: 3, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    animations: [
      {
        name: 'walk',
        samplers: [{ input: 1, output: 2 }],
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
      },
    ],
  }),
);

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
  const moment = render('--animation', 'walk@1', '-o', out);
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
