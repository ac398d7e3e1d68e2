/** OBJ: indices, normals, colours and materials, and lines that are malformed. */
import { describe, expect, it } from 'vitest';
import type { MeshFile } from '../../../../src/files/meshes/mesh-file.js';
import { readObj } from '../../../../src/files/meshes/wavefront/obj.js';
import { NO_VERTEX } from '../../../../src/mesh/mesh.js';
import { cornersOf, countEdges } from '../../../mesh/measure-mesh.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../../volumes/nrrd/write-nrrd.js';

const NAME = 'folder/thing.obj';

const read = (text: string, siblings: Readonly<Record<string, string>> = {}): Promise<MeshFile> =>
  readObj({
    ...sourceOf(
      ascii(text),
      Object.fromEntries(Object.entries(siblings).map(([name, content]) => [name, ascii(content)])),
    ),
    name: NAME,
  });

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const WHITE = [255, 255, 255, 255];

describe('faces', () => {
  it('have corners of all forms, which name positions and normals', async () => {
    const { mesh } = await read(
      `${SQUARE}vt 0 0\nvn 0 0 5\nf 1 2 3\nf 1/1 3/1 4/1\nf 1//1 2//1 3//1\nf 1/1/1 3/1/-1 -1/-1/1\n`,
    );
    const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
    const square = [0, 1, 2, 0, 2, 3].flatMap((vertex) => positions.slice(3 * vertex, 3 * vertex + 3));
    expect([...cornersOf(mesh)]).toEqual([...square, ...square]);
    // The first two faces have no normals, and so have their vertices.
    const normalOf = (corner: number) => [
      ...mesh.normals!.slice(3 * mesh.triangles[corner]!, 3 * mesh.triangles[corner]! + 3),
    ];
    for (let corner = 0; corner < 12; corner++) expect(normalOf(corner)).toEqual([0, 0, corner < 6 ? 0 : 1]);
  });

  it('count negative indices back from where they stand', async () => {
    const { mesh } = await read('v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -3 -1\n');
    expect([...mesh.triangles]).toEqual([1, 2, 3, 1, 2, 4]);
  });

  it('may name vertices that come later', async () => {
    expect([...(await read(`f 1 2 3\n${SQUARE}`)).mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('are bad where a vertex does not exist', async () => {
    const { mesh, notes } = await read(`${SQUARE}f 1 2 3\nf 0 1 2\nf 1 2 5\nf 1 2 -5\nf 1 2 99999999999999\n`);
    expect([...mesh.triangles]).toEqual([0, 1, 2, NO_VERTEX, 0, 1, 0, 1, 4, 0, 1, NO_VERTEX, 0, 1, NO_VERTEX]);
    expect(notes).toEqual(['skipped 4 of 5 triangles, whose vertices do not exist or are not finite']);
  });

  it('stay bad where copies of vertices come to exist', async () => {
    const { mesh, notes } = await read(
      `${SQUARE}vn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 2//2 3//2\nf 1 2 5\nf 1 2 6\n`,
    );
    expect(mesh.positions.length).toBeGreaterThan(3 * 5);
    expect(notes).toEqual(['skipped 2 of 4 triangles, whose vertices do not exist or are not finite']);
  });

  it('may be concave', async () => {
    const { mesh } = await read('v 0 0 0\nv 2 1 0\nv 0 2 0\nv 0.5 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\n');
    expect([...mesh.triangles]).toEqual([1, 2, 3, 0, 1, 3]);
  });
});

describe('normals', () => {
  it('that agree leave vertices shared', async () => {
    const { mesh } = await read(`${SQUARE}vn 0 0 1\nf 1//1 2//1 3//1\nf 1//1 3//1 4//1\n`);
    expect(mesh.positions.length).toBe(12);
    expect(countEdges(mesh).open).toBe(4);
  });

  it('that differ make copies, once each', async () => {
    const faces = ['1 2 3', '1 3 4', '1 2 3', '1 3 4'].map((corners, face) => {
      return `f ${corners
        .split(' ')
        .map((corner) => `${corner}//${face < 2 ? 1 : 2}`)
        .join(' ')}\n`;
    });
    const { mesh } = await read(`${SQUARE}vn 0 0 1\nvn 0 0 -1\n${faces.join('')}`);
    expect(mesh.positions.length).toBe(24);
    for (let corner = 0; corner < 12; corner++) {
      const vertex = mesh.triangles[corner]!;
      expect(mesh.normals![3 * vertex + 2]).toBe(corner < 6 ? 1 : -1);
    }
    expect([...cornersOf(mesh).slice(0, 18)]).toEqual([...cornersOf(mesh).slice(18)]);
  });

  it('copy the colours, too', async () => {
    const { mesh } = await read(
      'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//2 2//2\n',
    );
    const [red, green, blue] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
    ] as const;
    expect([...mesh.vertexColors!]).toEqual([red, green, blue, red, blue, green].flat());
  });

  it('that do not exist are none', async () => {
    const { mesh } = await read(`${SQUARE}f 1//1 2//1 3//1\n`);
    expect([...mesh.normals!]).toEqual(new Array(12).fill(0));
  });
});

describe('colours', () => {
  it('are those after the coordinates, with or without a weight', async () => {
    const { mesh } = await read('v 0 0 0 1 0.5 0\nv 1 0 0 1 0 0 1\nv 0 1 0\nv 0 1 1 1\nf 1 2 3\n');
    expect([...mesh.vertexColors!]).toEqual([255, 128, 0, 255, 0, 0, 255, 255, ...WHITE, ...WHITE]);
    expect([...mesh.positions.slice(9)]).toEqual([0, 1, 1]);
  });

  it('reach to 1, or to 255 if one is larger', async () => {
    const { mesh } = await read('v 0 0 0 255 128 1\nv 1 0 0 0 0 0\nv 0 1 0 1 1 1\nf 1 2 3\n');
    expect([...mesh.vertexColors!]).toEqual([255, 128, 1, 255, 0, 0, 0, 255, 1, 1, 1, 255]);
  });

  const FACES = `${SQUARE}f 1 2 3\nusemtl red one\nf 1 2 3 4\nusemtl green\nf 1 2 3\nusemtl red one\nf 1 2 3\nusemtl grey\nf 1 2 3\n`;
  const LIBRARY = [
    '# made for a test',
    'Kd 0 0 1',
    'newmtl red one',
    'Ka 0 0 1',
    'Kd 1 0 0.2',
    'illum 2',
    '',
    'newmtl green',
    '  Kd 0 1 0',
    'newmtl grey',
    'Kd 0.5',
  ].join('\r\n');

  it('of materials go to their faces', async () => {
    const { mesh, notes } = await read(`mtllib a library.mtl\n${FACES}`, { 'a library.mtl': LIBRARY });
    const [red, green, grey] = [
      [255, 0, 51, 255],
      [0, 255, 0, 255],
      [128, 128, 128, 255],
    ] as const;
    expect([...mesh.faceColors!]).toEqual([WHITE, red, red, green, red, grey].flat());
    expect(notes).toEqual([]);
  });

  it('of materials may come from several libraries, by paths of Windows', async () => {
    const { mesh } = await read(`mtllib .\\a.mtl\n${FACES}mtllib b.mtl\n`, {
      './a.mtl': LIBRARY,
      'b.mtl': 'newmtl green\nKd 0 0 1\nnewmtl other\nKd spectral file.rfl\n',
    });
    expect([...mesh.faceColors!.slice(12, 16)]).toEqual([0, 0, 255, 255]);
  });

  it('of materials are left out with a note where the library cannot be read', async () => {
    const { mesh, notes } = await read(`mtllib gone.mtl\n${FACES}`);
    expect(mesh.faceColors).toBeUndefined();
    expect(notes).toEqual(['left out colours of materials: gone.mtl: does not exist; check the path']);
  });

  it('of materials give way to those of vertices, and unused libraries are not read', async () => {
    const colored = await read(`mtllib gone.mtl\nv 0 0 0 1 1 1\n${FACES}`);
    expect(colored.mesh.faceColors).toBeUndefined();
    expect(colored.mesh.vertexColors).toBeDefined();
    expect((await read(`mtllib gone.mtl\n${SQUARE}f 1 2 3\n`)).notes).toEqual([]);
  });

  it('of images are noted', async () => {
    const { notes } = await read(`mtllib a.mtl\n${FACES}`, { 'a.mtl': `${LIBRARY}\nmap_Kd wood.png\n` });
    expect(notes).toEqual(['left out 1 images on materials: the faces have no coordinates for them']);
  });
});

describe('lines', () => {
  it('go on after a backslash, have comments, and keywords that do not matter', async () => {
    const text = `# v 9 9 9\n\ng a b\n  v 0 0 \\\n 0\nv\t1 0 0 # here\r\nv 0 1 0\ns 1\nvp 1 2\nf 1 \\\r\n 2\\\n 3\nfoo bar`;
    const { mesh } = await read(text);
    expect([...cornersOf(mesh)]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it('may have numbers with exponents', async () => {
    const { mesh } = await read('v -1.5e-3 +2E2 .5\nv 1e0 1. -0\nv 0 1 0\nf 1 2 3\n');
    expect([...cornersOf(mesh)]).toEqual([-0.0015, 200, 0.5, 1, 1, 0, 0, 1, 0].map(Math.fround));
  });

  it('of lines, points and curves are noted', async () => {
    const { notes } = await read(`${SQUARE}l 1 2 3\np 1\ncurv 0 1 1 2\nsurf 0 1 0 1 1 2\nf 1 2 3\n`);
    expect(notes).toEqual(['left out 2 lines and points', 'left out 2 curves and free-form surfaces']);
  });

  it.each<[string, string, RegExp]>([
    ['two coordinates', 'v 1 2\n', /line 5 has 2 numbers; at least three/],
    ['no coordinates', 'v\n', /line 5 has 0 numbers/],
    ['a word for a coordinate', 'v 1 two 3\n', /line 5 has "two" where a number should be/],
    ['a comma for a point', 'v 1,5 2 3\n', /line 5 has "1,5" where a number/],
    ['two normals', 'vn 1 2\n', /line 5 has 2 numbers/],
    ['a face of two', 'f 1 2\n', /line 5 has a face of 2 corners; at least three/],
    ['a face of words', 'f a b c\n', /line 5 has "a" where a corner like 1, 1\/1 or 1\/\/1 should be/],
    ['a corner of four parts', 'f 1/1/1/1 2 3\n', /"1\/1\/1\/1" where a corner/],
    ['a corner without a vertex', 'f /1 2 3\n', /"\/1" where a corner/],
    ['a corner of nothing but a sign', 'f - 2 3\n', /"-" where a corner/],
    ['a corner with a fraction', 'f 1.5 2 3\n', /"1\.5" where a corner/],
    ['a corner with a sign inside', 'f 1/- 2 3\n', /"1\/-" where a corner/],
  ])('may not have %s', async (_, line, message) => {
    expect(await expectInputError(read(`${SQUARE}${line}f 1 2 3\n`), NAME)).toMatch(message);
  });

  it('are counted with continuations and all ends of lines', async () => {
    expect(await expectInputError(read('v 0 0 \\\n0\r\n\r\nv 1 0 0\rv x\n'), NAME)).toMatch('line 5 has "x"');
  });

  it('without faces are no mesh', async () => {
    expect(await expectInputError(read(SQUARE), NAME)).toMatch('has 4 vertices but no triangles');
    expect(await expectInputError(read('\0\u0001\u0002 garbage'), NAME)).toMatch('has 0 vertices but no triangles');
    expect(await expectInputError(read('f 1 2 3\n'), NAME)).toMatch(
      'has 1 triangles, but no vertices; get a whole copy',
    );
  });
});
