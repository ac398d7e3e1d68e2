/** Writes binary glTF: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html. */
import { type Accessor, Document, type Primitive, WebIO } from '@gltf-transform/core';
import { decodeSrgb } from '../../../math/srgb.js';
import { bakeTextures } from '../../../mesh/attributes/bake-textures.js';
import { findBadTriangles, isBadTriangle, type Mesh } from '../../../mesh/mesh.js';
import type { WrittenFile } from '../../volumes/writers/written-file.js';

/**
 * Writes vertices, normals, colours, values of vertices and triangles to the bit: positions lie about the node's place, which is the
 * mesh's origin. Images become colours of the vertices.
 */
export async function writeGlb(mesh: Mesh): Promise<WrittenFile> {
  const baked = bakeTextures(mesh);
  const document = new Document();
  const buffer = document.createBuffer();
  // Unlike the default, no metal, which is black where there is nothing to mirror.
  const material = document.createMaterial().setMetallicFactor(0).setRoughnessFactor(1);
  const primitive = document.createPrimitive().setMaterial(material);
  const add = (name: string, type: 'SCALAR' | 'VEC3', array: Float32Array<ArrayBuffer>) =>
    primitive.setAttribute(name, document.createAccessor().setType(type).setArray(array).setBuffer(buffer));
  const hasNormals = baked.normals !== undefined && areUnit(baked.normals);
  add('POSITION', 'VEC3', baked.positions.map(finite));
  if (hasNormals) add('NORMAL', 'VEC3', Float32Array.from(baked.normals!));
  if (baked.vertexColors) add('COLOR_0', 'VEC3', linearColors(baked.vertexColors));
  const numbers = (mesh.values ?? []).filter(({ on }) => on === 'vertices');
  for (const { name, values } of numbers) add(`_${name}`, 'SCALAR', Float32Array.from(values));
  primitive.setIndices(
    document.createAccessor().setType('SCALAR').setArray(listTriangles(baked)).setBuffer(buffer) as Accessor,
  );
  addToScene(document, primitive, mesh);
  const bad = findBadTriangles(mesh).length;
  const left = [
    baked.normals && !hasNormals && 'normals, of which some have no direction',
    baked.faceColors && 'colours of triangles',
    numbers.length < (mesh.values?.length ?? 0) && 'values of triangles',
    bad > 0 && 'triangles of vertices that do not exist or are not finite',
  ].filter((what) => typeof what === 'string');
  return {
    pieces: [Uint8Array.from(await new WebIO().writeBinary(document))],
    notes: [
      ...(mesh.textures ? ['images became colours of the vertices'] : []),
      ...(left.length > 0 ? [`left out ${left.join(' and ')}, which glTF does not have`] : []),
    ],
  };
}

function addToScene(document: Document, primitive: Primitive, { origin }: Mesh): void {
  const node = document
    .createNode()
    .setMesh(document.createMesh().addPrimitive(primitive))
    .setTranslation([...origin]);
  document.getRoot().setDefaultScene(document.createScene().addChild(node));
}

/** Vertices that are not finite keep their number, and no triangle has them. */
const finite = (coordinate: number) => (Number.isFinite(coordinate) ? coordinate : 0);

/** How far the length of a normal may be from 1, as validators have it. */
const LENGTH_ERROR_MAX = 5e-4;

function areUnit(normals: Float32Array): boolean {
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!);
    if (!(Math.abs(length - 1) <= LENGTH_ERROR_MAX)) return false;
  }
  return true;
}

/** Colours of vertices are of linear light in glTF. */
const linearColors = (bytes: Uint8Array) =>
  Float32Array.from({ length: (bytes.length / 4) * 3 }, (_, at) =>
    decodeSrgb(bytes[4 * Math.floor(at / 3) + (at % 3)]! / 255),
  );

function listTriangles(mesh: Mesh): Uint32Array<ArrayBuffer> {
  const kept = new Uint32Array(mesh.triangles.length);
  let count = 0;
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    kept.set(mesh.triangles.subarray(3 * triangle, 3 * triangle + 3), count);
    count += 3;
  }
  return kept.slice(0, count);
}
