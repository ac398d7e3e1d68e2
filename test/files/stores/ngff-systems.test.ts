/** Coordinate systems of OME-Zarr 0.6: https://ngff.openmicroscopy.org/0.6. */
import { expect, it } from 'vitest';
import { openZarr } from '../../../src/files/stores/zarr/zarr-store.js';
import { memoryKeys, text, writeZarr3Sharded } from './memory-zarr.js';

const SHAPE = [4, 5, 6];
const axesIn = (unit: string) => ['z', 'y', 'x'].map((name) => ({ name, type: 'space', unit }));
const SEQUENCE = {
  type: 'sequence',
  transformations: [
    { type: 'scale', scale: [4, 3, 2] },
    { type: 'translation', translation: [10, 20, 30] },
  ],
};
const IMAGE = {
  coordinateSystems: [
    { name: 'world', axes: axesIn('millimeter') },
    { name: 'physical', axes: axesIn('micrometer') },
  ],
  datasets: [
    {
      path: '0',
      coordinateTransformations: [{ ...SEQUENCE, input: { path: '0' }, output: { name: 'physical' } }],
    },
  ],
  coordinateTransformations: [
    {
      type: 'affine',
      affine: [
        [0, 0, 1, 5],
        [0, 1, 0, 0],
        [1, 0, 0, 0],
      ],
      input: { name: 'physical' },
      output: { name: 'world' },
    },
  ],
};

async function open(image: object, version = '0.6') {
  const files = new Map<string, Uint8Array>();
  files.set(
    '/zarr.json',
    text({ zarr_format: 3, node_type: 'group', attributes: { ome: { version, multiscales: [image] } } }),
  );
  const values = Uint16Array.from({ length: 120 }, (_, index) => index);
  writeZarr3Sharded(files, '/0', { shape: SHAPE, values }, SHAPE, SHAPE);
  return openZarr(memoryKeys(files), {});
}

it('is shown in the system that its datasets are mapped to, and says which others there are', async () => {
  const { levels, unit, format, notes } = await open(IMAGE);
  expect(levels[0].indexToWorld).toEqual({
    columns: [
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 4],
    ],
    origin: [30, 20, 10],
  });
  expect([unit, format]).toEqual(['micrometer', 'OME-Zarr 0.6']);
  expect(notes).toEqual([
    'has the coordinate systems world besides physical, which its voxels are in; it is shown in physical',
  ]);
});

it('names systems by texts too, as drafts of the version did', async () => {
  const transform = { type: 'scale', scale: [4, 3, 2], input: '0', output: 'physical' };
  const { levels } = await open({ ...IMAGE, datasets: [{ path: '0', coordinateTransformations: [transform] }] });
  expect(levels[0].indexToWorld.origin).toEqual([0, 0, 0]);
});

it.each<[string, object, RegExp]>([
  [
    'a system that is not described',
    { ...IMAGE, coordinateSystems: [{ name: 'world', axes: axesIn('millimeter') }] },
    /maps its datasets to the coordinate system "physical", which it does not describe/,
  ],
  [
    'datasets that are turned',
    {
      ...IMAGE,
      datasets: [
        {
          path: '0',
          coordinateTransformations: [{ type: 'rotation', rotation: [], output: { name: 'physical' } }],
        },
      ],
    },
    /a transformation of type "rotation"; scale, translation and sequences of them can be read/,
  ],
])('refuses %s', async (_, image, message) => {
  await expect(open(image)).rejects.toThrow(message);
});
