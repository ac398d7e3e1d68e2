/** 3MF: units, items, components, parts that models name, colours, and packages that are damaged or claim too much. */
import { expect, it, test } from 'vitest';
import { isArchive } from '../../../../src/files/archive.js';
import { findMeshFormat } from '../../../../src/files/meshes/find-mesh-format.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { encodePng } from '../../../../src/node/index.js';
import { cornersOf, countEdges, volumeOf } from '../../../mesh/measure-mesh.js';
import { writeZip } from '../../bytes/compression/write-zip.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { sourceOf } from '../../volumes/nrrd/write-nrrd.js';
import { meshOf, modelOf, write3mf } from './write-3mf.js';

const VERTICES = [
  [0, 0, 0],
  [2, 0, 0],
  [0, 3, 0],
  [0, 0, 4],
];
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];
const TETRAHEDRON = meshOf(VERTICES, FACES);
const object = (id: number, content: string, attributes = '') => `<object id="${id}" ${attributes}>${content}</object>`;
const item = (id: number, attributes = '') => `<item objectid="${id}" ${attributes}/>`;
const read = (bytes: Uint8Array) => readMeshSource({ ...sourceOf(bytes), name: 'part.3mf' });
const readModel = (resources: string, build: string, unit?: string) => read(write3mf(modelOf(resources, build, unit)));
const colorsOf = (colors: Uint8Array, start = 0) => [...colors.subarray(4 * start, 4 * start + 3)];

test('a package is told from other archives by its content', () => {
  const bytes = write3mf(modelOf(object(1, TETRAHEDRON), item(1)));
  expect(findMeshFormat({ name: 'thing', bytes })?.name).toBe('3MF');
  expect(isArchive(bytes)).toBe(false);
  expect(isArchive(writeZip([{ name: 'a.ply', content: 'ply' }]))).toBe(true);
});

test('a mesh is closed, the right way round, and in millimetres', async () => {
  const { mesh, notes } = await readModel(object(1, TETRAHEDRON), item(1));
  expect(notes).toEqual([]);
  expect([...mesh.positions]).toEqual(VERTICES.flat());
  expect([...mesh.triangles]).toEqual(FACES.flat());
  expect(volumeOf(mesh)).toBeCloseTo(4, 12);
  const inches = await readModel(object(1, TETRAHEDRON), item(1), 'inch');
  expect(volumeOf(inches.mesh) / (4 * 25.4 ** 3)).toBeCloseTo(1, 6);
});

test('only what is built is read; rows of transforms are where the axes go, the innermost first', async () => {
  // Turns x to y, y to z and z to x, and then moves; the component before it is twice as large along x.
  const turn = 'transform="0 1 0 0 0 1 1 0 0 10 20 30"';
  const component = `<components><component objectid="1" transform="2 0 0 0 1 0 0 0 1 1 0 0"/></components>`;
  const { mesh } = await readModel(
    object(1, TETRAHEDRON) + object(2, component) + object(3, TETRAHEDRON),
    item(2, turn),
  );
  const expected = VERTICES.map(([x, y, z]) => [z! + 10, 2 * x! + 1 + 20, y! + 30]);
  expect([...cornersOf(mesh)]).toEqual(FACES.flat().flatMap((vertex) => expected[vertex]!));
});

test('mirrored meshes stay the right way round, and flat ones are left out', async () => {
  const mirror = item(1, 'transform="-1 0 0 0 1 0 0 0 1 0 0 0"');
  const flat = item(1, 'transform="0 0 0 0 1 0 0 0 1 0 0 0"');
  const { mesh, notes } = await readModel(object(1, TETRAHEDRON), mirror + flat);
  expect(volumeOf(mesh)).toBeCloseTo(4, 12);
  expect(notes).toEqual(['left out 1 meshes that their transform makes flat']);
});

test('components may be in other parts, whatever prefix names them', async () => {
  const components = '<components><component q:path="/3D/Objects/a b.model" objectid="7"/></components>';
  const model = modelOf(object(1, components), item(1)).replace('xmlns:p=', 'xmlns:q=');
  const { mesh } = await read(write3mf(model, { '3D/Objects/a b.model': modelOf(object(7, TETRAHEDRON), '') }));
  expect([...mesh.triangles]).toEqual(FACES.flat());
});

test("triangles have the colours of base materials and groups, their own, else the object's", async () => {
  const base =
    '<basematerials id="5"><base name="a" displaycolor="#102030"/><base displaycolor="#405060FF"/></basematerials>';
  const group =
    '<m:colorgroup id="6"><m:color color="#ff0000"/><m:color color="#00ff00"/><m:color color="#0000ff"/></m:colorgroup>';
  const mesh3 = meshOf(VERTICES, FACES, ['', 'pid="6" p1="1"', 'pid="6" p1="0" p2="1" p3="2"', 'pid="9" p1="0"']);
  const { mesh } = await readModel(base + group + object(1, mesh3, 'pid="5" pindex="1"'), item(1));
  expect([0, 1, 2, 3].map((face) => colorsOf(mesh.faceColors!, face))).toEqual([
    [0x40, 0x50, 0x60],
    [0, 255, 0],
    [255, 255, 255],
    [255, 255, 255],
  ]);
  // The third triangle's corners differ: it has vertices of its own, and the others keep theirs.
  expect([...mesh.triangles]).toEqual([...FACES[0]!, ...FACES[1]!, 4, 5, 6, ...FACES[3]!]);
  expect([4, 5, 6].map((vertex) => colorsOf(mesh.vertexColors!, vertex))).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ]);
  expect(colorsOf(mesh.vertexColors!, 0)).toEqual([255, 255, 255]);
  expect([...cornersOf(mesh)]).toEqual(FACES.flat().flatMap((vertex) => VERTICES[vertex]!));
});

test('what is not shown is told', async () => {
  const mixture = '<m:compositematerials id="2" matid="1" matindices="0"/>';
  const { notes } = await readModel(mixture + object(1, TETRAHEDRON), item(1));
  expect(notes).toEqual(['left out mixtures of materials']);
});

const TEXTURE =
  '<m:texture2d id="4" path="/3D/Textures/a.png" contenttype="image/png" tilestyleu="mirror" tilestylev="none"/>';
const GROUP =
  '<m:texture2dgroup id="9" texid="4"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v="0.25"/><m:tex2coord u="0.5" v="1"/></m:texture2dgroup>';
const COLORS = '<m:colorgroup id="7"><m:color color="#00FF00"/></m:colorgroup>';
const TEXTURED = meshOf(VERTICES, FACES, [
  'pid="9" p1="0" p2="1" p3="2"',
  'pid="9" p1="2"',
  'pid="9" p1="0" p2="77" p3="1"',
  '',
]);

test('triangles have images, from their lower left corners, and others the colours of the object', async () => {
  const png = encodePng({ width: 2, height: 1, pixels: Uint8Array.of(10, 20, 30, 255, 40, 50, 60, 255) });
  const model = modelOf(TEXTURE + GROUP + COLORS + object(1, TEXTURED, 'pid="7" pindex="0"'), item(1));
  const { mesh, notes } = await read(write3mf(model, { '3D/textures/A.png': png }));
  expect(notes).toEqual([]);
  const { images, coordinates } = mesh.textures!;
  expect(images).toMatchObject([{ width: 2, height: 1, wrap: ['mirror', 'clamp'] }]);
  const places = [...mesh.triangles].map((vertex) => [...coordinates.subarray(3 * vertex, 3 * vertex + 3)]);
  const none = [0, 0, -1];
  expect(places).toEqual([
    ...[
      [0, 1, 0],
      [1, 0.75, 0],
      [0.5, 0, 0],
    ],
    ...[
      [0.5, 0, 0],
      [0.5, 0, 0],
      [0.5, 0, 0],
    ],
    ...[[0, 1, 0], none, [1, 0.75, 0]],
    ...[none, none, none],
  ]);
  const colors = [...mesh.triangles].map((vertex) => colorsOf(mesh.vertexColors!, vertex));
  expect(colors.slice(0, 9)).toEqual(new Array(9).fill([255, 255, 255]));
  expect(colors.slice(9)).toEqual(new Array(3).fill([0, 255, 0]));
  expect([...cornersOf(mesh)]).toEqual(FACES.flat().flatMap((vertex) => VERTICES[vertex]!));
});

test('an image that is not there, or none, is told, and its triangles are white', async () => {
  const model = modelOf(TEXTURE + GROUP + object(1, TEXTURED), item(1));
  const gone = await read(write3mf(model));
  expect(gone.notes).toEqual([
    'left out 1 textures: /3D/Textures/a.png: has no part /3D/Textures/a.png, which it names; get a whole copy',
  ]);
  expect([gone.mesh.textures, gone.mesh.positions.length]).toEqual([undefined, 12]);
  expect((await read(write3mf(model, { '3D/Textures/a.png': 'GIF89a' }))).notes).toEqual([
    expect.stringMatching(/^left out 1 textures: .*is no JPEG picture/),
  ]);
});

test('a triangle of a vertex that is not there is skipped, and the others are read', async () => {
  const { mesh, notes } = await readModel(object(1, meshOf(VERTICES, [...FACES, [0, 1, 9], [0, 1, -1]])), item(1));
  expect(countEdges({ triangles: mesh.triangles.subarray(0, 12) }).open).toBe(0);
  expect(notes).toEqual(['skipped 2 of 6 triangles, whose vertices do not exist or are not finite']);
});

it.each<[string, Uint8Array | (() => Uint8Array), RegExp]>([
  ['nothing to build', write3mf(modelOf(object(1, TETRAHEDRON), '')), /builds no mesh with triangles/],
  [
    'an object that is not there',
    write3mf(modelOf(object(1, TETRAHEDRON), item(2))),
    /has no object 2, which it places/,
  ],
  ['a part that is not there', write3mf(modelOf('', item(2, 'p:path="/3D/x.model"'))), /has no part \/3D\/x\.model/],
  ['an unknown unit', write3mf(modelOf('', '', 'cubit')), /measures in "cubit"; one of micron, millimeter,/],
  ['a transform of two numbers', write3mf(modelOf('', item(2, 'transform="1 2"'))), /transform "1 2"; twelve/],
  [
    'a model without its package',
    new TextEncoder().encode(modelOf('', '')),
    /is no 3MF package, which is a zip archive/,
  ],
  ['something else for a model', write3mf('<svg><path/></svg>'), /has a <svg> for a <model>/],
  ['XML that is cut short', write3mf(modelOf('', '').slice(0, -8)), /XML that is cut short; get a whole copy/],
  [
    'components within themselves',
    write3mf(modelOf(object(1, '<components><component objectid="1"/></components>'), item(1))),
    /nests its components more than 100 deep/,
  ],
  ['a mesh a billion times', () => write3mf(modelOf(bomb(30), item(30))), /asks for too much (?:work|memory)/],
])('refuses %s in one line', async (_, bytes, message) => {
  const said = await expectInputError(read(typeof bytes === 'function' ? bytes() : bytes), 'part.3mf');
  expect(said).toMatch(message);
});

/** Each object is the one before it, twice. */
function bomb(depth: number): string {
  const twice = (id: number) => `<component objectid="${id}"/>`.repeat(2);
  const rest = Array.from({ length: depth - 1 }, (_, at) =>
    object(at + 2, `<components>${twice(at + 1)}</components>`),
  );
  return object(1, TETRAHEDRON) + rest.join('');
}
