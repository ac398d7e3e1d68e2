/** glTF whose JSON contradicts its bytes, nests or repeats without end, or has fields of another type: quick, right, or one line. */
import { describe, expect, it, test } from 'vitest';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../../volumes/nrrd/write-nrrd.js';

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
const INDICES = Uint16Array.of(0, 1, 2, 2, 1, 3);
const NORMALS = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);
const SPARSE = Uint16Array.of(3, 4);
const DATA = Buffer.concat([POSITIONS, INDICES, NORMALS, SPARSE].map(({ buffer }) => Buffer.from(buffer)));

interface Gltf {
  asset: { version: string };
  buffers: { byteLength: number; uri: string }[];
  bufferViews: Record<string, unknown>[];
  accessors: Record<string, unknown>[];
  materials: Record<string, unknown>[];
  meshes: { primitives: Record<string, unknown>[]; weights?: unknown }[];
  nodes: Record<string, unknown>[];
  scenes: { nodes: number[] }[];
  scene: number;
  skins?: object[];
  extensionsUsed?: string[];
}

/** Two triangles of four vertices. */
const plain = (): Gltf => ({
  asset: { version: '2.0' },
  buffers: [{ byteLength: DATA.length, uri: `data:application/octet-stream;base64,${DATA.toString('base64')}` }],
  bufferViews: [
    { buffer: 0, byteLength: 48 },
    { buffer: 0, byteOffset: 48, byteLength: 12 },
    { buffer: 0, byteOffset: 60, byteLength: 48 },
    { buffer: 0, byteOffset: 108, byteLength: 4 },
  ],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
    { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    { bufferView: 2, componentType: 5126, count: 4, type: 'VEC3' },
  ],
  materials: [{}],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
  nodes: [{ mesh: 0 }],
  scenes: [{ nodes: [0] }],
  scene: 0,
});

function changed(change: (gltf: Gltf) => void): Uint8Array {
  const gltf = plain();
  change(gltf);
  return ascii(JSON.stringify(gltf));
}
const read = (bytes: Uint8Array) => readMeshSource({ ...sourceOf(bytes), name: 'a.gltf' });

const MANY = 20_000;

test.each<[string, number, (gltf: Gltf) => void]>([
  ['a plain one', 2, () => undefined],
  ['a node that its scene lists many times', 2, (gltf) => (gltf.scenes[0]!.nodes = new Array(MANY).fill(0))],
  [
    'a child that is listed many times',
    2,
    (gltf) => (gltf.nodes = [{ children: new Array(MANY).fill(1) }, { mesh: 0 }]),
  ],
  ['a node of many scenes', 2, (gltf) => (gltf.scenes = new Array(MANY).fill({ nodes: [0] }))],
  [
    'many nodes that share many joints, deep below others',
    2 * 300,
    (gltf) => {
      gltf.nodes = Array.from({ length: 900 }, (_, node) => ({ children: [node + 1] }));
      const shown = Array.from({ length: 300 }, (_, index) => 900 + index);
      gltf.nodes[899] = { children: shown };
      gltf.nodes.push(...shown.map(() => ({ mesh: 0, skin: 0 })));
      gltf.skins = [{ joints: shown }];
    },
  ],
  [
    'a scene other than the first',
    2,
    (gltf) => Object.assign(gltf, { scene: 1, scenes: [{ nodes: [] }, { nodes: [0] }] }),
  ],
])('reads %s', async (_, triangles, change) => {
  const { mesh } = await read(changed(change));
  expect(mesh.triangles.length / 3).toBe(triangles);
});

it('places nodes below others as matrices say', async () => {
  const { mesh } = await read(
    changed((gltf) => {
      gltf.nodes = [
        { children: [1], translation: [1, 0, 0], scale: [2, 2, 2] },
        { children: [2], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
        { mesh: 0, translation: [0, 0, 3] },
      ];
    }),
  );
  const corner = [0, 1, 2].map((axis) => mesh.positions[3 + axis]! + mesh.origin[axis]!);
  for (const [axis, value] of [1, 2, 6].entries()) expect(corner[axis]).toBeCloseTo(value, 6);
});

describe('refuses', () => {
  const sparse = (count: number, more: object = {}) => ({
    count,
    indices: { bufferView: 3, componentType: 5123, ...more },
    values: { bufferView: 2 },
  });
  const meshopt = (more: object) => ({
    EXT_meshopt_compression: { buffer: 0, byteLength: 48, byteStride: 12, count: 4, mode: 'ATTRIBUTES', ...more },
  });
  it.each<[string, RegExp, (gltf: Gltf) => void]>([
    [
      'more elements than a view holds',
      /accessor 0 needs 60 bytes of buffer view 0, which has 48/,
      (gltf) => (gltf.accessors[0]!['count'] = 5),
    ],
    [
      'an offset that leaves too few',
      /accessor 0 needs 52 bytes of buffer view 0/,
      (gltf) => (gltf.accessors[0]!['byteOffset'] = 4),
    ],
    [
      'a negative stride',
      /buffer view 0 has the byteStride -12; an integer from 0 on/,
      (gltf) => (gltf.bufferViews[0]!['byteStride'] = -12),
    ],
    [
      'a stride below its elements',
      /accessor 0 has elements of 12 bytes, which are 4 apart/,
      (gltf) => (gltf.bufferViews[0]!['byteStride'] = 4),
    ],
    ['a stride that leaves the view', /accessor 0 needs 60 bytes/, (gltf) => (gltf.bufferViews[0]!['byteStride'] = 16)],
    [
      'a view beyond its buffer',
      /buffer view 0 ends at byte 113 of a buffer of 112/,
      (gltf) => (gltf.bufferViews[0]!['byteOffset'] = 65),
    ],
    [
      'a view of no buffer',
      /buffer view 0 is of the buffer 3, which is not there/,
      (gltf) => (gltf.bufferViews[0]!['buffer'] = 3),
    ],
    [
      'an accessor of no view',
      /accessor 1 is of the buffer view 9, which is not there/,
      (gltf) => (gltf.accessors[1]!['bufferView'] = 9),
    ],
    [
      'a type that is none',
      /accessor 0 has the type "VEC9"; one of SCALAR, .* is right/,
      (gltf) => (gltf.accessors[0]!['type'] = 'VEC9'),
    ],
    ['no type', /accessor 0 has the type nothing; /, (gltf) => delete gltf.accessors[0]!['type']],
    [
      'a component type that is none',
      /accessor 0 has the component type 5124; /,
      (gltf) => (gltf.accessors[0]!['componentType'] = 5124),
    ],
    [
      'a count that is no number',
      /accessor 0 has the count \{\}; an integer from 0 on/,
      (gltf) => (gltf.accessors[0]!['count'] = {}),
    ],
    [
      'a sparse part without a count',
      /accessor 0's sparse part has the count nothing/,
      (gltf) => (gltf.accessors[0]!['sparse'] = {}),
    ],
    [
      'sparse indices beyond its elements',
      /its sparse part replaces the one of index 4/,
      (gltf) => (gltf.accessors[0]!['sparse'] = sparse(2)),
    ],
    [
      'sparse indices of floats',
      /no indices of unsigned integers/,
      (gltf) => (gltf.accessors[0]!['sparse'] = sparse(1, { componentType: 5126 })),
    ],
    [
      'sparse indices past their view',
      /sparse part needs 6 bytes of buffer view 3, which has 4/,
      (gltf) => (gltf.accessors[0]!['sparse'] = sparse(1, { byteOffset: 4 })),
    ],
    [
      'compressed data of other sizes',
      /buffer view 0 has 48 bytes, and unpacks to 60/,
      (gltf) => (gltf.bufferViews[0]!['extensions'] = meshopt({ count: 5 })),
    ],
    [
      'compressed data of a count that is no number',
      /buffer view 0 has the count "x"/,
      (gltf) => (gltf.bufferViews[0]!['extensions'] = meshopt({ count: 'x' })),
    ],
    [
      'compressed data past their buffer',
      /buffer view 0 ends at byte 200 of a buffer of 112/,
      (gltf) => (gltf.bufferViews[0]!['extensions'] = meshopt({ byteLength: 200 })),
    ],
    [
      'a place of two numbers',
      /node 0 has the translation \[1,2\]; a list of 3 numbers/,
      (gltf) => (gltf.nodes[0]!['translation'] = [1, 2]),
    ],
    ['weights of text', /mesh 0 has the weights "x"; a list of numbers/, (gltf) => (gltf.meshes[0]!.weights = 'x')],
    [
      'a material with text',
      /material 0 has the metallicFactor "x"; a number/,
      (gltf) => (gltf.materials[0]!['pbrMetallicRoughness'] = { metallicFactor: 'x' }),
    ],
    ['an asset that is a number', /has no "asset"/, (gltf) => Object.assign(gltf, { asset: 7 })],
    [
      'a version that is a number',
      /is glTF of the version 2; versions from 2.0 on/,
      (gltf) => Object.assign(gltf.asset, { version: 2 }),
    ],
    [
      'more nodes than the library has room for',
      /has 100001 nodes, and 100000 are the most that are read: npx @gltf-transform\/cli join/,
      (gltf) => (gltf.nodes = new Array(100_001).fill({ mesh: 0 })),
    ],
    [
      'nodes within themselves',
      /nests its nodes more than 1000 deep/,
      (gltf) => (gltf.nodes = [{ children: [1] }, { children: [0] }]),
    ],
    [
      'millions of instances in no bytes',
      /asks for too much work/,
      (gltf) => {
        gltf.extensionsUsed = ['EXT_mesh_gpu_instancing'];
        gltf.accessors.push({ componentType: 5126, count: 4e6, type: 'VEC3' });
        gltf.nodes[0]!['extensions'] = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 3 } } };
      },
    ],
    [
      'a mesh of many primitives in many nodes',
      /asks for too much (?:work|memory)/,
      (gltf) => {
        gltf.meshes[0]!.primitives = new Array(MANY).fill(gltf.meshes[0]!.primitives[0]);
        gltf.nodes = new Array(1000).fill({ mesh: 0 });
        gltf.scenes[0]!.nodes = gltf.nodes.map((_, node) => node);
      },
    ],
  ])('%s', async (_, message, change) => {
    expect(await expectInputError(read(changed(change)), 'a.gltf')).toMatch(message);
  });
});
