/** Writes PLY meshes, binary and little-endian: http://paulbourke.net/dataformats/ply/. */
import { bakeTextures } from '../../../mesh/attributes/bake-textures.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { WrittenFile } from '../../volumes/writers/written-file.js';

/**
 * Writes vertices, normals, colours, values and triangles to the bit; positions as float64 where the mesh has an origin, and
 * images as colours of the vertices.
 */
export async function writePly(mesh: Mesh): Promise<WrittenFile> {
  const baked = bakeTextures(mesh);
  const values = baked.values ?? [];
  const vertexValues = values.filter(({ on }) => on === 'vertices');
  const faceValues = values.filter(({ on }) => on === 'triangles');
  const pieces = [
    new TextEncoder().encode(formatHeader(baked, vertexValues, faceValues)),
    packVertices(baked, vertexValues),
    packFaces(baked, faceValues),
  ];
  return { pieces, notes: mesh.textures ? ['images became colours of the vertices'] : [] };
}

/** Float32 positions are relative to the origin, so that others need float64. */
const isWide = ({ origin }: Mesh) => origin.some((coordinate) => coordinate !== 0);

function formatHeader(mesh: Mesh, vertexValues: readonly MeshValues[], faceValues: readonly MeshValues[]): string {
  const colorProperties = ['red', 'green', 'blue'].map((name) => `property uchar ${name}`);
  const lines = [
    'ply',
    'format binary_little_endian 1.0',
    `element vertex ${mesh.positions.length / 3}`,
    ...['x', 'y', 'z'].map((name) => `property ${isWide(mesh) ? 'double' : 'float'} ${name}`),
    ...(mesh.normals ? ['nx', 'ny', 'nz'].map((name) => `property float ${name}`) : []),
    ...(mesh.vertexColors ? colorProperties : []),
    ...vertexValues.map(nameProperty),
    `element face ${mesh.triangles.length / 3}`,
    'property list uchar uint vertex_indices',
    ...(mesh.faceColors ? colorProperties : []),
    ...faceValues.map(nameProperty),
    'end_header',
  ];
  return `${lines.join('\n')}\n`;
}

function packVertices(mesh: Mesh, vertexValues: readonly MeshValues[]): Uint8Array<ArrayBuffer> {
  const { positions, origin, normals, vertexColors } = mesh;
  const wide = isWide(mesh);
  const numberBytes = wide ? 8 : 4;
  const vertexBytes = 3 * numberBytes + (normals ? 12 : 0) + (vertexColors ? 3 : 0) + 4 * vertexValues.length;
  const vertexCount = positions.length / 3;
  const vertices = new DataView(new ArrayBuffer(vertexCount * vertexBytes));
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let at = vertex * vertexBytes;
    for (let axis = 0; axis < 3; axis++, at += numberBytes) {
      const coordinate = positions[3 * vertex + axis]!;
      if (wide) vertices.setFloat64(at, coordinate + origin[axis]!, true);
      else vertices.setFloat32(at, coordinate, true);
    }
    if (normals)
      for (let axis = 0; axis < 3; axis++, at += 4) vertices.setFloat32(at, normals[3 * vertex + axis]!, true);
    if (vertexColors)
      for (let channel = 0; channel < 3; channel++, at++) vertices.setUint8(at, vertexColors[4 * vertex + channel]!);
    for (const { values } of vertexValues) {
      vertices.setFloat32(at, values[vertex]!, true);
      at += 4;
    }
  }
  return new Uint8Array(vertices.buffer);
}

/** A byte with the number of corners, which are three, and a word for each. */
const CORNERS_BYTES = 13;

function packFaces({ triangles, faceColors }: Mesh, faceValues: readonly MeshValues[]): Uint8Array<ArrayBuffer> {
  const firstValue = CORNERS_BYTES + (faceColors ? 3 : 0);
  const faceBytes = firstValue + 4 * faceValues.length;
  const triangleCount = triangles.length / 3;
  const faces = new DataView(new ArrayBuffer(triangleCount * faceBytes));
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const at = triangle * faceBytes;
    faces.setUint8(at, 3);
    for (let corner = 0; corner < 3; corner++)
      faces.setUint32(at + 1 + 4 * corner, triangles[3 * triangle + corner]!, true);
    if (faceColors)
      for (let channel = 0; channel < 3; channel++)
        faces.setUint8(at + CORNERS_BYTES + channel, faceColors[4 * triangle + channel]!);
    for (const [index, { values }] of faceValues.entries())
      faces.setFloat32(at + firstValue + 4 * index, values[triangle]!, true);
  }
  return new Uint8Array(faces.buffer);
}

/** A property's name has no blanks. */
const nameProperty = ({ name }: MeshValues) =>
  `property float ${name.trim().replaceAll(/[^\x21-\x7e]+/g, '_') || 'value'}`;
