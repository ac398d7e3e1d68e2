/** `--keyframes`: frames at keys against the pictures of their views, and frames between against their own recipes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const SIZE = ['--size', '40x30', '--software'];
const at = (name: string) => join(folder, name);
const pixels = (name: string) => PNG.sync.read(readFileSync(at(name))).data;

function render(...args: string[]): string {
  const { status, stderr } = runCli(['render', ...args, ...SIZE]);
  expect(status, stderr).toBe(0);
  return stderr;
}

function writeKeys(name: string, keys: readonly object[]): string {
  writeFileSync(at(name), JSON.stringify({ version: 1, keys }));
  return at(name);
}

const FRONT = ['--view', 'anterior', '--transfer', 'bone', '--clip', '0,0,1,-100'];
const SIDE = ['--view', 'left', '--zoom', '1.5', '--transfer', 'CT-Soft-Tissue', '--clip', '0,0,1,0'];

it('shows each view at its key, and what its recipe says in between', () => {
  render(SAMPLE, '-o', at('front.png'), ...FRONT);
  render(SAMPLE, '-o', at('side.png'), ...SIDE, '--size', '64x64');
  const keys = writeKeys('flight.json', [
    { frame: 0, view: 'front.png' },
    { frame: 4, view: { view: 'left', zoom: 1.5, transfer: 'CT-Soft-Tissue', clip: [[0, 0, 1, 0]] }, ease: 'stop' },
    { frame: 6, view: 'front.png' },
  ]);
  render(SAMPLE, '-o', at('k%d.png'), '--keyframes', keys);
  render(SAMPLE, '-o', at('small-side.png'), ...SIDE);
  expect(pixels('k0.png').equals(pixels('front.png'))).toBe(true);
  expect(pixels('k4.png').equals(pixels('small-side.png'))).toBe(true);
  expect(pixels('k6.png').equals(pixels('front.png'))).toBe(true);
  expect(existsSync(at('k7.png'))).toBe(false);
  render('--replay', at('k2.png'), SAMPLE, '-o', at('again.png'));
  expect(pixels('again.png').equals(pixels('k2.png'))).toBe(true);
  const different = ['k0.png', 'k1.png', 'k2.png', 'k3.png', 'k4.png', 'k5.png'].map((name) =>
    pixels(name).toString('base64'),
  );
  expect(new Set(different).size).toBe(6);
});

it('takes nothing from other views where one says nothing', () => {
  const keys = writeKeys('own.json', [
    { frame: 0, view: { view: 'anterior', transfer: 'bone' } },
    { frame: 1, view: { view: 'left' } },
  ]);
  render(SAMPLE, '-o', at('own%d.png'), '--keyframes', keys);
  render(SAMPLE, '-o', at('left.png'), '--view', 'left');
  expect(pixels('own1.png').equals(pixels('left.png'))).toBe(true);
});

it('goes on where it was, and writes video', () => {
  const keys = writeKeys('turn.json', [
    { frame: 0, view: { view: 'anterior' } },
    { frame: 3, view: { view: 'left' } },
  ]);
  render(SAMPLE, '-o', at('g%d.png'), '--keyframes', keys, '--frames', '1-2');
  expect(existsSync(at('g0.png'))).toBe(false);
  const before = readFileSync(at('g1.png'));
  render(SAMPLE, '-o', at('g%d.png'), '--keyframes', keys);
  expect(readFileSync(at('g1.png')).equals(before)).toBe(true);
  render(SAMPLE, '-o', at('flight.y4m'), '--keyframes', keys);
  expect(readFileSync(at('flight.y4m')).toString('latin1').split('FRAME\n')).toHaveLength(5);
});

const STILL = { frame: 0, view: { view: 'left' } };

it.each([
  ['a view of nothing', [STILL, { frame: 2, view: 'none.png' }], [], /none\.png: does not exist/],
  ['a mode that changes', [STILL, { frame: 2, view: { mode: 'mip' } }], [], /--mode: differs between keyframes/],
  ['one key', [STILL], [], /keys\.json: has keyframes that cannot be read: its keys must be a list of two or more$/],
  [
    'a turntable beside',
    [STILL, { ...STILL, frame: 2 }],
    ['--turntable', '3'],
    /--turntable: leave out either this or --keyframes$/,
  ],
  [
    'a range beyond',
    [STILL, { ...STILL, frame: 2 }],
    ['--frames', '5-6'],
    /--frames: 5-6 is beyond the last frame, 2$/,
  ],
] as const)('refuses %s', (_, keys, args, message) => {
  const { status, stderr } = runCli([
    'render',
    SAMPLE,
    '-o',
    at('no%d.png'),
    '--keyframes',
    writeKeys('keys.json', keys),
    ...args,
    ...SIZE,
  ]);
  expect(stderr.trim()).toMatch(message);
  expect(status).toBe(2);
  expect(existsSync(at('no0.png'))).toBe(false);
});
