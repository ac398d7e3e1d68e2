/** Files of two dimensions open as one slice, like flat pictures do. */
import { describe, expect, test } from 'vitest';
import { acrossSlice } from '../../../src/files/volumes/samples/across-slice.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { cross, dot, length } from '../../../src/math/vec3.js';
import { createRandom, randomPoint } from '../../camera/random.js';
import { writeMetaImage } from './meta-image/write-meta-image.js';
import { writeNifti } from './nifti/write-nifti.js';
import { attach, encode, type Fields, join, rampOf, sourceOf } from './nrrd/write-nrrd.js';

const SIZES = '5 4';
const VALUES = rampOf('int16', 20);
const DATA = encode(VALUES, 'int16');

const flatNrrd = (fields: Fields = {}) => attach({ dimension: 2, sizes: SIZES, ...fields }, DATA);
const flatMeta = (fields = {}) => writeMetaImage({ NDims: 2, DimSize: SIZES, ...fields }, DATA);
const flatNifti = (fields = {}) => writeNifti(VALUES, 'int16', { dim: [2, 5, 4], ...fields });

function flatNpy(): Uint8Array {
  const header = "{'descr': '<i2', 'fortran_order': False, 'shape': (4, 5), }".padEnd(117);
  return join(Uint8Array.of(0x93), 'NUMPY', Uint8Array.of(1, 0, 118, 0), `${header}\n`, DATA);
}

async function open(name: string, bytes: Uint8Array) {
  const { volume, notes } = await readVolumeSource({ ...sourceOf(bytes), name });
  expect(volume.sizes).toEqual([5, 4, 1]);
  expect(Array.from(volume.voxels)).toEqual(VALUES);
  expect(notes).toEqual([]);
  const { columns, origin } = volume.indexToWorld;
  return { columns, origin, anatomical: volume.anatomical };
}

const diagonal = (x: number, y: number, z: number) => [
  [x, 0, 0],
  [0, y, 0],
  [0, 0, z],
];

/** The shorter step is that across the slice. */
const plain = { columns: diagonal(1, 1, 1), origin: [0, 0, 0], anatomical: false };
const spaced = { columns: diagonal(2, 0.5, 0.5), origin: [0, 0, 0], anatomical: false };

test.each<[string, string, Uint8Array, object]>([
  ['NRRD without geometry', 'a.nrrd', flatNrrd(), plain],
  ['NRRD with spacings', 'a.nrrd', flatNrrd({ spacings: '2 0.5' }), spaced],
  [
    'NRRD with mins',
    'a.nrrd',
    flatNrrd({ spacings: '2 0.5', 'axis mins': '3 -4', centers: 'cell node' }),
    { ...spaced, origin: [4, -4, 0] },
  ],
  [
    'NRRD in a plane, the second axis turned over',
    'a.nrrd',
    flatNrrd({ 'space dimension': 2, 'space directions': '(2,1) (0,-3)', 'space origin': '(7,8)' }),
    {
      columns: [
        [2, 1, 0],
        [0, -3, 0],
        [0, 0, Math.sqrt(5)],
      ],
      origin: [7, 8, 0],
      anatomical: false,
    },
  ],
  [
    'NRRD in an anatomical space',
    'a.nrrd',
    flatNrrd({ space: 'RAS', 'space directions': '(0,2,0) (0,0,3)', 'space origin': '(7,8,9)' }),
    {
      columns: [
        [0, -2, 0],
        [0, 0, 3],
        [-2, 0, 0],
      ],
      origin: [-7, -8, 9],
      anatomical: true,
    },
  ],
  ['MetaImage without geometry', 'a.mha', flatMeta(), plain],
  [
    'MetaImage with spacing and offset',
    'a.mha',
    flatMeta({ ElementSpacing: '2 0.5', Offset: '7 -8' }),
    { ...spaced, origin: [7, -8, 0] },
  ],
  [
    'MetaImage with a matrix',
    'a.mha',
    flatMeta({ ElementSpacing: '2 0.5', TransformMatrix: '0 1 -1 0' }),
    {
      ...plain,
      columns: [
        [0, 2, 0],
        [-0.5, 0, 0],
        [0, 0, 0.5],
      ],
    },
  ],
  ['MetaImage that claims an anatomy', 'a.mha', flatMeta({ AnatomicalOrientation: 'RAI' }), plain],
  ['NIfTI with spacings', 'a.nii', flatNifti({ pixdim: [1, 2, 0.5, 0] }), spaced],
  [
    'NIfTI with its own third spacing',
    'a.nii',
    flatNifti({ pixdim: [1, 2, 0.5, 4] }),
    { ...spaced, columns: diagonal(2, 0.5, 4) },
  ],
  [
    'NIfTI with an sform of two columns',
    'a.nii',
    flatNifti({ pixdim: [1, 1, 1, 0], sformCode: 1, sform: [2, 0, 0, 10, 0, 0, 0, 20, 0, 0.5, 0, 30] }),
    {
      columns: [
        [-2, 0, 0],
        [0, 0, 0.5],
        [0, 0.5, 0],
      ],
      origin: [-10, -20, 30],
      anatomical: true,
    },
  ],
  ['NumPy', 'a.npy', flatNpy(), plain],
])('%s', async (_, name, bytes, expected) => {
  const { columns, origin, anatomical } = await open(name, bytes);
  // Zeros have no sign here.
  expect({ columns: columns.map((column) => column.map((x) => x + 0)), origin, anatomical }).toEqual(expected);
});

test('NRRD of colours, and of a slice at several times', async () => {
  const colors = Array.from({ length: 60 }, (_, index) => index * 4);
  const rgb = { type: 'uchar', sizes: '3 5 4', kinds: 'RGB-color domain domain' };
  const photograph = await readVolumeSource({ ...sourceOf(attach(rgb, Uint8Array.from(colors))), name: 'a.nrrd' });
  expect(photograph.volume.sizes).toEqual([5, 4, 1]);
  for (const [channel, values] of photograph.colors!.channels.entries()) {
    expect(Array.from(values)).toEqual(colors.filter((_, index) => index % 3 === channel));
  }

  const times = { sizes: '5 4 3', kinds: 'domain domain time' };
  const second = await readVolumeSource({ ...sourceOf(attach(times)), name: 'a.nrrd' }, { time: 1 });
  expect(second.volume.sizes).toEqual([5, 4, 1]);
  expect(Array.from(second.volume.voxels)).toEqual(rampOf('int16').slice(20, 40));
  expect(second.notes).toEqual(['has 3 points in time (axis 3, kind time); took time 1, --time takes any of 0 to 2']);
});

describe('the step across a slice', () => {
  test('is as long as the shorter side of a pixel, and at right angles to both', () => {
    const random = createRandom(20);
    for (let round = 0; round < 100; round++) {
      const size = 10 ** (12 * random() - 6);
      const [i, j] = [randomPoint(random, -size, size), randomPoint(random, -size, size)];
      const k = acrossSlice(i, j);
      expect(length(k) / Math.min(length(i), length(j))).toBeCloseTo(1, 10);
      for (const side of [i, j]) expect(dot(k, side) / (length(k) * length(side))).toBeCloseTo(0, 8);
      expect(dot(cross(i, j), k) / (length(cross(i, j)) * length(k))).toBeCloseTo(1, 8);
    }
  });

  test('is none where the sides span no plane', () => {
    expect(acrossSlice([1, 2, 3], [2, 4, 6]).every(Number.isFinite)).toBe(false);
    expect(acrossSlice([0, 0, 0], [0, 1, 0]).every(Number.isFinite)).toBe(false);
  });
});
