/** Clouds of points: where they are, their colours and values, and what is damaged. */
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { unpackLzf } from '../../../../src/files/bytes/compression/lzf.js';
import { findMeshFormat } from '../../../../src/files/meshes/find-mesh-format.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { thinPoints } from '../../../../src/files/meshes/points/finish-points.js';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import { worldPositions } from '../../../../src/mesh/recenter.js';
import { createRandom } from '../../../camera/random.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii } from '../../volumes/nrrd/write-nrrd.js';
import { packLzf, pcdHeader, writePcd } from './write-pcd.js';

expectSilence();

const SEED = 36;

const read = (name: string, bytes: Uint8Array) =>
  readMeshSource({ name, bytes, gunzip, readSibling: () => Promise.reject(new Error('names no files')) });

/** The middle, the colour and the values of each of `count` balls. */
function ballsOf(mesh: Mesh, count: number) {
  const world = worldPositions(mesh);
  const vertices = world.length / 3 / count;
  return Array.from({ length: count }, (_, ball) => {
    const first = ball * vertices;
    const middle = [0, 1, 2].map((axis) => {
      const own = Array.from({ length: vertices }, (_, vertex) => world[3 * (first + vertex) + axis]!);
      return (Math.min(...own) + Math.max(...own)) / 2;
    });
    return {
      middle,
      color: mesh.vertexColors && [...mesh.vertexColors.subarray(4 * first, 4 * first + 3)],
      values: mesh.values!.map(({ values }) => values[first]),
    };
  });
}

function expectBalls(
  mesh: Mesh,
  expected: readonly { place: readonly number[]; color?: readonly number[]; values: readonly number[] }[],
): void {
  for (const [ball, { middle, color, values }] of ballsOf(mesh, expected.length).entries()) {
    for (const axis of [0, 1, 2]) expect(middle[axis]).toBeCloseTo(expected[ball]!.place[axis]!, 1);
    expect(color).toEqual(expected[ball]!.color);
    expect(values).toEqual(expected[ball]!.values);
  }
}

describe('PCD', () => {
  it.each(['ascii', 'binary', 'binary_compressed'] as const)('is read as %s', async (kind) => {
    const bytes = writePcd(kind);
    expect(findMeshFormat({ name: 'x', bytes })!.name).toBe('PCD');
    const { mesh, notes, isLines } = await read('a.pcd', bytes);
    expect(isLines).toBe(true);
    expect(notes).toEqual(['left out 1 fields of several numbers: vfh', 'left out 1 points without coordinates']);
    expect(mesh.values!.map(({ name }) => name)).toEqual(['intensity']);
    expectBalls(mesh, [
      { place: [1, 2, 3], color: [255, 128, 0], values: [0.5] },
      { place: [-4, 5.5, 0], color: [0, 16, 255], values: [2] },
      { place: [7, 0, -2], color: [255, 255, 255], values: [-1] },
    ]);
  });

  it('of whole numbers, without a colour, says where its scanner was', async () => {
    const header = pcdHeader('binary', {
      FIELDS: 'x y z label',
      SIZE: '2 2 2 1',
      TYPE: 'I I I U',
      COUNT: '1 1 1 1',
      WIDTH: '2',
      POINTS: '2',
      VIEWPOINT: '1 0 0 1 0 0 0',
    });
    const rows = [
      [1, -2, 300, 7],
      [-400, 5, 6, 255],
    ].map(([x, y, z, label]) =>
      Buffer.concat([new Uint8Array(Int16Array.of(x!, y!, z!).buffer), Uint8Array.of(label!)]),
    );
    const { mesh, notes } = await read('a.pcd', Buffer.concat([ascii(header), ...rows]));
    expect(notes[0]).toMatch(/viewpoint 1 0 0 1 0 0 0, by which its points are not moved/);
    expectBalls(mesh, [
      { place: [1, -2, 300], values: [7] },
      { place: [-400, 5, 6], values: [255] },
    ]);
  });

  it.each([
    ['ascii', { POINTS: '5' }, /has the end of the file in point 5 of 5/],
    ['ascii', { POINTS: '5000' }, /too few for 5000 points/],
    ['binary', { POINTS: '5' }, /sizes and type ask for 170/],
    ['binary', { SIZE: '3 4 4 4 1 4 8' }, /has "x" of type F and 3 bytes/],
    ['binary', { SIZE: '4 4' }, /has 2 entries in SIZE for 7 FIELDS/],
    ['binary', { POINTS: 'many' }, /POINTS "many"; a whole number/],
    ['binary_compressed', { POINTS: '5' }, /has 136 bytes of data, but its sizes and types ask for 170/],
    ['binary', { DATA: 'zip' }, /has DATA "zip"; ascii, binary, binary_compressed/],
    ['binary', { FIELDS: 'x y w rgb _ vfh intensity' }, /has no field z among its FIELDS/],
  ] as const)('of %s with %j is refused', async (kind, changes, message) => {
    expect(await expectInputError(read('a.pcd', writePcd(kind, changes)), 'a.pcd')).toMatch(message);
  });
});

describe('lines of numbers', () => {
  it('are points with a value and a colour, past comments and counts', async () => {
    const text = '# scanned\n2\n0 0 0 0.5 255 0 0\n10,20,30,0.25,0,128,7\n';
    const { mesh, notes } = await read('a.pts', ascii(text));
    expect(notes).toEqual(['took columns 5 to 7 for colours']);
    expect(mesh.values!.map(({ name }) => name)).toEqual(['column 4']);
    expectBalls(mesh, [
      { place: [0, 0, 0], color: [255, 0, 0], values: [0.5] },
      { place: [10, 20, 30], color: [0, 128, 7], values: [0.25] },
    ]);
  });

  it('have normals that are no values, and numbers from 0 to 1 that are', async () => {
    expect((await read('a.xyz', ascii('0 0 0 0 0 1\n1 1 1 0.6 0 -0.8\n'))).mesh.values ?? []).toEqual([]);
    const { mesh } = await read('a.xyz', ascii('0 0 0 0.5 0 1\n1 1 1 0.6 0 0.1\n'));
    expect(mesh.vertexColors).toBeUndefined();
    expect(mesh.values!.map(({ name }) => name)).toEqual(['column 4', 'column 5', 'column 6']);
  });

  it('are thinned where they are many', () => {
    expect(thinPoints(200_000)).toEqual({ every: 1, notes: [] });
    const note = 'has 400001 points; took 133334 of them, spread evenly, since more are slow';
    expect(thinPoints(400_001)).toEqual({ every: 3, notes: [note] });
  });

  it.each([
    ['0 0 0\n1 2\n', /line 2 has 2 numbers; three or more/],
    ['0 0 0\n1 2 3 4\n', /line 2 has 4 numbers, and those before it 3/],
    ['0 0 0\n1 2 x\n', /line 2 has "x"; lines of three to 64 numbers/],
    ['nan 0 0\n', /has 1 points, none of them with finite coordinates/],
    ['\0\u0001\u0002', /is no text/],
    ['# none\n', /has no line of three numbers/],
  ])('of %j are refused', async (text, message) => {
    expect(await expectInputError(read('a.xyz', ascii(text)), 'a.xyz')).toMatch(message);
  });
});

describe('LZF', () => {
  it('makes what was packed, and refuses other sizes and damage', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 20; round++) {
      const data = Uint8Array.from({ length: Math.floor(600 * random()) }, () => Math.floor(3 * random() ** 3));
      const packed = packLzf(data);
      expect(unpackLzf(packed, data.length), `seed ${SEED}, round ${round}`).toEqual(data);
      expect(() => unpackLzf(packed, data.length + 1)).toThrow(/LZF data that are damaged/);
      if (packed.length > 0) expect(() => unpackLzf(packed.subarray(0, -1), data.length)).toThrow(/damaged/);
    }
    expect(() => unpackLzf(Uint8Array.of(0x20, 5), 3)).toThrow(/damaged/);
    expect(() => unpackLzf(Uint8Array.of(0, 1), 1e9)).toThrow(/damaged/);
  });
});
