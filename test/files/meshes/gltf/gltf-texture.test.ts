/** Base-colour images of glTF: the right way up, wrapped, beside other colours, and left out where there is none. */
import { Document, WebIO } from '@gltf-transform/core';
import { EXTTextureWebP, KHRTextureTransform } from '@gltf-transform/extensions';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import { encodeWebp } from '../../../../src/node/pictures/webp.js';
import { surfaceColor } from '../../../../src/reference/mesh/shade-mesh.js';
import { sourceOf } from '../../volumes/nrrd/write-nrrd.js';

const SIZE = 64;
const [RED, GREEN, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;

/** Red and green above blue and white. */
function writeQuadrants(): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: SIZE, height: SIZE });
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const color = y < SIZE / 2 ? (x < SIZE / 2 ? RED : GREEN) : x < SIZE / 2 ? BLUE : WHITE;
      png.data.set([...color, 255], 4 * (y * SIZE + x));
    }
  }
  return new Uint8Array(PNG.sync.write(png));
}

/** A square of `cells` × `cells`, whose image is upright as seen from +z: its first row is at the largest y. */
function createSquare(cells: number, change: (uv: readonly [number, number]) => readonly number[] = (uv) => uv) {
  const document = new Document();
  const buffer = document.createBuffer();
  const side = cells + 1;
  const places = Array.from({ length: side * side }, (_, at) => [(at % side) / cells, Math.floor(at / side) / cells]);
  const triangles = Array.from({ length: cells * cells }, (_, cell) => {
    const at = Math.floor(cell / cells) * side + (cell % cells);
    return [at, at + 1, at + side, at + 1, at + side + 1, at + side];
  });
  const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const texture = document.createTexture('quadrants').setImage(writeQuadrants()).setMimeType('image/png');
  const material = document.createMaterial().setBaseColorTexture(texture);
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(places.flatMap(([x, y]) => [x!, y!, 0]))))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(places.flatMap(([x, y]) => change([x!, 1 - y!])))))
    .setIndices(accessor('SCALAR', Uint32Array.from(triangles.flat())));
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  return { document, material, texture };
}

const write = (document: Document) =>
  new WebIO().registerExtensions([EXTTextureWebP, KHRTextureTransform]).writeBinary(document);
const read = async (document: Document) => readMeshSource({ ...sourceOf(await write(document)), name: 'a.glb' });

/** The colour in the first triangle of a square of one cell, whose corners are (0, 0), (1, 0) and (0, 1). */
function colorAt(mesh: Mesh, x: number, y: number) {
  return surfaceColor(mesh, { triangle: 0, u: x, v: y }, [0, 0, 0], 0).map((channel) => Math.round(255 * channel));
}

test('it may be a WebP, which a glTF says by an extension', async () => {
  const { document, texture } = createSquare(1);
  const { data } = PNG.sync.read(Buffer.from(writeQuadrants()));
  const pixels = new Uint8Array(data);
  texture.setMimeType('image/webp').setImage(new Uint8Array(await encodeWebp({ width: SIZE, height: SIZE, pixels })));
  document.createExtension(EXTTextureWebP).setRequired(true);
  const { mesh, notes } = await read(document);
  expect(notes).toEqual([]);
  expect(colorAt(mesh, 0.2, 0.75)).toEqual(RED);
  expect(colorAt(mesh, 0.2, 0.2)).toEqual(BLUE);
});

test('it is left out where it is of a format that is not read, even if the file requires it', async () => {
  const { document } = createSquare(1);
  const { json, resources } = await new WebIO().writeJSON(document);
  const uriOf = (ending: string) => {
    const [, bytes] = Object.entries(resources).find(([name]) => name.endsWith(ending))!;
    return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  };
  const names = ['KHR_texture_basisu', 'KHR_lights_punctual'];
  const changed = {
    ...json,
    buffers: [{ ...json.buffers![0]!, uri: uriOf('.bin') }],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    images: [{ uri: uriOf('.png'), mimeType: 'image/ktx2' }],
    extensionsUsed: names,
    extensionsRequired: names,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(changed));
  const { mesh, notes } = await readMeshSource({ ...sourceOf(bytes), name: 'a.gltf' });
  expect(mesh.triangles.length).toBe(6);
  expect(notes).toEqual([
    expect.stringMatching(/^left out 1 images on materials.* ktxdecompress IN\.glb OUT\.glb makes PNG/),
  ]);
});

test('it is the right way up', async () => {
  const { mesh, notes } = await read(createSquare(1).document);
  expect(notes).toEqual([]);
  expect(mesh.vertexColors).toBeUndefined();
  expect(colorAt(mesh, 0.2, 0.75)).toEqual(RED);
  expect(colorAt(mesh, 0.2, 0.2)).toEqual(BLUE);
  expect(colorAt(mesh, 0.75, 0.2)).toEqual(WHITE);
});

test('it is multiplied with the base color', async () => {
  const { document, material } = createSquare(1);
  material.setBaseColorFactor([0.5, 1, 0.25, 1]);
  const { mesh } = await read(document);
  // sRGB of 0.5 is 188, and of 0.25 it is 137.
  expect(colorAt(mesh, 0.75, 0.2)).toEqual([188, 255, 137]);
  expect(colorAt(mesh, 0.2, 0.75)).toEqual([188, 0, 0]);
});

test('it is repeated, mirrored or clamped beyond its edges', async () => {
  // From −1.5 to 2.5, in its upper half.
  const beyond = ([u]: readonly [number, number]) => [4 * u - 1.5, 0.25];
  const colorsOf = async (mode: 10497 | 33648 | 33071) => {
    const { document, material } = createSquare(1, beyond);
    material.getBaseColorTextureInfo()!.setWrapS(mode);
    const { mesh } = await read(document);
    return [0.1, 0.2, 0.6, 0.9].map((x) => colorAt(mesh, x, 0.05));
  };
  expect(await colorsOf(10497)).toEqual([GREEN, RED, GREEN, RED]);
  expect(await colorsOf(33648)).toEqual([GREEN, GREEN, GREEN, RED]);
  expect(await colorsOf(33071)).toEqual([RED, RED, GREEN, GREEN]);
});

test('its coordinates may have a transform, as quantised ones do', async () => {
  const { document, material } = createSquare(1, ([u, v]) => [10 * u - 1, 10 * v]);
  const transform = document.createExtension(KHRTextureTransform).createTransform();
  material.getBaseColorTextureInfo()!.setExtension('KHR_texture_transform', transform);
  transform.setScale([0.1, 0.1]).setOffset([0.1, 0]);
  const { mesh } = await read(document);
  expect(colorAt(mesh, 0.2, 0.75)).toEqual(RED);
  expect(colorAt(mesh, 0.75, 0.2)).toEqual(WHITE);
});

test('meshes of several materials have the image of each, once, and white where there is none', async () => {
  const { document } = createSquare(1);
  const [node] = document.getRoot().listNodes();
  const scene = document.getRoot().listScenes()[0]!;
  scene.addChild(document.createNode().setMesh(node!.getMesh()).setTranslation([2, 0, 0]));
  const bare = document.createMesh().addPrimitive(node!.getMesh()!.listPrimitives()[0]!.clone().setMaterial(null));
  scene.addChild(document.createNode().setMesh(bare).setTranslation([4, 0, 0]));
  const { mesh } = await read(document);
  expect(mesh.textures!.images).toHaveLength(1);
  const colorOf = (triangle: number) => surfaceColor(mesh, { triangle, u: 0.2, v: 0.75 }, [0, 0, 0], 0);
  expect([0, 2, 4].map(colorOf)).toEqual([
    [1, 0, 0],
    [1, 0, 0],
    [1, 1, 1],
  ]);
});

test('the same image in many textures is decoded once and is one image of the mesh', async () => {
  const { document } = createSquare(1);
  const [node] = document.getRoot().listNodes();
  const primitive = node!.getMesh()!.listPrimitives()[0]!;
  for (let copy = 0; copy < 20; copy++) {
    const texture = document.createTexture().setImage(writeQuadrants()).setMimeType('image/png');
    node!
      .getMesh()!
      .addPrimitive(primitive.clone().setMaterial(document.createMaterial().setBaseColorTexture(texture)));
  }
  const { mesh, notes } = await read(document);
  expect(notes).toEqual([]);
  expect(mesh.textures!.images).toHaveLength(1);
});

test('an image that makes far more pixels than its bytes account for is left out before it is inflated', async () => {
  const { document, texture } = createSquare(1);
  // 20,000 × 20,000 pixels of 4 bytes, by the header alone.
  const claim = writeQuadrants();
  new DataView(claim.buffer, claim.byteOffset).setUint32(16, 20_000);
  new DataView(claim.buffer, claim.byteOffset).setUint32(20, 20_000);
  texture.setImage(claim);
  const { mesh, notes } = await read(document);
  expect(mesh.textures).toBeUndefined();
  expect(notes).toEqual([expect.stringMatching(/images on materials.*far more pixels than their bytes account for/)]);
});

test('thousands of images of one size are told apart as fast as their bytes are read', async () => {
  const { document } = createSquare(1);
  const [first] = document.getRoot().listMeshes()[0]!.listPrimitives();
  const png = new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 })));
  for (let index = 0; index < 2000; index++) {
    const image = new Uint8Array(png.length + 1504);
    image.set(png);
    new DataView(image.buffer).setUint32(png.length + 1500, index);
    const texture = document.createTexture().setImage(image).setMimeType('image/png');
    const material = document.createMaterial().setBaseColorTexture(texture);
    if (index % 500 === 0) document.getRoot().listMeshes()[0]!.addPrimitive(first!.clone().setMaterial(material));
  }
  const { mesh } = await read(document);
  expect(mesh.textures!.images).toHaveLength(5);
});

const LEFT_OUT = [expect.stringMatching(/^left out 1 images on materials/)];

test('it may be in a file beside, and where that is missing or none, the mesh is read without', async () => {
  const { document, texture } = createSquare(1);
  texture.setURI('quad%20rants.png');
  const { json, resources } = await new WebIO().writeJSON(document);
  const readBeside = (image: Uint8Array | undefined) =>
    readMeshSource({
      ...sourceOf(new TextEncoder().encode(JSON.stringify(json))),
      name: 'a.gltf',
      readSibling: async (name) => {
        if (!name.endsWith('.png')) return resources[name]!;
        expect(name).toBe('quad rants.png');
        if (!image) throw new InputError('quad rants.png: does not exist');
        return image;
      },
    });
  expect(colorAt((await readBeside(writeQuadrants())).mesh, 0.2, 0.75)).toEqual(RED);
  expect((await readBeside(undefined)).notes).toEqual(LEFT_OUT);
  expect((await readBeside(new Uint8Array(9))).notes).toEqual(LEFT_OUT);
});
