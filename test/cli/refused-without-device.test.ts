/** What the arguments alone show to be wrong is said in one line before a device is opened: here there is none of the kind. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from './run-cli.js';

const folder = makeFolder();
const KNOT = join(dirname(SAMPLE), 'knot.ply');
const at = (name: string) => join(folder, name);
const OUT = at('x.png');
writeFileSync(at('points.csv'), '0,0,0\n');
writeFileSync(at('rays.csv'), '0,0,0,1,1,1\n');
writeFileSync(at('file'), 'not a folder');

const scan = (...args: string[]) => ['render', SAMPLE, '-o', OUT, ...args];
const mesh = (...args: string[]) => ['render', KNOT, '-o', OUT, ...args];
const cross = (...args: string[]) => ['intersect', '--mesh', KNOT, ...args];

const MISTAKES: readonly [readonly string[], RegExp][] = [
  [scan('--samples', '0'), /^--samples: must be from 1 to 64, or to 1000000 with --quality path, not 0/],
  [scan('--samples', '65'), /^--samples: must be from 1 to 64, or to 1000000 with --quality path, not 65/],
  [scan('--turntable', '4', '--progress'), /^--progress: is for one picture/],
  [scan('--split', '2', '--shadows'), /^--split: a part knows nothing of the others’ shade; leave out --shadows/],
  [scan('--split', '2', '--ambient-occlusion', '8'), /^--split: .*leave out --ambient-occlusion/],
  [scan('--split', '2', '--iso', '1,2'), /^--split: a part shows one isosurface/],
  [scan('--split', '65', '--quality', 'path'), /^--split: shares out 64 --samples/],
  [scan('--mode', 'isosurface'), /^--iso: name the value/],
  [scan('--turntable', '4', '--frames', '4-9'), /^--frames: 4-9 is beyond the last frame, 3/],
  [scan('--eye', '0,0,0', '--target', '0,0,0'), /eye and target must differ/],
  [scan('--light', '0,0,0'), /^--light: /],
  [scan('--mesh-color', 'red'), /^--mesh-color: is for meshes/],
  [scan('--camera', at('none.json')), /none\.json: does not exist/],
  [mesh('--mode', 'mip'), /^--mode: is for a volume/],
  [mesh('--reflections', '17'), /^--reflections: must be from 0 to 16/],
  [mesh('--values', 'none'), /^--values: the mesh has no values named "none"/],
  [['sweep', SAMPLE, '--out', at('file')], /file: is a file, and results go to a folder/],
  [['sweep', SAMPLE, '--out', at('s'), '--views', 'none'], /^there is no view "none"/],
  [['measure', 'thickness', KNOT, '--out', at('file')], /file: is a file, and results go to a folder/],
  [['measure', 'distance', KNOT], /^distance: is about two meshes, not 1/],
  [cross('--rays', at('none.csv'), '--out', at('o')), /none\.csv: does not exist/],
  [cross('--rays', at('points.csv'), '--out', at('o')), /points\.csv/],
  [cross('--rays', at('rays.csv'), '--out', at('file')), /file: is a file, and results go to a folder/],
  [cross('--closest', at('none.csv'), '--csv'), /none\.csv: does not exist/],
  [['convert', SAMPLE, '-o', at('a.stl'), '--isosurface', 'x'], /^--isosurface: "x" is not a number/],
  [['convert', SAMPLE, '-o', at('a.stl'), '--isosurface', '3', '--inside', 'out'], /^--inside: .*above, below/],
  [['convert', KNOT, '-o', at('a.nrrd'), '--distance', '5'], /^--distance: must be 8 to 4096/],
];

it.each(MISTAKES)('%j', (args, message) => {
  // Drivers that do not exist: whoever opens a device hears of that instead.
  const none = at('none.json');
  const { status, stderr } = runCli([...args, '--adapter', 'gpu'], { VK_DRIVER_FILES: none, VK_ICD_FILENAMES: none });
  const lines = stderr.trim().split('\n');
  expect(lines.at(-1)!.replace(/^tilecast: /, '')).toMatch(message);
  expect(lines.length, stderr).toBe(1);
  expect(status).toBe(2);
  for (const name of ['x.png', 's', 'o', 'a.stl', 'a.nrrd']) expect(existsSync(at(name))).toBe(false);
});
