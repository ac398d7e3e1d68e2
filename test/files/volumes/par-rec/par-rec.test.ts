/** Philips's PAR/REC files: order and scaling of images, and the world against the matrices that define it. */
import { expect, it } from 'vitest';
import { transformPoint } from '../../../../src/math/affine.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../compare-volumes.js';
import { encode } from '../nrrd/write-nrrd.js';
import { readFiles } from '../read-files.js';
import { type ParRow, writePar } from './write-par.js';

expectSilence();

/** Image k of a REC file holds k · 100 and on. */
const recOf = (images: number) =>
  encode(
    Array.from({ length: 20 * images }, (_, index) => Math.floor(index / 20) * 100 + (index % 20)),
    'uint16',
  );

const stack = (...indices: readonly number[]): ParRow[] =>
  indices.map((index, at) => ({ slice: at + 1, index, offcentre: [10, 1.5 * at, 20] }));

it('reads slices in the order of their numbers, from where the header says they are', async () => {
  const rows = stack(2, 0, 1);
  for (const listed of [rows, [rows[2]!, rows[0]!, rows[1]!]]) {
    const { volume } = await readFiles({ 'a.PAR': writePar(listed), 'a.REC': recOf(3) });
    expect(volume.sizes).toEqual([5, 4, 3]);
    expect(volume.voxels).toBeInstanceOf(Uint16Array);
    expect([0, 20, 40].map((at) => volume.voxels[at])).toEqual([200, 0, 100]);
  }
});

it('finds either file of a pair, in either case', async () => {
  const par = writePar(stack(0, 1));
  for (const files of [
    { 'a.REC': recOf(2), 'a.PAR': par },
    { 'a.par': par, 'a.rec': recOf(2) },
    { 'a.rec': recOf(2), 'a.PAR': par },
  ]) {
    expect((await readFiles(files)).volume.voxels[39]).toBe(119);
  }
});

it('scales each image by its own slope and intercept', async () => {
  const [first, second] = stack(0, 1) as [ParRow, ParRow];
  const rows = [
    { ...first, scaling: [5, 2] as const },
    { ...second, scaling: [0, 0.5] as const },
  ];
  const { volume } = await readFiles({ 'a.PAR': writePar(rows), 'a.REC': recOf(2) });
  expect([volume.voxels[3], volume.voxels[23]]).toEqual([11, 51.5]);
});

it('counts dynamics as points in time, also where two images are named alike, and leaves out what is not whole', async () => {
  const rows = [0, 1, 2].flatMap((time) => stack(2 * time, 2 * time + 1).map((row) => ({ ...row, dynamic: time + 1 })));
  const { volume, times, notes } = await readFiles({ 'a.PAR': writePar(rows), 'a.REC': recOf(6) }, { time: 2 });
  expect([times, volume.voxels[0]]).toEqual([3, 400]);
  expect(notes[0]).toMatch(/^has 3 points in time \(volumes that differ by dynamic\); took time 2/);
  const alike = rows.map((row) => ({ ...row, dynamic: 1 }));
  expect((await readFiles({ 'a.PAR': writePar(alike), 'a.REC': recOf(6) }, { time: 1 })).volume.voxels[0]).toBe(200);
  const cut = await readFiles({ 'a.PAR': writePar(rows.slice(0, 5)), 'a.REC': recOf(5) });
  expect(cut.times).toBe(2);
  expect(cut.notes[0]).toBe('left out 1 of 3 volumes, which have fewer than 2 slices');
});

/** Rows of the matrix that turns by an angle about x (right-left), y (anterior-posterior) or z (feet-head). */
const about = (axis: 0 | 1 | 2, degrees: number) => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as const;
  return [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => {
      if (row === column) return row === axis ? 1 : c;
      if (row === u && column === v) return -s;
      return row === v && column === u ? s : 0;
    }),
  );
};
const times = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
  a.map((row) => b[0]!.map((_, column) => row.reduce((sum, value, at) => sum + value * b[at]![column]!, 0)));

it.each([
  [1, [0, 1, 2], [1, 1, 1]],
  [2, [1, 2, 0], [1, -1, -1]],
  [3, [0, 2, 1], [1, -1, 1]],
] as const)('places slices of orientation %i', async (orientation, axes, signs) => {
  const [ap, fh, rl] = [-30, 20, 10] as const;
  const turn = times(times(about(0, rl), about(1, ap)), about(2, fh));
  const direction = (which: 0 | 1 | 2) => turn.map((row) => row[axes[which]]! * signs[which]);
  const step = direction(2).map((part) => 1.5 * part) as [number, number, number];
  const rows = [0, 1, 2].map((at): ParRow => {
    const [x, y, z] = [20, 10, -5].map((start, axis) => start + at * step[axis]!) as [number, number, number];
    return { slice: at + 1, index: at, orientation, angulation: [ap, fh, rl], offcentre: [y, z, x] };
  });
  const { volume } = await readFiles({ 'a.PAR': writePar(rows), 'a.REC': recOf(3) });
  expect(volume.anatomical).toBe(true);
  const centre = transformPoint(volume.indexToWorld, [2, 1.5, 1]);
  const next = transformPoint(volume.indexToWorld, [3, 1.5, 1]);
  const below = transformPoint(volume.indexToWorld, [2, 2.5, 1]);
  for (const axis of [0, 1, 2] as const) {
    expect(centre[axis]).toBeCloseTo([20, 10, -5][axis]! + step[axis], 6);
    expect(next[axis] - centre[axis]).toBeCloseTo(2 * direction(0)[axis]!, 6);
    expect(below[axis] - centre[axis]).toBeCloseTo(3 * direction(1)[axis]!, 6);
  }
});

it('takes thickness and gap for the step of a single slice', async () => {
  const { volume } = await readFiles({ 'a.PAR': writePar(stack(0)), 'a.REC': recOf(1) });
  expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 1.5]);
});

const skewed = stack(0, 1, 2).map((row, at) => ({ ...row, offcentre: [10 + 5 * at, at, 20] as const }));
const mixed = stack(0, 1).map((row, at) => ({ ...row, orientation: (at + 1) as 1 | 2 }));

it.each([
  ['no data', { 'a.PAR': writePar(stack(0)) }, /needs a\.REC or a\.rec beside it; give both$/],
  ['no header', { 'a.REC': recOf(1) }, /needs a\.PAR or a\.par beside it/],
  ['too few data', { 'a.PAR': writePar(stack(0, 1)), 'a.REC': recOf(1) }, /"a\.REC": has 0 bytes of data/],
  ['older columns', { 'a.PAR': writePar(stack(0), ['slice number (integer)']) }, /before version 4 are; dcm2niix/],
  ['no images', { 'a.PAR': writePar([]) }, /lists no images/],
  ['several stacks', { 'a.PAR': writePar(mixed), 'a.REC': recOf(2) }, /of orientation 1 and 2; dcm2niix/],
  ['slices across each other', { 'a.PAR': writePar(skewed), 'a.REC': recOf(3) }, /not parallel at equal distances/],
  ['12 bits', { 'a.PAR': writePar([{ ...stack(0)[0]!, bits: 12 }]), 'a.REC': recOf(1) }, /pixels of 12 bits/],
] as const)('refuses %s', async (_, files, message) => {
  expect(await expectInputError(readFiles(files), Object.keys(files)[0]!)).toMatch(message);
});
