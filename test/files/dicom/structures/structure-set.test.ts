/** Structure sets: areas and places of filled contours, holes, overlaps, planes that regions leave out, and names and colours. */
import { expect, it } from 'vitest';
import { readDicomFolder } from '../../../../src/files/dicom/dicom.js';
import type { VolumeFile, VolumeSelection } from '../../../../src/files/volumes/source.js';
import { invert, transformPoint } from '../../../../src/math/affine.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { folderOf, writeSlice } from '../write-dicom.js';
import { rectangle, type WrittenRegion, writeStructures } from './write-structures.js';

expectSilence();

const read = (regions: readonly WrittenRegion[], selection: VolumeSelection = {}) =>
  readDicomFolder(folderOf({ 'rs.dcm': writeStructures(regions) }), selection);

/** The label at a place in the world. */
function labelAt({ volume }: VolumeFile, place: Vec3): number {
  const [i, j, k] = transformPoint(invert(volume.indexToWorld), place).map(Math.round) as [number, number, number];
  return volume.voxels[i + volume.sizes[0] * (j + volume.sizes[1] * k)]!;
}

/** Cubic millimetres of a label. */
function volumeOf({ volume }: VolumeFile, label: number): number {
  const voxel = volume.indexToWorld.columns.reduce((product, column) => product * Math.hypot(...column), 1);
  return [...volume.voxels].filter((value) => value === label).length * voxel;
}

const planes = [0, 3, 6, 9];
const body: WrittenRegion = {
  number: 2,
  name: 'Body',
  color: '255\\128\\0',
  contours: planes.map((z) => rectangle(-60, -40, 60, 40, z)),
};

it('fills contours where they are, with their names and colours', async () => {
  const file = await read([body]);
  expect(file.volume.anatomical).toBe(true);
  expect(file.volume.meaning).toBe('labels');
  expect(file.labels).toEqual([{ label: 2, name: 'Body', color: [1, 128 / 255, 0] }]);
  expect(file.volume.indexToWorld.columns[2]).toEqual([0, 0, 3]);
  expect(file.volume.indexToWorld.origin[2]).toBe(0);
  for (const [place, label] of [
    [[59, 39, 0], 2],
    [[-59, -39, 9], 2],
    [[0, 0, 3], 2],
    [[60.4, 0, 3], 0],
    [[0, -40.4, 3], 0],
  ] as const) {
    expect(labelAt(file, place), String(place)).toBe(label);
  }
  expect(volumeOf(file, 2) / (120 * 80 * 12)).toBeCloseTo(1, 1);
});

it('leaves out holes, whichever way they are drawn', async () => {
  const inner = planes.map((z) => rectangle(-20, -20, 20, 20, z));
  const hollow = { ...body, contours: [...body.contours, ...inner] };
  const file = await read([hollow]);
  expect([labelAt(file, [0, 0, 3]), labelAt(file, [30, 0, 3])]).toEqual([0, 2]);
  expect(volumeOf(file, 2) / ((120 * 80 - 40 * 40) * 12)).toBeCloseTo(1, 1);
});

it('fills any polygon with its area: regular ones of many corners, in planes of any direction', async () => {
  const seed = 7;
  const ring = (corners: number, radius: number, tilt: number, z: number) =>
    Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners + seed;
      const [u, v] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      return [u, v * Math.cos(tilt) - z * Math.sin(tilt), v * Math.sin(tilt) + z * Math.cos(tilt)];
    }).flat();
  for (const tilt of [0, 0.3, Math.PI / 2]) {
    const file = await read([{ ...body, contours: planes.map((z) => ring(37, 30, tilt, z)) }]);
    const area = 0.5 * 37 * 30 * 30 * Math.sin((2 * Math.PI) / 37);
    expect(volumeOf(file, 2) / (area * 12)).toBeCloseTo(1, 2);
  }
});

it('gives a voxel of several to the smallest, and single ones by their label', async () => {
  const organ = { number: 5, name: 'Liver', contours: planes.map((z) => rectangle(-10, -10, 10, 10, z)) };
  for (const regions of [
    [body, organ],
    [organ, body],
  ]) {
    const file = await read(regions);
    expect([labelAt(file, [0, 0, 3]), labelAt(file, [30, 0, 3])]).toEqual([5, 2]);
    expect(file.notes.join()).toMatch(/voxels in several structures, which got the smallest; --labels/);
    const alone = await read(regions, { labels: [2] });
    expect(labelAt(alone, [0, 0, 3])).toBe(2);
    expect(alone.volume.sizes).toEqual(file.volume.sizes);
  }
});

it('fills what regions leave out between their own planes, and nothing beyond', async () => {
  const sparse = {
    number: 5,
    name: 'every second',
    contours: [rectangle(-10, -10, 10, 10, 0), rectangle(-10, -10, 10, 10, 6)],
  };
  const file = await read([body, sparse]);
  expect(planes.map((z) => labelAt(file, [0, 0, z]))).toEqual([5, 5, 5, 2]);
});

it('numbers regions by their places where their own numbers are no labels', async () => {
  const file = await read([
    { ...body, number: 0 },
    { ...body, number: 70000, name: 'Other' },
  ]);
  expect(file.labels!.map(({ label, name }) => [label, name])).toEqual([
    [1, 'Body'],
    [2, 'Other'],
  ]);
});

it('says what encloses nothing, and is left out beside images', async () => {
  const point = { number: 9, name: 'isocentre', type: 'POINT', contours: [[1, 2, 3]] };
  expect((await read([body, point])).notes).toEqual([
    'left out 1 of 2 structures, which have no closed contours: points or nothing',
  ]);
  expect(await expectInputError(read([point]), 'some/folder')).toMatch(/none of which has closed contours/);
  const folder = folderOf({ a: writeSlice(0), b: writeSlice(1), rs: writeStructures([body]) });
  expect((await readDicomFolder(folder, {})).notes).toContain(
    'left out 1 files that are no DICOM images: 1 RT structure set',
  );
});

it('refuses contours that bend, and coordinates that lack', async () => {
  const bent = { ...body, contours: [[0, 0, 0, 10, 0, 0, 10, 10, 5, 0, 10, 0]] };
  expect(await expectInputError(read([bent]), 'some/folder')).toMatch(/do not lie on parallel planes/);
  const short = { ...body, contours: [[0, 0, 0, 10]] };
  expect(await expectInputError(read([short]), 'some/folder')).toMatch(/of 4 coordinates/);
  const flat = { ...body, contours: [[0, 0, 0, 10, 0, 0, 20, 0, 0]] };
  expect(await expectInputError(read([flat]), 'some/folder')).toMatch(/enclose no area/);
});

it('reads sets larger than what is read of a header at first', async () => {
  const corners = Array.from({ length: 1500 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / 1500;
    return [(30 * Math.cos(angle)).toFixed(4), (30 * Math.sin(angle)).toFixed(4), '0'];
  });
  const file = await read([{ ...body, contours: [corners.flat().map(Number)] }]);
  expect(labelAt(file, [0, 0, 0])).toBe(2);
});
