/** PLY: all types, orders and shapes of elements that its headers can say, and what is wrong when they lie. */
import { describe, expect, it, test } from 'vitest';
import type { MeshFile } from '../../../../src/files/meshes/mesh-file.js';
import { readPly } from '../../../../src/files/meshes/ply/ply.js';
import type { ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import { CUBE_CORNERS, CUBE_QUADS } from '../../../mesh/cube.js';
import { cornersOf, countEdges, FLOAT32_ROUNDING } from '../../../mesh/measure-mesh.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, join, sourceOf, toBytes } from '../../volumes/nrrd/write-nrrd.js';
import { type PlyOptions, type Shape, writePly } from '../write-meshes.js';

const NAME = 'folder/thing.ply';
const read = (bytes: Uint8Array): Promise<MeshFile> => readPly({ ...sourceOf(bytes), name: NAME });

/** A cube with integer corners, of quads. */
const CUBE: Shape = { vertices: CUBE_CORNERS, faces: CUBE_QUADS };

const FORMATS = ['ascii', 'little', 'big'] as const;

describe.each(FORMATS)('%s', (format) => {
  const reals: readonly ScalarType[] = ['float32', 'float64'];
  const integers: readonly ScalarType[] = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'];

  it.each([...integers, ...reals])('has coordinates of %s', async (coordinates) => {
    for (const sizedNames of [false, true]) {
      const { mesh, notes } = await read(writePly(CUBE, { format, coordinates, sizedNames }));
      expect([...mesh.positions]).toEqual(CUBE.vertices.flat());
      expect(notes).toEqual([]);
    }
  });

  it.each(integers)('has indices, and counts of them, of %s', async (type) => {
    const { mesh } = await read(writePly(CUBE, { format, indices: type, counts: type }));
    expect(countEdges(mesh)).toEqual({ edges: 18, open: 0 });
    expect([...mesh.triangles.subarray(0, 6)]).toEqual([0, 4, 6, 0, 6, 2]);
  });

  it.each(['uint8', 'uint16', 'float32', 'float64'] as const)('has colours of %s', async (colors) => {
    const vertexColors = CUBE.vertices.map((_, at) => [at * 36, 255 - at, 7] as const);
    const { mesh } = await read(writePly({ ...CUBE, vertexColors }, { format, colors }));
    expect([...mesh.vertexColors!]).toEqual(vertexColors.flatMap((color) => [...color, 255]));
    expect(mesh.faceColors).toBeUndefined();
  });

  it('gives the colour of a face to all its triangles', async () => {
    const faceColors = CUBE.faces.map((_, at) => [at, 2 * at, 255] as const);
    const { mesh } = await read(writePly({ ...CUBE, faceColors }, { format }));
    expect([...mesh.faceColors!]).toEqual(faceColors.flatMap((color) => [...color, 255, ...color, 255]));
    expect(mesh.vertexColors).toBeUndefined();
    // Not both.
    const both = await read(
      writePly({ ...CUBE, faceColors, vertexColors: CUBE.vertices.map(() => [1, 2, 3]) }, { format }),
    );
    expect(both.mesh.faceColors).toBeUndefined();
    expect(both.mesh.vertexColors).toBeDefined();
  });

  it('has normals, scaled to length 1', async () => {
    const normals = CUBE.vertices.map(([x, y, z]) => [x * 3, y * 3, z * 3] as const);
    const { mesh } = await read(writePly({ ...CUBE, normals }, { format }));
    const expected = normals.flatMap(([x, y, z]) => [x, y, z].map((c) => c / (Math.hypot(x, y, z) || 1)));
    for (const [at, component] of mesh.normals!.entries()) {
      expect(Math.abs(component - expected[at]!)).toBeLessThanOrEqual(FLOAT32_ROUNDING);
    }
  });

  it('leaves out elements and properties that it does not know, lists and all', async () => {
    const extras = await read(writePly(CUBE, { format, extras: true }));
    const { values, ...mesh } = extras.mesh;
    expect(mesh).toEqual((await read(writePly(CUBE, { format }))).mesh);
    expect(values).toEqual([
      { name: 'label', on: 'vertices', values: new Float32Array(8).fill(-7) },
      { name: 'group', on: 'triangles', values: new Float32Array(12).fill(4e9) },
    ]);
    expect(extras.notes).toEqual(['left out 2 rows of element camera', 'left out 1 rows of element edge']);
  });

  it('leaves out faces without three corners', async () => {
    const faces = [[], [1], [2, 3], ...CUBE.faces];
    const { mesh, notes } = await read(writePly({ ...CUBE, faces }, { format }));
    expect(notes).toEqual(['left out 3 faces with fewer than three corners']);
    expect(countEdges(mesh).open).toBe(0);
  });

  it('cuts concave polygons without leaving their outline', async () => {
    const arrow: Shape = {
      vertices: [
        [0, 0, 0],
        [2, 1, 0],
        [0, 2, 0],
        [0.5, 1, 0],
      ],
      faces: [[0, 1, 2, 3]],
    };
    expect([...(await read(writePly(arrow, { format }))).mesh.triangles]).toEqual([1, 2, 3, 0, 1, 3]);
  });

  it('notes what comes after the last element', async () => {
    const { notes } = await read(join(writePly(CUBE, { format }), '77 '));
    expect(notes).toEqual(['left out data after the last element']);
  });

  it('is refused where it ends too early, wherever that is', async () => {
    const whole = writePly(CUBE, { format, vertexColors: true } as PlyOptions);
    const dataStart = new TextDecoder('latin1').decode(whole).indexOf('end_header') + 11;
    // The last number without its last digits is another one.
    for (let length = 0; length < whole.length - (format === 'ascii' ? 2 : 0); length++) {
      const message = await expectInputError(read(whole.slice(0, length)), NAME, `${length} bytes`);
      if (length >= dataStart) expect(message).toMatch(/ends in row|has \d+ bytes for the \d+ rows of element/);
    }
  });

  it.each(['vertex', 'face', 'camera'])(
    'is refused at once where it lies about the number of %s rows',
    async (element) => {
      for (const count of ['999999999', '4000000000', '9007199254740991']) {
        const text = new TextDecoder('latin1').decode(writePly(CUBE, { format, extras: true }));
        const lie = text.replace(new RegExp(`element ${element} \\d+`), `element ${element} ${count}`);
        const bytes = Uint8Array.from(lie, (character) => character.charCodeAt(0));
        expect(await expectInputError(read(bytes), NAME)).toMatch(`for the ${count} rows of element ${element}`);
      }
    },
  );
});

describe('headers', () => {
  const [header = '', data = ''] = new TextDecoder().decode(writePly(CUBE)).split(/(?<=end_header\n)/);

  it.each<[string, (header: string) => string]>([
    [
      'comments of any kind',
      (h) => h.replace('comment', 'comment element vertex 7\ncomment\nobj_info property\ncomment'),
    ],
    ['blanks', (h) => h.replaceAll('\n', '  \n').replaceAll(' ', ' \t')],
    ['lines of nothing', (h) => h.replace('element', '\nelement')],
    ['vertex_index for vertex_indices', (h) => h.replace('vertex_indices', 'vertex_index')],
    [
      'an element without properties or end',
      (h) => h.replace('end_header', 'element nothing 9007199254740991\nend_header'),
    ],
  ])('may have %s', async (_, change) => {
    expect((await read(ascii(change(header) + data))).mesh).toEqual((await read(ascii(header + data))).mesh);
  });

  it('may have the faces first', async () => {
    const lines = header.trimEnd().split('\n');
    const face = lines.findIndex((line) => line.startsWith('element face'));
    const vertex = lines.findIndex((line) => line.startsWith('element vertex'));
    const swapped = [
      ...lines.slice(0, vertex),
      ...lines.slice(face, -1),
      ...lines.slice(vertex, face),
      'end_header',
      '',
    ];
    const rows = data.trimEnd().split('\n');
    const text = `${swapped.join('\n')}${[...rows.slice(8), ...rows.slice(0, 8)].join('\n')}`;
    expect((await read(ascii(text))).mesh).toEqual((await read(ascii(header + data))).mesh);
  });

  it('may end in CR LF before binary data that start like one', async () => {
    const vertices = join(toBytes([10, 13, 10], 'uint8'), toBytes([1, 2, 3, 4, 5, 16], 'uint8'));
    const faces = join(toBytes([3, 0, 1, 2], 'uint8'));
    for (const newline of ['\n', '\r\n', '\r']) {
      const text = header
        .replace('ascii', 'binary_big_endian')
        .replaceAll('float', 'uchar')
        .replace('vertex 8', 'vertex 3')
        .replace('face 6', 'face 1')
        .replace('uchar int', 'uchar uchar');
      const { mesh } = await read(join(text.replaceAll('\n', newline), vertices, faces));
      expect([...cornersOf(mesh)]).toEqual([10, 13, 10, 1, 2, 3, 4, 5, 16]);
    }
  });

  it.each<[string, (header: string) => string, RegExp]>([
    ['nothing but the magic', () => 'ply\n', /header line 2, "0 0 0", is no format/],
    ['no end', (h) => h.replace('end_header', 'comment'), /no "end_header" line|is no format/],
    ['another magic', (h) => h.replace('ply', 'plyx'), /is no PLY file; its first line must be "ply"/],
    [
      'another format',
      (h) => h.replace('ascii', 'binary'),
      /line 2, "format binary 1.0", names no format.*ascii, binary_little/,
    ],
    ['a word that it should not', (h) => h.replace('comment', 'note'), /line 3, "note made for a test", is no format/],
    ['an element without a count', (h) => h.replace('vertex 8', 'vertex'), /"element NAME COUNT" would be right/],
    ['half a vertex', (h) => h.replace('vertex 8', 'vertex 7.5'), /"element NAME COUNT"/],
    ['minus a vertex', (h) => h.replace('vertex 8', 'vertex -8'), /"element NAME COUNT"/],
    ['more vertices than numbers', (h) => h.replace('vertex 8', `vertex 1${'0'.repeat(400)}`), /"element NAME COUNT"/],
    ['two elements of one name', (h) => h.replace('face', 'vertex'), /is there twice/],
    ['a property of nothing', (h) => h.replace('element vertex 8\n', ''), /belongs to no element/],
    ['a property without a name', (h) => h.replace('float x', 'float'), /is no property; "property TYPE NAME"/],
    ['an unknown type', (h) => h.replace('float x', 'half x'), /is no property.* types like int8/],
    ['a count that is no integer', (h) => h.replace('list uchar', 'list float'), /is no property/],
    ['no vertices', (h) => h.replace('element vertex', 'element point'), /no element vertex/],
    ['no faces', (h) => h.replace('element face', 'element polygon'), /has 8 vertices but no triangles.*point cloud/],
    ['no z', (h) => h.replace('float z', 'float w'), /no properties x, y and z/],
    ['a list for z', (h) => h.replace('float z', 'list uchar float z'), /no properties x, y and z/],
    ['no corners', (h) => h.replace('vertex_indices', 'neighbours'), /no list vertex_indices/],
    ['one corner', (h) => h.replace('list uchar int', 'int'), /no list vertex_indices/],
  ])('may not have %s', async (_, change, message) => {
    expect(await expectInputError(read(ascii(change(header) + data)), NAME)).toMatch(message);
  });

  it('may not go on and on', async () => {
    const endless = ascii(`ply\nformat ascii 1.0\n${'comment x\n'.repeat(200_000)}end_header\n`);
    expect(await expectInputError(read(endless), NAME)).toMatch(/no "end_header" line/);
  });

  test('numbers that are none are shown with where they are', async () => {
    const bad = data.replace('1 1 0', '1 1,5 0');
    expect(await expectInputError(read(ascii(header + bad)), NAME)).toBe(
      `${NAME}: has "1,5" where a number should be, in row 4 of 8 of element vertex`,
    );
    const list = data.replace('4 0 4 6 2', '4.5 0 4 6 2');
    expect(await expectInputError(read(ascii(header + list)), NAME)).toBe(
      `${NAME}: has a list of 4.5 values, in row 1 of 6 of element face`,
    );
    const negative = data.replace('4 0 4 6 2', '-4 0 4 6 2');
    expect(await expectInputError(read(ascii(header + negative)), NAME)).toMatch('a list of -4 values');
  });

  test('no faces and no vertices are no mesh', async () => {
    const empty = { vertices: [], faces: [] };
    expect(await expectInputError(read(writePly(empty)), NAME)).toMatch('has 0 vertices but no triangles');
    expect(await expectInputError(read(writePly({ ...CUBE, faces: [] })), NAME)).toMatch('8 vertices but no triangles');
  });
});

describe('writers of their own kind', () => {
  const header = 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n';
  const vertices = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
  const faceHeader = 'element face 2\nproperty list uchar int vertex_indices\nend_header\n';

  test('numbers at the ends of rows that no property declares are left out, and noted', async () => {
    const rows = [...vertices.map((row) => `${row} 255 0 0 255`), '3 0 1 2 7 7 7', '3 0 2 3'];
    const { mesh, notes } = await read(ascii(`${header}${faceHeader}${rows.join('\n')}\n`));
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(notes).toEqual(['left out 5 ends of rows, which no property declares']);
  });

  test('all numbers may be on one line', async () => {
    const { mesh, notes } = await read(ascii(`${header}${faceHeader}${vertices.join(' ')} 3 0 1 2 3 0 2 3\n`));
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(notes).toEqual([]);
  });

  test('text may have no format line, binary data may not', async () => {
    const text = new TextDecoder().decode(writePly(CUBE)).replace('format ascii 1.0\n', '');
    expect((await read(ascii(text))).mesh).toEqual((await read(writePly(CUBE))).mesh);
    const latin1 = new TextDecoder('latin1').decode(writePly(CUBE, { format: 'little' }));
    const bytes = Uint8Array.from(latin1.replace(/format.*\n/, ''), (character) => character.charCodeAt(0));
    expect(await expectInputError(read(bytes), NAME)).toMatch(/no "format" line .* would be right/);
  });

  test('strips of triangles go round every other time, and end at negative indices', async () => {
    const strips = 'element tristrips 1\nproperty list int int vertex_indices\nend_header\n';
    const { mesh } = await read(ascii(`${header}${strips}${vertices.join('\n')}\n9 0 1 2 3 -1 3 3 2 1\n`));
    expect([...mesh.triangles]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 1]);
  });

  test('a row of half a million strips is read as fast as its bytes are', async () => {
    const strips = 'element tristrips 1\nproperty list int int vertex_indices\nend_header\n';
    const corners = `${2 ** 19} 0 1 2${' -1'.repeat(2 ** 19 - 3)}`;
    const { mesh } = await read(ascii(`${header}${strips}${vertices.join('\n')}\n${corners}\n`));
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });
});
