/** STL: binary or ascii, whatever the first word says; colours; and files that end too early. */
import { describe, expect, it } from 'vitest';
import type { MeshFile } from '../../../../src/files/meshes/mesh-file.js';
import { isStl } from '../../../../src/files/meshes/stl/is-stl.js';
import { readStl } from '../../../../src/files/meshes/stl/stl.js';
import { createIcosphere } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { cornersOf, countEdges } from '../../../mesh/measure-mesh.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, join, sourceOf, toBytes } from '../../volumes/nrrd/write-nrrd.js';
import { shapeOf, writeAsciiStl, writeBinaryStl } from '../write-meshes.js';

const NAME = 'folder/thing.stl';
const read = (bytes: Uint8Array): Promise<MeshFile> => readStl({ ...sourceOf(bytes), name: NAME });

const ball = createIcosphere({ subdivisions: 1 });
const shape = shapeOf(ball);
const corners = cornersOf(ball);

describe('binary', () => {
  it.each([
    ['anything', 'made for a test'],
    ['nothing', ''],
    ['"solid"', 'solid thing'],
    ['"solid" and blanks', 'solid'.padEnd(80)],
    ['"solid", and its own end', 'solid thing facet normal endsolid'],
  ])('may have a header of %s', async (_, header) => {
    const bytes = writeBinaryStl(shape, header);
    expect(isStl(bytes)).toBe(true);
    const { mesh, notes } = await read(bytes);
    expect(cornersOf(mesh)).toEqual(corners);
    expect(countEdges(mesh)).toEqual({ edges: 120, open: 0 });
    expect(notes).toEqual([]);
  });

  it('may have more bytes than triangles, even with a header of "solid"', async () => {
    for (const header of ['thing', 'solid thing']) {
      const { mesh, notes } = await read(join(writeBinaryStl(shape, header), 'xyz'));
      expect(cornersOf(mesh)).toEqual(corners);
      expect(notes).toEqual(['left out 3 bytes after the last triangle']);
    }
  });

  it('may not have fewer', async () => {
    const bytes = writeBinaryStl(shape);
    for (const length of [84, 85, 1000, bytes.length - 1]) {
      const message = await expectInputError(read(bytes.slice(0, length)), NAME);
      expect(message).toBe(`${NAME}: has ${length} bytes, but its 80 triangles need 4084; get a whole copy`);
    }
    expect(await expectInputError(read(bytes.slice(0, 83)), NAME)).toMatch('has 83 bytes and no facets');
    const lie = bytes.slice();
    lie.fill(0xff, 80, 84);
    expect(await expectInputError(read(lie), NAME)).toMatch('its 4294967295 triangles need 214748364834');
  });

  it('may not have no triangles', async () => {
    expect(await expectInputError(read(writeBinaryStl({ vertices: [], faces: [] })), NAME)).toMatch('no triangles');
  });

  it('has no colours where no word of a triangle is one', async () => {
    expect((await read(writeBinaryStl(shape, '', [1, 2, 0x7fff]))).mesh.faceColors).toBeUndefined();
  });

  it('has the colours of VisCAM, blue lowest, where bit 15 says so', async () => {
    const red = 31 << 10;
    const { mesh } = await read(writeBinaryStl(shape, '', [0x8000 | red, red, 0x8000 | 16]));
    expect([...mesh.faceColors!.slice(0, 16)]).toEqual([
      255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 132, 255, 255, 255, 255, 255,
    ]);
  });

  it('has the colours of Magics, red lowest, where bit 15 does not say otherwise', async () => {
    const header = join('some COLOR=', Uint8Array.of(10, 20, 30, 255), ',MATERIAL=');
    const { mesh } = await read(writeBinaryStl(shape, header, [31, 0x8000 | 31, 31 << 10]));
    expect([...mesh.faceColors!.slice(0, 16)]).toEqual([255, 0, 0, 255, 10, 20, 30, 255, 0, 0, 255, 255, 0, 0, 0, 255]);
  });
});

describe('a header that says COLOR', () => {
  const header = (...color: number[]) => join('COLOR=', Uint8Array.of(...color, 255), ' made for a test');

  it('gives its colour to triangles that have none at all', async () => {
    const { mesh } = await read(writeBinaryStl(shape, header(10, 20, 30)));
    expect([...mesh.faceColors!.slice(0, 8)]).toEqual([10, 20, 30, 255, 10, 20, 30, 255]);
  });

  it('makes nothing black', async () => {
    expect((await read(writeBinaryStl(shape, header(0, 0, 0)))).mesh.faceColors).toBeUndefined();
  });
});

describe('ascii', () => {
  const text = new TextDecoder().decode(writeAsciiStl(shape));

  it.each<[string, (text: string) => string]>([
    ['capitals', (t) => t.toUpperCase()],
    ['a byte order mark', (t) => `\u{feff}${t}`],
    ['blanks before it', (t) => `\n  ${t}`],
    ['no name', (t) => t.replaceAll(' a thing', '')],
    ['a name of words that matter', (t) => t.replaceAll('a thing', 'vertex of an endfacet')],
    ['everything on tabs', (t) => t.replaceAll(/ +/g, '\t')],
    ['several solids', (t) => t.replace('  facet', 'endsolid one\nsolid two\n  facet')],
    ['normals that are none', (t) => t.replaceAll('normal 0 0 0', 'normal -nan(ind) x 7')],
  ])('may have %s', async (_, change) => {
    const bytes = ascii(change(text));
    expect(isStl(bytes)).toBe(true);
    const { mesh } = await read(bytes);
    expect(cornersOf(mesh)).toEqual(corners);
    expect(countEdges(mesh)).toEqual({ edges: 120, open: 0 });
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'be cut short between facets',
      (t) => t.slice(0, t.lastIndexOf('  facet')),
      /does not end with "endfacet" and "endsolid"/,
    ],
    [
      'be cut short in a facet',
      (t) => t.slice(0, t.lastIndexOf('vertex')),
      /does not end with "endfacet" and "endsolid"/,
    ],
    ['be cut short in a vertex', (t) => t.slice(0, t.lastIndexOf('vertex') + 7), /where a number should be/],
    ['be cut short before the first facet', (t) => t.slice(0, 12), /has 12 bytes and no facets/],
    ['have facets of two vertices', (t) => t.replace(/ +vertex.*\n/, ''), /line 7 ends a facet of 2 vertices/],
    ['have facets of four vertices', (t) => t.replace(/( +vertex.*\n)/, '$1$1'), /line 9 ends a facet of 4 vertices/],
    [
      'leave a facet open',
      (t) => t.replace(/ *endfacet\n(?=endsolid)/, ''),
      /does not end with "endfacet" and "endsolid"/,
    ],
    ['have words for numbers', (t) => t.replace(/vertex \S+/, 'vertex x'), /line 4 has "x" where a number/],
    ['have no facets', () => 'solid a thing\nendsolid a thing\n', /no triangles/],
  ])('may not %s', async (_, change, message) => {
    expect(await expectInputError(read(ascii(change(text))), NAME)).toMatch(message);
  });
});

describe('vertices', () => {
  it('are merged where they are the same, and no farther', async () => {
    const next = 1 + 2 ** -23;
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [-0, 0, 0],
      [next, 0, 0],
      [0, -1, 0],
    ] as const;
    const faces = [
      [0, 1, 2],
      [4, 3, 5],
    ];
    for (const bytes of [writeBinaryStl({ vertices, faces }), writeAsciiStl({ vertices, faces })]) {
      const { mesh } = await read(bytes);
      expect([...mesh.triangles]).toEqual([0, 1, 2, 3, 0, 4]);
    }
  });

  it('may have coordinates of any kind', async () => {
    const bytes = writeBinaryStl(shape);
    bytes.set(toBytes([Number.NaN, -Infinity, 1e38], 'float32'), 84 + 12);
    const { notes } = await read(bytes);
    expect(notes).toEqual(['skipped 1 of 80 triangles, whose vertices do not exist or are not finite']);
  });
});
