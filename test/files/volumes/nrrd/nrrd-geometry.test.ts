/** Where NRRD files say that their voxels are, in the LPS world. */
import { describe, expect, test } from 'vitest';
import { attach, encode, type Fields, rampOf, read } from './write-nrrd.js';

const volumeOf = async (fields: Fields) => (await read(attach(fields))).volume;

/** Oblique, left-handed, and unlike in every coordinate. */
const DIRECTIONS = '(0.5,-0.25,1) (2,0.125,-0.5) (4,8,0.0625)';
const ORIGIN = '(10,-20,30)';

const columnsOf = (x: number, y: number) => [
  [0.5 * x, -0.25 * y, 1],
  [2 * x, 0.125 * y, -0.5],
  [4 * x, 8 * y, 0.0625],
];

describe('space directions and origin', () => {
  test.each([
    ['left-posterior-superior', 1, 1],
    ['LPS', 1, 1],
    ['right-anterior-superior', -1, -1],
    ['RAS', -1, -1],
    ['ras', -1, -1],
    ['left-anterior-superior', 1, -1],
    ['Left-Anterior-Superior', 1, -1],
    ['LAS', 1, -1],
  ])('in %s become LPS', async (space, x, y) => {
    const volume = await volumeOf({ space, 'space directions': DIRECTIONS, 'space origin': ORIGIN });
    expect(volume.indexToWorld).toEqual({ columns: columnsOf(x, y), origin: [10 * x, -20 * y, 30] });
    expect(volume.anatomical).toBe(true);
  });

  test.each<Fields>([
    { space: 'scanner-xyz' },
    { space: '3D-right-handed' },
    { space: '3D-left-handed' },
    { 'space dimension': 3 },
    {},
  ])('in %o are taken as they are', async (fields) => {
    const volume = await volumeOf({ ...fields, 'space directions': DIRECTIONS, 'space origin': ORIGIN });
    expect(volume.indexToWorld).toEqual({ columns: columnsOf(1, 1), origin: [10, -20, 30] });
    expect(volume.anatomical).toBe(false);
  });

  test('in a space with time, of which only the space matters', async () => {
    const fields: Fields = {
      dimension: 4,
      sizes: '5 4 3 1',
      'space directions': `${DIRECTIONS.replaceAll(')', ',0)')} (0,0,0,1)`,
      'space origin': '(10,-20,30,40)',
    };
    const short = await volumeOf({ ...fields, space: 'RAST' });
    expect(short.indexToWorld).toEqual({ columns: columnsOf(-1, -1), origin: [-10, 20, 30] });
    expect(short.anatomical).toBe(true);
    expect(await volumeOf({ ...fields, space: 'right-anterior-superior-time' })).toEqual(short);
    for (const others of [{ space: '3D-right-handed-time' }, { 'space dimension': 4 }]) {
      expect((await volumeOf({ ...fields, ...others })).indexToWorld.columns).toEqual(columnsOf(1, 1));
    }
  });

  test('win over spacings, and none stays out of the way', async () => {
    const fields: Fields = { dimension: 4, sizes: '1 5 4 3', spacings: '7 8 9 10', 'axis mins': '1 1 1 1' };
    const volume = await volumeOf({ ...fields, space: 'LPS', 'space directions': `none ${DIRECTIONS}` });
    expect(volume.sizes).toEqual([5, 4, 3]);
    expect(volume.indexToWorld).toEqual({ columns: columnsOf(1, 1), origin: [0, 0, 0] });
    const nan = await volumeOf({ ...fields, space: 'LPS', 'space directions': `(nan,nan,nan) ${DIRECTIONS}` });
    expect(nan).toEqual(volume);
  });
});

describe('without directions', () => {
  const diagonal = (x: number, y: number, z: number) => [
    [x, 0, 0],
    [0, y, 0],
    [0, 0, z],
  ];

  test.each<[string, Fields, number[][], number[]]>([
    ['nothing', {}, diagonal(1, 1, 1), [0, 0, 0]],
    ['spacings', { spacings: '0.5 2 1e-3' }, diagonal(0.5, 2, 0.001), [0, 0, 0]],
    ['a negative spacing', { spacings: '0.5 -2 3' }, diagonal(0.5, -2, 3), [0, 0, 0]],
    ['an unknown spacing', { spacings: '0.5 nan 3' }, diagonal(0.5, 1, 3), [0, 0, 0]],
    ['mins', { 'axis mins': '5 -6 nan' }, diagonal(1, 1, 1), [5, -6, 0]],
    ['spacings and mins', { spacings: '0.5 2 3', 'axis mins': '5 -6 7' }, diagonal(0.5, 2, 3), [5, -6, 7]],
    [
      'centers',
      { spacings: '0.5 2 3', 'axis mins': '5 -6 7', centers: 'cell node ???' },
      diagonal(0.5, 2, 3),
      [5.25, -6, 7],
    ],
    [
      'mins and maxs',
      { 'axis mins': '5 -6 0', 'axis maxs': '10 0 nan', centers: 'cell node cell' },
      diagonal(1, 2, 1),
      [5.5, -6, 0.5],
    ],
    [
      'an origin',
      { 'space dimension': 3, 'space origin': ORIGIN, spacings: '2 3 4' },
      diagonal(2, 3, 4),
      [10, -20, 30],
    ],
    ['directions of none', { 'space directions': 'none none none', spacings: '2 3 4' }, diagonal(2, 3, 4), [0, 0, 0]],
  ])('%s', async (_, fields, columns, origin) => {
    const volume = await volumeOf(fields);
    expect(volume.indexToWorld).toEqual({ columns, origin });
    expect(volume.anatomical).toBe(false);
  });

  test('the axes run along those of an anatomical space', async () => {
    const volume = await volumeOf({ space: 'RAS', spacings: '2 3 4', 'axis mins': '5 6 7' });
    expect(volume.indexToWorld).toEqual({ columns: diagonal(-2, -3, 4), origin: [-5, -6, 7] });
    expect(volume.anatomical).toBe(true);
  });

  test('the spacings of other axes do not count', async () => {
    const data = encode(rampOf('int16', 120), 'int16');
    const fields: Fields = { dimension: 4, sizes: '2 5 4 3', spacings: 'nan 2 3 4', 'axis mins': 'nan 5 6 7' };
    const { volume } = await read(attach(fields, data));
    expect(volume.indexToWorld).toEqual({ columns: diagonal(2, 3, 4), origin: [5, 6, 7] });
  });
});
