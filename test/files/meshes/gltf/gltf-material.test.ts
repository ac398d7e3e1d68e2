/** Materials of glTF: opacities, sides, metal, light of their own, images of normals and their tangents. */
import { Document, type Material, WebIO } from '@gltf-transform/core';
import {
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIOR,
  KHRMaterialsPBRSpecularGlossiness,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import { encodeSrgb } from '../../../../src/math/srgb.js';
import { MATERIAL_DEFAULTS } from '../../../../src/mesh/materials/surface-material.js';
import { sourceOf } from '../../volumes/nrrd/write-nrrd.js';

const EXTENSIONS = [
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIOR,
  KHRMaterialsPBRSpecularGlossiness,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRTextureTransform,
];

/** Two texels: the left one of the given opacity, the right one opaque. */
function writePng(opacity: number, color: readonly number[] = [10, 20, 30]): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: 2, height: 1 });
  png.data.set([...color, opacity, ...color, 255]);
  return new Uint8Array(PNG.sync.write(png));
}

/** An upright square in z = 0 with two sets of coordinates, the second of them mirrored. */
function createSquare(shape: (document: Document, material: Material) => void) {
  const document = new Document();
  const buffer = document.createBuffer();
  const add = (
    type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const material = document.createMaterial();
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setAttribute('POSITION', add('VEC3', Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0)))
    .setAttribute('TEXCOORD_0', add('VEC2', Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0)))
    .setAttribute('TEXCOORD_1', add('VEC2', Float32Array.of(1, 1, 0, 1, 0, 0, 1, 0)))
    .setIndices(add('SCALAR', Uint32Array.of(0, 1, 2, 0, 2, 3)));
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  shape(document, material);
  return { document, primitive, add };
}

async function read(document: Document) {
  const bytes = await new WebIO().registerExtensions(EXTENSIONS).writeBinary(document);
  return readMeshSource({ ...sourceOf(bytes), name: 'a.glb' });
}

test('factors are those of the file, and the defaults those of the format', async () => {
  const { document } = createSquare(() => {});
  expect((await read(document)).mesh.materials!.list).toEqual([
    { ...MATERIAL_DEFAULTS, metallic: 1, singleSided: true },
  ]);
  const shaped = createSquare((document, material) => {
    material.setDoubleSided(true).setMetallicFactor(0.25).setRoughnessFactor(0.5).setBaseColorFactor([1, 1, 1, 0.75]);
    material.setAlphaMode('BLEND').setEmissiveFactor([0.5, 0, 1]);
    const transmission = document.createExtension(KHRMaterialsTransmission).createTransmission();
    material.setExtension('KHR_materials_transmission', transmission.setTransmissionFactor(0.9));
    material.setExtension('KHR_materials_ior', document.createExtension(KHRMaterialsIOR).createIOR().setIOR(1.33));
    const strength = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
    material.setExtension('KHR_materials_emissive_strength', strength.setEmissiveStrength(2));
    material.setExtension('KHR_materials_unlit', document.createExtension(KHRMaterialsUnlit).createUnlit());
  });
  expect((await read(shaped.document)).mesh.materials!.list).toEqual([
    {
      ...MATERIAL_DEFAULTS,
      metallic: 0.25,
      roughness: 0.5,
      opacity: 0.75,
      opacityMode: 'blend',
      emission: [encodeSrgb(1), 0, encodeSrgb(2)],
      transmission: 0.9,
      ior: 1.33,
      unlit: true,
    },
  ]);
});

test('opacities of the image and of vertices are read where the mode heeds them, and only there', async () => {
  const shape = (mode: 'OPAQUE' | 'MASK') =>
    createSquare((document, material) => {
      material.setBaseColorTexture(document.createTexture().setImage(writePng(51)).setMimeType('image/png'));
      material.setAlphaMode(mode).setAlphaCutoff(0.25);
    });
  const masked = shape('MASK');
  masked.primitive.setAttribute(
    'COLOR_0',
    masked.add('VEC4', Float32Array.of(...[1, 1, 1, 0.2, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 2])),
  );
  const { materials, vertexColors, textures } = (await read(masked.document)).mesh;
  const [{ images, opacityMode, opacityCutoff }] = materials!.list as [(typeof materials & object)['list'][0]];
  expect([opacityMode, opacityCutoff]).toEqual(['mask', 0.25]);
  expect([...images.opacity!.image.texels]).toEqual([51, 51, 51, 255, 255, 255, 255, 255]);
  expect(images.opacity!.image.isData).toBe(true);
  expect([...textures!.images[0]!.texels]).toEqual([10, 20, 30, 255, 10, 20, 30, 255]);
  expect([3, 7, 11, 15].map((at) => vertexColors![at])).toEqual([51, 255, 0, 255]);
  expect((await read(shape('OPAQUE').document)).mesh.materials!.list[0]!.images).toEqual({});
});

test('images go by their own coordinates and transform', async () => {
  const { document } = createSquare((document, material) => {
    const texture = document.createTexture().setImage(writePng(255)).setMimeType('image/png');
    material.setEmissiveTexture(texture).setEmissiveFactor([1, 1, 1]).setMetallicRoughnessTexture(texture);
    material.getEmissiveTextureInfo()!.setTexCoord(1);
    const transform = document.createExtension(KHRTextureTransform).createTransform();
    transform
      .setOffset([0.25, 0.5])
      .setScale([2, 3])
      .setRotation(Math.PI / 2);
    material.getMetallicRoughnessTextureInfo()!.setExtension('KHR_texture_transform', transform);
  });
  const { list, coordinates } = (await read(document)).mesh.materials!;
  const { emission, metallicRoughness } = list[0]!.images;
  expect([...coordinates[emission!.set]!]).toEqual([1, 1, 0, 1, 0, 0, 1, 0]);
  expect([...coordinates[metallicRoughness!.set]!]).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
  expect(emission!.image.isData).toBeUndefined();
  expect(metallicRoughness!.image.isData).toBe(true);
  const rounded = metallicRoughness!.transform.map((number) => Number(number.toFixed(9)) + 0);
  expect(rounded).toEqual([0, 3, 0.25, -2, 0, 0.5]);
});

test('tangents are those of the file, or of the image as it lies, in the place and turn of the node', async () => {
  const shape = (set: number) =>
    createSquare((document, material) => {
      material.setNormalTexture(document.createTexture().setImage(writePng(255)).setMimeType('image/png'));
      material.setNormalScale(0.5).getNormalTextureInfo()!.setTexCoord(set);
      document.getRoot().listNodes()[0]!.setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    });
  const tangentOf = async ({ document }: ReturnType<typeof createSquare>) => {
    const { list, tangents } = (await read(document)).mesh.materials!;
    expect(list[0]!.normalScale).toBe(0.5);
    return [...tangents!.subarray(0, 4)].map((number) => Number(number.toFixed(6)) + 0);
  };
  expect(await tangentOf(shape(0))).toEqual([0, 1, 0, 1]);
  expect(await tangentOf(shape(1))).toEqual([0, -1, 0, -1]);
  const given = shape(0);
  given.primitive.setAttribute(
    'TANGENT',
    given.add('VEC4', Float32Array.of(...[0, 0, 2, -1], ...[1, 0, 0, 1], ...[1, 0, 0, 1], ...[1, 0, 0, 1])),
  );
  expect(await tangentOf(given)).toEqual([0, 0, 1, -1]);
});

test('materials of specular and glossiness have their colour, opacity and image', async () => {
  const { document } = createSquare((document, material) => {
    const old = document.createExtension(KHRMaterialsPBRSpecularGlossiness).createPBRSpecularGlossiness();
    old.setDiffuseTexture(document.createTexture().setImage(writePng(0)).setMimeType('image/png'));
    old.setDiffuseFactor([1, 1, 1, 0.5]).setGlossinessFactor(0.75);
    material.setAlphaMode('BLEND').setExtension('KHR_materials_pbrSpecularGlossiness', old);
  });
  const { mesh, notes } = await read(document);
  expect(notes).toEqual([]);
  expect([...mesh.textures!.images[0]!.texels.subarray(0, 3)]).toEqual([10, 20, 30]);
  expect(mesh.materials!.list[0]).toMatchObject({ opacity: 0.5, metallic: 0, roughness: 0.25 });
  expect(mesh.materials!.list[0]!.images.opacity!.image.texels[0]).toBe(0);
});

test('an image of normals that cannot be read is left out, which is said', async () => {
  const { document } = createSquare((document, material) => {
    material.setNormalTexture(
      document
        .createTexture()
        .setImage(Uint8Array.of(1, 2, 3))
        .setMimeType('image/png'),
    );
  });
  const { mesh, notes } = await read(document);
  expect(mesh.materials!.list[0]!.images).toEqual({});
  expect(notes).toEqual([expect.stringContaining('left out 1 images on materials')]);
});
