/** glTF as glTF-Transform writes it: quantised, compressed, in nodes, instanced, skinned and morphed. */
import { Accessor, Document, NodeIO, type Primitive, WebIO } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import { describe, expect, it, test, vi } from 'vitest';
import { findMeshFormat } from '../../../../src/files/meshes/find-mesh-format.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { createTorus } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { worldPositions } from '../../../../src/mesh/recenter.js';
import { cornersOf, countEdges } from '../../../mesh/measure-mesh.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../../volumes/nrrd/write-nrrd.js';

const torus = createTorus({ majorSegments: 9, minorSegments: 7 });
const positions = torus.positions as Float32Array<ArrayBuffer>;
const triangles = torus.triangles as Uint32Array<ArrayBuffer>;

const read = (bytes: Uint8Array, name = 'a.glb') => readMeshSource({ ...sourceOf(bytes), name });

function accessor(
  document: Document,
  type: Parameters<Accessor['setType']>[0],
  array: Float32Array | Uint32Array | Uint8Array | Int16Array,
) {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  return document
    .createAccessor()
    .setType(type)
    .setArray(array as Float32Array<ArrayBuffer>)
    .setBuffer(buffer);
}

function createTorusPrimitive(document: Document): Primitive {
  return document
    .createPrimitive()
    .setAttribute('POSITION', accessor(document, 'VEC3', positions))
    .setIndices(accessor(document, 'SCALAR', triangles));
}

/** A document with the torus in one node, whose primitive is returned too. */
function createScene() {
  const document = new Document();
  const primitive = createTorusPrimitive(document);
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  return { document, primitive, node };
}

const write = (document: Document) =>
  new WebIO().registerExtensions([EXTMeshGPUInstancing, KHRMeshQuantization]).writeBinary(document);

function expectCloseTo(actual: ArrayLike<number>, expected: ArrayLike<number>, most = 1e-6) {
  expect(actual.length).toBe(expected.length);
  let largest = 0;
  for (let at = 0; at < actual.length; at++) largest = Math.max(largest, Math.abs(actual[at]! - expected[at]!));
  expect(largest).toBeLessThanOrEqual(most);
}

test('GLB and JSON with a data URI or a file beside it are the same mesh', async () => {
  const { document } = createScene();
  const glb = await write(document);
  expect(findMeshFormat({ name: 'thing', bytes: glb })?.name).toBe('glTF');
  const { mesh, notes } = await read(glb);
  expect(cornersOf(mesh)).toEqual(cornersOf(torus));
  expect(countEdges(mesh)).toEqual(countEdges(torus));
  expect(notes).toEqual([]);
  const { json, resources } = await new WebIO().writeJSON(document);
  const [[uri, buffer]] = Object.entries(resources) as [[string, Uint8Array]];
  const beside = {
    ...sourceOf(ascii(JSON.stringify(json))),
    readSibling: async (name: string) => {
      expect(name).toBe(uri);
      return buffer;
    },
  };
  expect(findMeshFormat({ name: 'thing', bytes: beside.bytes })?.name).toBe('glTF');
  expect((await readMeshSource(beside)).mesh).toEqual(mesh);
  const inline = `data:application/octet-stream;base64,${Buffer.from(buffer).toString('base64')}`;
  const text = JSON.stringify({ ...json, buffers: [{ ...json.buffers![0]!, uri: inline }] });
  expect((await read(ascii(text))).mesh).toEqual(mesh);
});

describe('compressed', () => {
  it('by meshopt', async () => {
    await MeshoptEncoder.ready;
    const { document } = createScene();
    document.createExtension(EXTMeshoptCompression).setRequired(true);
    const io = new NodeIO()
      .registerExtensions([EXTMeshoptCompression])
      .registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
    const { mesh } = await read(await io.writeBinary(document));
    expectCloseTo(mesh.positions, positions);
    // The codec turns triangles, so that any corner may be the first.
    const turned = (of: Uint32Array) => {
      const corners = Array.from({ length: of.length / 3 }, (_, at) => [...of.subarray(3 * at, 3 * at + 3)]);
      return corners.map(([a, b, c]) => (b! < a! && b! < c! ? [b, c, a] : c! < a! && c! < b! ? [c, a, b] : [a, b, c]));
    };
    expect(turned(mesh.triangles)).toEqual(turned(triangles));
  });

  it('by Draco', async () => {
    const { document } = createScene();
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({
        method: KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL,
        quantizationBits: { POSITION: 16 },
      });
    const io = new NodeIO()
      .registerExtensions([KHRDracoMeshCompression])
      .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
    const { mesh } = await read(await io.writeBinary(document));
    expectCloseTo(cornersOf(mesh), cornersOf(torus), 1e-4);
    expect(countEdges(mesh)).toEqual(countEdges(torus));
  });

  it('by quantisation, which a node undoes', async () => {
    const { document, primitive, node } = createScene();
    document.createExtension(KHRMeshQuantization).setRequired(true);
    const quantised = Int16Array.from(positions, (coordinate) => Math.round((coordinate / 2) * 32767));
    primitive.setAttribute('POSITION', accessor(document, 'VEC3', quantised).setNormalized(true));
    node.setScale([2, 2, 2]);
    const { mesh } = await read(await write(document));
    expectCloseTo(cornersOf(mesh), cornersOf(torus), 1 / 32767);
  });
});

describe('nodes', () => {
  it('move, turn, scale and mirror what hangs on them', async () => {
    const { document, node } = createScene();
    node.setTranslation([10, 0, 0]).setScale([1, 1, -2]);
    const parent = document.createNode().setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]).addChild(node);
    document.getRoot().listScenes()[0]!.addChild(parent);
    const { mesh } = await read(await write(document));
    const expected = cornersOf(torus);
    for (let at = 0; at < expected.length; at += 3) {
      const [x, y, z] = expected.subarray(at, at + 3) as unknown as [number, number, number];
      expected.set([-y, x + 10, -2 * z], at);
    }
    // A mirror exchanges corners, so that the outside stays outside.
    for (let at = 0; at < expected.length; at += 9) {
      const second = expected.slice(at + 3, at + 6);
      expected.copyWithin(at + 3, at + 6, at + 9).set(second, at + 6);
    }
    expectCloseTo(cornersOf(mesh), expected, 1e-5);
  });

  it('is read once for all nodes that share it, each with a place of its own', async () => {
    const { document, node } = createScene();
    const scene = document.getRoot().listScenes()[0]!;
    const elements = vi.spyOn(Accessor.prototype, 'getElement');
    const countReads = async () => {
      const bytes = await write(document);
      elements.mockClear();
      const { mesh } = await read(bytes);
      return { mesh, reads: elements.mock.calls.length };
    };
    const one = await countReads();
    for (let at = 1; at < 4; at++)
      scene.addChild(
        document
          .createNode()
          .setMesh(node.getMesh())
          .setTranslation([10 * at, 0, 0]),
      );
    const four = await countReads();
    elements.mockRestore();
    expect(one.reads).toBeGreaterThan(0);
    expect(four.reads).toBe(one.reads);
    const moved = [0, 1, 2, 3].flatMap((at) => [...positions].map((x, index) => x + (index % 3 === 0 ? 10 * at : 0)));
    expectCloseTo(worldPositions(four.mesh), moved, 1e-5);
  });

  it('is read anew for each node that morphs it by weights of its own', async () => {
    const { document, primitive, node } = createScene();
    const target = document.createPrimitiveTarget();
    primitive.addTarget(
      target.setAttribute(
        'POSITION',
        accessor(
          document,
          'VEC3',
          positions.map(() => 1),
        ),
      ),
    );
    const other = document.createNode().setMesh(node.getMesh()).setWeights([0.5]);
    document.getRoot().listScenes()[0]!.addChild(other);
    const { mesh } = await read(await write(document));
    expectCloseTo(worldPositions(mesh), [...positions, ...positions.map((x) => x + 0.5)]);
  });

  it('may have many instances', async () => {
    const { document, node } = createScene();
    const instances = document
      .createExtension(EXTMeshGPUInstancing)
      .createInstancedMesh()
      .setAttribute('TRANSLATION', accessor(document, 'VEC3', Float32Array.of(5, 0, 0, 0, 6, 0)));
    node.setExtension('EXT_mesh_gpu_instancing', instances);
    const { mesh } = await read(await write(document));
    const corners = cornersOf(torus);
    const moved = (x: number, y: number) => Array.from(corners, (coordinate, at) => coordinate + [x, y, 0][at % 3]!);
    expectCloseTo(cornersOf(mesh), [...moved(5, 0), ...moved(0, 6)]);
  });
});

test('vertices are morphed by their weights, then hang on their joints', async () => {
  const { document, primitive, node } = createScene();
  const up = Float32Array.from(positions, (_, at) => (at % 3 === 2 ? 4 : 0));
  primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', accessor(document, 'VEC3', up)));
  node.getMesh()!.setWeights([0.5]);
  const count = positions.length / 3;
  const joint = document.createNode().setTranslation([7, 0, 0]);
  const inverse = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1);
  node.setSkin(
    document
      .createSkin()
      .addJoint(joint)
      .setInverseBindMatrices(accessor(document, 'MAT4', inverse)),
  );
  // The node's own transform does not move a skinned mesh.
  node.setTranslation([100, 0, 0]);
  primitive.setAttribute('JOINTS_0', accessor(document, 'VEC4', new Uint8Array(4 * count))).setAttribute(
    'WEIGHTS_0',
    accessor(
      document,
      'VEC4',
      Float32Array.from({ length: 4 * count }, (_, at) => (at % 4 === 0 ? 1 : 0)),
    ),
  );
  document.getRoot().listScenes()[0]!.addChild(joint);
  const { mesh } = await read(await write(document));
  expectCloseTo(
    cornersOf(mesh),
    Array.from(cornersOf(torus), (coordinate, at) => coordinate + [7, -3, 2][at % 3]!),
  );
});

test('colours are those of vertices times the material, in display space; other attributes are values', async () => {
  const { document, primitive } = createScene();
  const count = positions.length / 3;
  const half = Float32Array.from({ length: 3 * count }, (_, at) => [1, 0.5, 0.25][at % 3]!);
  primitive
    .setMaterial(
      document
        .createMaterial()
        .setBaseColorFactor([0.5, 1, 1, 1])
        .setBaseColorTexture(document.createTexture().setImage(new Uint8Array(4)).setMimeType('image/png')),
    )
    .setAttribute('COLOR_0', accessor(document, 'VEC3', half))
    .setAttribute(
      '_HEAT',
      accessor(
        document,
        'SCALAR',
        Float32Array.from({ length: count }, (_, at) => at),
      ),
    );
  const { mesh, notes } = await read(await write(document));
  // sRGB of 0.5 is 188, and of 0.25 it is 137.
  expect([...mesh.vertexColors!.slice(0, 4)]).toEqual([188, 188, 137, 255]);
  expect(mesh.values).toEqual([
    { name: 'HEAT', on: 'vertices', values: Float32Array.from({ length: count }, (_, at) => at) },
  ]);
  expect(notes).toEqual([
    expect.stringMatching(/^left out 1 images on materials, whose surfaces have the base color: /),
  ]);
});

test.each([
  [5, [0, 1, 2, 2, 1, 3]],
  [6, [0, 1, 2, 0, 2, 3]],
] as const)('mode %i becomes triangles', async (mode, expected) => {
  const { document, primitive } = createScene();
  primitive.setMode(mode).setIndices(accessor(document, 'SCALAR', Uint32Array.of(0, 1, 2, 3)));
  expect([...(await read(await write(document))).mesh.triangles]).toEqual(expected);
});

describe('what cannot be read is refused', () => {
  const json = (change: object) => ascii(JSON.stringify({ asset: { version: '2.0' }, ...change }));

  it.each<[string, Uint8Array, RegExp]>([
    ['glTF 1', ascii('{"asset":{"version":"1.0"}}'), /is glTF 1.0; versions from 2.0/],
    ['no asset', ascii('{"scenes":[]}'), /has no "asset"/],
    ['broken JSON', ascii('{"asset":'), /JSON that is damaged/],
    ['no scene', json({}), /no triangles in its scene/],
    ['unknown extensions', json({ extensionsRequired: ['EXT_bananas'] }), /requires EXT_bananas.*are/],
    [
      'huge claims',
      json({ accessors: [{ count: 1e12, type: 'VEC3', componentType: 5126 }] }),
      /bytes for 3000000000000 numbers/,
    ],
    [
      'more sparse values than values',
      json({ accessors: [{ count: 4, type: 'VEC3', componentType: 5126, sparse: { count: 1e9 } }] }),
      /accessor 0 has 4 elements, of which its sparse part replaces 1000000000/,
    ],
    [
      'views past the end',
      json({ buffers: [{ uri: 'data:;base64,AAAA' }], bufferViews: [{ buffer: 0, byteLength: 9 }] }),
      /buffer view 0 ends at byte 9 of a buffer of 3/,
    ],
    ['references to nothing', json({ scenes: [{ nodes: [7] }] }), /a glTF that cannot be read: a field .* refers to/],
    ['meshes that are a number', json({ meshes: 7 }), /has meshes that are no list of objects/],
    [
      'required extensions that are a number',
      json({ extensionsRequired: 7 }),
      /has extensionsRequired that are no list/,
    ],
    ['used extensions that are an object', json({ extensionsUsed: {} }), /has extensionsUsed that are no list/],
  ])('%s', async (_, bytes, message) => {
    expect(await expectInputError(read(bytes, 'a.gltf'), 'a.gltf')).toMatch(message);
  });

  it('GLB that is cut short', async () => {
    const glb = await write(createScene().document);
    for (const length of [12, 15, 40, glb.length - 4]) {
      expect(await expectInputError(read(glb.slice(0, length)), 'a.glb')).toMatch(/get a whole copy/);
    }
  });
});
