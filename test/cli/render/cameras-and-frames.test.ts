/** Cameras that are saved, turned and raised, what stands on the ground below them, and ranges of their frames. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { readPngText } from '../../../src/node/png/png-text.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const KNOT = join(SAMPLE, '..', 'knot.ply');
const inFolder = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(inFolder(name));
const pixels = (name: string) => PNG.sync.read(read(name)).data;

function render(...args: string[]): string {
  const { status, stderr } = runCli(['render', ...args, '--size', '48x40', '--software']);
  expect(status, stderr).toBe(0);
  return stderr;
}

/** The most that two pictures differ by. */
const difference = (one: Uint8Array, two: Uint8Array) =>
  one.reduce((most, value, index) => Math.max(most, Math.abs(value - two[index]!)), 0);

it.each([
  ['from above', ['--view', 'superior']],
  ['raised', ['--elevation', '40']],
  ['raised and rolled', ['--azimuth', '30', '--elevation', '40', '--roll', '20', '--view', 'left']],
  ['placed', ['--eye', '30,-200,90', '--target', '0,0,0', '--up', '0,0,1']],
])('gives the ground below a view %s again from its saved camera', (name, view) => {
  const [camera, again] = [inFolder(`${name}.json`), inFolder(`${name}-again.json`)];
  render(KNOT, '-o', inFolder(`${name}.png`), '--ground', 'tan', ...view, '--save-camera', camera);
  const args = ['--ground', 'tan', '--camera', camera, '--save-camera', again];
  render(KNOT, '-o', inFolder(`${name}-again.png`), ...args);
  expect(pixels(`${name}-again.png`).equals(pixels(`${name}.png`))).toBe(true);
  expect(readFileSync(again).equals(readFileSync(camera))).toBe(true);
  render('--replay', inFolder(`${name}.png`), KNOT, '-o', inFolder(`${name}-replay.png`));
  expect(pixels(`${name}-replay.png`).equals(pixels(`${name}.png`))).toBe(true);
});

it('turns a raised view about the vertical, above the ground that it stands on', () => {
  const view = [
    '--view',
    'front',
    '--elevation',
    '30',
    '--ground',
    'tan',
    '--projection',
    'orthographic',
    '--height',
    '200',
  ];
  const spin = (name: string, ...args: string[]) => render(KNOT, '-o', inFolder(name), ...view, ...args);
  spin('turn-%d.png', '--turntable', '4', '--save-camera', inFolder('turn.json'));
  const camera = JSON.parse(read('turn.json').toString());
  for (const frame of [0, 1, 2, 3]) {
    // The still from the same target: a fit to one view looks elsewhere.
    const still = `turn-still-${frame}.png`;
    const args = ['--camera', inFolder('turn.json'), '--azimuth', String(90 * frame), '--ground', 'tan'];
    render(KNOT, '-o', inFolder(still), ...args);
    expect(difference(pixels(`turn-${frame}.png`), pixels(still))).toBeLessThanOrEqual(1);
    const made = JSON.parse(readPngText(read(`turn-${frame}.png`), 'turn')['tilecast:recipe']!).camera;
    // Half of the distance up, in each frame.
    const rise = made.vertical.reduce(
      (sum: number, v: number, axis: number) => sum + v * (made.eye[axis] - made.target[axis]),
      0,
    );
    const away = Math.hypot(...made.eye.map((place: number, axis: number) => place - made.target[axis]));
    expect(rise / away).toBeCloseTo(0.5, 9);
    expect(made.vertical).toEqual(camera.vertical);
  }
});

it('clips a range that ends beyond the last frame, and refuses one that begins there', () => {
  const args = ['-o', inFolder('array-%d.png'), '--turntable', '6'];
  const stderr = render(KNOT, ...args, '--frames', '4-9');
  expect(stderr).toMatch(/--frames: 4-9 ends beyond the last frame: renders 4-5/);
  expect(readdirSync(folder).filter((name) => name.startsWith('array-'))).toEqual(['array-4.png', 'array-5.png']);
  const refused = runCli(['render', KNOT, ...args, '--frames', '6-9']);
  expect(refused.stderr).toMatch(/--frames: 6-9 is beyond the last frame, 5/);
  expect(refused.status).toBe(2);
});

it.each(['names', 'none'])(
  'leaves nothing of a range of frames that blocks the next command, with --recipe %s',
  (recipe) => {
    const output = inFolder(`twist-${recipe}.png`);
    const args = [KNOT, '-o', output, '--deform', 'twist', '--recipe', recipe];
    render(...args, '--frames', '0-0/3');
    render(...args, '--frames', '0-0/3');
    render(...args, '--frames', '3');
    expect(existsSync(`${output}.frames`)).toBe(false);
    expect(Object.keys(readPngText(readFileSync(output), output))).toEqual(
      recipe === 'none' ? [] : ['tilecast:recipe'],
    );
  },
);

it('writes alpha for a transparent background, even where no pixel shows it', () => {
  const view = ['--zoom', '20', '--iso', '0', '--background', 'transparent'];
  render(SAMPLE, '-o', inFolder('clear.png'), ...view);
  expect(pixels('clear.png').every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  // The colour type of IHDR: 6 is RGB with alpha.
  expect(read('clear.png')[25]).toBe(6);
});

it('writes a frame of a turntable to the same bytes whenever it is rendered', () => {
  const args = ['--turntable', '8', '--workgroup', 'auto'];
  render(SAMPLE, '-o', inFolder('all-%d.png'), ...args);
  for (const frame of [0, 5, 7]) {
    render(SAMPLE, '-o', inFolder('one-%d.png'), ...args, '--frames', `${frame}-${frame}`);
    expect(read(`one-${frame}.png`).equals(read(`all-${frame}.png`))).toBe(true);
  }
});

it('names the stored path of an input that a replay does not find', () => {
  render(KNOT, '-o', inFolder('full.png'), '--recipe', 'full');
  const { stderr, status } = runCli(['render', '--replay', inFolder('full.png'), '-o', inFolder('x.png')]);
  expect(stderr).toContain(`was made from ${KNOT}, which is not below ${folder};`);
  expect(status).toBe(2);
});
