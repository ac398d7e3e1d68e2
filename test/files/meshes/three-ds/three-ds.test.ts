/** 3DS: chunks within chunks, materials, mirrored meshes, and chunks that lie about their size. */
import { describe, expect, it } from 'vitest';
import type { MeshFile } from '../../../../src/files/meshes/mesh-file.js';
import { is3ds } from '../../../../src/files/meshes/three-ds/is-3ds.js';
import { read3ds } from '../../../../src/files/meshes/three-ds/three-ds.js';
import { createIcosphere } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { cornersOf } from '../../../mesh/measure-mesh.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, join, sourceOf } from '../../volumes/nrrd/write-nrrd.js';
import { chunk, floats, shapeOf, words, write3ds, write3dsMesh } from '../write-meshes.js';

const NAME = 'folder/thing.3ds';
const read = (bytes: Uint8Array): Promise<MeshFile> => read3ds({ ...sourceOf(bytes), name: NAME });

const ball = createIcosphere({ subdivisions: 1 });
const shape = shapeOf(ball);

const bytes24 = (...components: number[]) => chunk(0x0011, Uint8Array.from(components));
const material = (name: string, ...colors: Uint8Array[]) =>
  chunk(0xafff, chunk(0xa000, ascii(`${name}\0`)), chunk(0xa010, bytes24(1, 2, 3)), chunk(0xa020, ...colors));
const facesOf = (name: string, ...faces: number[]) => chunk(0x4130, ascii(`${name}\0`), words(faces.length, ...faces));

describe('meshes', () => {
  it('become one, each with its own vertices', async () => {
    const { mesh, notes } = await read(write3ds(write3dsMesh(shape), write3dsMesh(shape)));
    expect(cornersOf(mesh)).toEqual(Float64Array.from([...cornersOf(ball), ...cornersOf(ball)]));
    expect(mesh.faceColors).toBeUndefined();
    expect(notes).toEqual([]);
  });

  it('keep bad indices bad, though the next mesh has such vertices', async () => {
    const bad = { ...shape, faces: [[0, 1, shape.vertices.length]] };
    expect((await read(write3ds(write3dsMesh(bad), write3dsMesh(shape)))).notes).toEqual([
      'skipped 1 of 81 triangles, whose vertices do not exist or are not finite',
    ]);
  });

  it('may have chunks that no reader knows, everywhere, and trailing bytes after the main one', async () => {
    const unknown = chunk(0x7777, ascii('whatever'));
    const mesh = write3dsMesh(shape, [unknown, chunk(0x4150, new Uint8Array(4))], [unknown]);
    const light = chunk(0x4000, ascii('light\0'), chunk(0x4600, floats(1, 2, 3)));
    const file = await read(join(write3ds(unknown, light, mesh, unknown), 'xyz'));
    expect(cornersOf(file.mesh)).toEqual(cornersOf(ball));
  });

  it('may have their faces before their vertices', async () => {
    const [vertices, faces] = [
      [0, 0, 0, 1, 0, 0, 0, 1, 0],
      [0, 1, 2, 7],
    ];
    const parts = [chunk(0x4120, words(1, ...faces)), chunk(0x4110, words(3), floats(...vertices))];
    const { mesh } = await read(write3ds(chunk(0x4000, ascii('a\0'), chunk(0x4100, ...parts))));
    expect([...cornersOf(mesh)]).toEqual(vertices);
  });

  it('are where their vertices say, whatever their matrix', async () => {
    const matrix = chunk(0x4160, floats(0, 2, 0, -2, 0, 0, 0, 0, 2, 5, 6, 7));
    const { mesh } = await read(write3ds(write3dsMesh(shape, [], [matrix])));
    expect(cornersOf(mesh)).toEqual(cornersOf(ball));
  });

  it('are mirrored in their own frame where their matrix is', async () => {
    // x towards −y, y towards x, z up, about (10, 20, 30): mirrored it is y that changes sign about 20.
    const mirrored = chunk(0x4160, floats(0, -1, 0, -1, 0, 0, 0, 0, 1, 10, 20, 30));
    const { mesh } = await read(write3ds(write3dsMesh(shape, [], [mirrored])));
    const expected = cornersOf(ball).map((coordinate, at) => (at % 3 === 1 ? 40 - coordinate : coordinate));
    for (const [at, coordinate] of cornersOf(mesh).entries()) expect(coordinate).toBeCloseTo(expected[at]!, 5);
  });
});

describe('materials', () => {
  const colors = async (...parts: Uint8Array[]) => (await read(write3ds(...parts))).mesh.faceColors;

  it('give their diffuse colours to faces by name, before or after the mesh', async () => {
    const mesh = write3dsMesh(shape, [facesOf('red', 1, 79), facesOf('blue', 2, 9999), facesOf('unknown', 3)]);
    const materials = [material('red', bytes24(255, 10, 0)), material('blue', chunk(0x0010, floats(0, 0.5, 1)))];
    for (const parts of [
      [mesh, ...materials],
      [...materials, mesh],
    ]) {
      const faceColors = await colors(...parts);
      const colorOf = (face: number) => [...faceColors!.slice(4 * face, 4 * face + 4)];
      expect(colorOf(0)).toEqual([255, 255, 255, 255]);
      expect(colorOf(1)).toEqual([255, 10, 0, 255]);
      expect(colorOf(2)).toEqual([0, 128, 255, 255]);
      expect(colorOf(3)).toEqual([255, 255, 255, 255]);
      expect(colorOf(79)).toEqual([255, 10, 0, 255]);
    }
  });

  it('count faces by mesh', async () => {
    const faceColors = await colors(
      material('red', bytes24(255, 0, 0)),
      write3dsMesh(shape),
      write3dsMesh(shape, [facesOf('red', 0)]),
    );
    expect(faceColors!.indexOf(0)).toBe(4 * 80 + 1);
  });

  it('have the colour for the display where there is another one for linear space', async () => {
    const mesh = write3dsMesh(shape, [facesOf('red', 0)]);
    const linear = chunk(0x0012, Uint8Array.of(9, 9, 9));
    expect([...(await colors(mesh, material('red', linear, bytes24(100, 0, 0))))!.slice(0, 3)]).toEqual([100, 0, 0]);
    expect([...(await colors(mesh, material('red', bytes24(100, 0, 0), linear)))!.slice(0, 3)]).toEqual([100, 0, 0]);
    expect([...(await colors(mesh, material('red', linear)))!.slice(0, 3)]).toEqual([9, 9, 9]);
    expect(await colors(mesh, material('red'))).toBeUndefined();
    // A material without a name is not that of the faces without a material.
    expect(await colors(write3dsMesh(shape), material('', bytes24(9, 9, 9)))).toBeUndefined();
  });
});

describe('chunks', () => {
  const whole = write3ds(write3dsMesh(shape));

  it('tell a 3DS file', () => {
    expect(is3ds(whole)).toBe(true);
    // A big-endian TIFF file.
    expect(is3ds(join('MM', Uint8Array.of(0, 42, 0, 0, 0, 8)))).toBe(false);
    expect(is3ds(whole.slice(0, 7))).toBe(false);
  });

  it('must be whole', async () => {
    for (let length = 0; length < whole.length; length += length < 60 ? 1 : 37) {
      const message = await expectInputError(read(whole.slice(0, length)), NAME, `${length} bytes`);
      if (length >= 8)
        expect(message).toMatch(/has a chunk of \d+ bytes at byte 0, where \d+ are left; get a whole copy/);
    }
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'be larger than what they are in',
      chunk(0x4000, ascii('a\0'), join(words(0x4100), Uint8Array.of(0, 1, 0, 0))),
      /has a chunk of 256 bytes at byte \d+, where 6/,
    ],
    [
      'be smaller than their own head',
      chunk(0x4000, ascii('a\0'), join(words(0x4100), Uint8Array.of(5, 0, 0, 0))),
      /has a chunk of 5 bytes/,
    ],
    ['end in their head', chunk(0x4000, ascii('a\0'), words(0x4100)), /where 2 are left/],
    ['have a name without an end', chunk(0x4000, ascii('aaaa')), /0 bytes left in a chunk 4000, which needs 1 more/],
    [
      'have fewer vertices than they say',
      chunk(0x4000, ascii('a\0'), chunk(0x4100, chunk(0x4110, words(65535)))),
      /0 bytes left in a chunk 4110, which needs 786420 more/,
    ],
    [
      'have fewer faces than they say',
      chunk(0x4000, ascii('a\0'), chunk(0x4100, chunk(0x4120, words(2, 0, 0, 0, 0)))),
      /8 bytes left in a chunk 4120, which needs 16 more/,
    ],
    [
      'have fewer faces of a material than they say',
      write3dsMesh(shape, [chunk(0x4130, ascii('a\0'), words(9, 1))]),
      /2 bytes left in a chunk 4130, which needs 18/,
    ],
    ['have half a matrix', write3dsMesh(shape, [], [chunk(0x4160, floats(1, 2))]), /0 bytes left in a chunk 4160/],
    ['have half a colour', material('a', chunk(0x0011, Uint8Array.of(1))), /0 bytes left in a chunk 0011/],
    ['be no mesh', chunk(0x7777), /has 0 vertices but no triangles/],
  ])('may not %s', async (_, part, message) => {
    expect(await expectInputError(read(write3ds(part)), NAME)).toMatch(message);
  });

  it('start with the main one', async () => {
    expect(await expectInputError(read(ascii('P5\n4 4\n255\n')), NAME)).toMatch('is no 3DS file');
  });
});
