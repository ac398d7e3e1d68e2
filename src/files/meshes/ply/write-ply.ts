/** Writes PLY meshes, binary and little-endian: http://paulbourke.net/dataformats/ply/. */
import { bakeTextures } from '../../../mesh/attributes/bake-textures.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { WrittenFile } from '../../volumes/written-file.js';

/**
 * Writes vertices, normals, colours, values and triangles to the bit; positions as float64 where the mesh has an origin, and
 * images as colours of the vertices.
 */
export async function writePly(mesh: Mesh): Promise<WrittenFile> {
  const { positions, triangles, origin, normals, vertexColors, faceColors, values = [] } = bakeTextures(mesh);
  const vertexValues = values.filter(({ on }) => on === 'vertices');
  const faceValues = values.filter(({ on }) => on === 'triangles');
  const wide = origin.some((coordinate) => coordinate !== 0);
  const vertexCount = positions.length / 3;
  const triangleCount = triangles.length / 3;
  const colorProperties = ['red', 'green', 'blue'].map((name) => `property uchar ${name}`);
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    `element vertex ${vertexCount}`,
    ...['x', 'y', 'z'].map((name) => `property ${wide ? 'double' : 'float'} ${name}`),
    ...(normals ? ['nx', 'ny', 'nz'].map((name) => `property float ${name}`) : []),
    ...(vertexColors ? colorProperties : []),
    ...vertexValues.map(nameProperty),
    `element face ${triangleCount}`,
    'property list uchar uint vertex_indices',
    ...(faceColors ? colorProperties : []),
    ...faceValues.map(nameProperty),
    'end_header',
  ];

  const numberBytes = wide ? 8 : 4;
  const vertexBytes = 3 * numberBytes + (normals ? 12 : 0) + (vertexColors ? 3 : 0) + 4 * vertexValues.length;
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

  const faceBytes = 13 + (faceColors ? 3 : 0) + 4 * faceValues.length;
  const faces = new DataView(new ArrayBuffer(triangleCount * faceBytes));
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const at = triangle * faceBytes;
    faces.setUint8(at, 3);
    for (let corner = 0; corner < 3; corner++)
      faces.setUint32(at + 1 + 4 * corner, triangles[3 * triangle + corner]!, true);
    if (faceColors)
      for (let channel = 0; channel < 3; channel++)
        faces.setUint8(at + 13 + channel, faceColors[4 * triangle + channel]!);
    const firstValue = at + 13 + (faceColors ? 3 : 0);
    for (const [index, { values }] of faceValues.entries())
      faces.setFloat32(firstValue + 4 * index, values[triangle]!, true);
  }
  const pieces = [
    new TextEncoder().encode(`${header.join('\n')}\n`),
    new Uint8Array(vertices.buffer),
    new Uint8Array(faces.buffer),
  ];
  return { pieces, notes: mesh.textures ? ['images became colours of the vertices'] : [] };
}

/** A property's name has no blanks. */
const nameProperty = ({ name }: MeshValues) =>
  `property float ${name.trim().replaceAll(/[^\x21-\x7e]+/g, '_') || 'value'}`;
