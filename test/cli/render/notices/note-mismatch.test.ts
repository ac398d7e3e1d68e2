/** Meshes that are told to be elsewhere, or of another size, than what they are shown with. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteMismatch, volumeBox } from '../../../../src/cli/render/notices/note-mismatch.js';
import { makeFolder, runCli } from '../../run-cli.js';

const cube = (name: string, start: number, size: number) => ({
  name,
  box: { min: [start, start, start] as const, max: [start + size, start + size, start + size] as const },
});
const { box: HEAD } = cube('head.nii', -100, 200);

test.each([
  ['within', cube('a.obj', -20, 50), []],
  ['partly outside', cube('a.obj', 90, 50), []],
  ['small, as an electrode', cube('a.obj', 0, 1), []],
  [
    'outside',
    cube('a.obj', 101, 50),
    [/^a\.obj: lies outside of the volume, which is from \(-100, -100, -100\) to \(100, /],
  ],
  [
    'in metres',
    cube('a.obj', -0.1, 0.2),
    [/^a\.obj: is 1000 times smaller than the volume; if their units differ, --tr/],
  ],
  ['in micrometres', cube('a.obj', -1e5, 2e5), [/^a\.obj: is 1000 times larger than the volume/]],
  ['a point', cube('a.obj', 0, 0), []],
])('a mesh %s beside a volume', (_, mesh, expected) => {
  expect(noteMismatch([mesh], HEAD)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test('meshes among themselves', () => {
  expect(noteMismatch([cube('a.obj', 0, 1), cube('b.obj', 5, 1)], undefined)).toEqual([]);
  expect(noteMismatch([cube('a.obj', 4e6, 1)], undefined)).toEqual([]);
  const sizes = noteMismatch([cube('a.obj', 0, 1), cube('b.obj', 0, 1000)], undefined);
  expect(sizes).toEqual([expect.stringMatching(/^a\.obj: is 1000 times smaller than the largest mesh/)]);
  const far = noteMismatch([cube('a.obj', 0, 1), cube('b.obj', 4e6, 1)], undefined);
  expect(far).toEqual([
    expect.stringMatching(/^the meshes lie far apart, at most 1\.7 large and 6900000 from end to end/),
  ]);
});

test("a volume's box has its voxels whole", () => {
  const indexToWorld = {
    columns: [
      [-2, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    origin: [5, 0, 0],
  } as const;
  expect(volumeBox({ sizes: [3, 2, 1], indexToWorld })).toEqual({ min: [0, -0.5, -0.5], max: [6, 1.5, 0.5] });
});

test('slices of a volume say that a mesh is elsewhere', () => {
  const folder = makeFolder();
  const [mesh, volume] = [join(folder, 'far.obj'), join(folder, 'one.nrrd')];
  writeFileSync(mesh, 'v 90 0 0\nv 91 0 0\nv 90 1 0\nf 1 2 3\n');
  writeFileSync(
    volume,
    Buffer.from('NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\n\n\x00\x01\x02\x03\x04\x05\x06\x07'),
  );
  const { status, stderr } = runCli(['slices', volume, mesh, '-o', join(folder, 'a.png')]);
  expect(status).toBe(0);
  expect(stderr).toMatch(/far\.obj: lies outside of the volume/);
});
