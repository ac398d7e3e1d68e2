/** A mesh in a colour that it carries with it. */
import type { Vec3 } from '../../math/vec3.js';
import { createMesh, type Mesh } from '../mesh.js';
import { colorBytes, packColor } from './colors.js';

/** The mesh with one colour on all triangles, channels between 0 and 1, so that it keeps that colour in a scene with others. */
export function colorMesh(mesh: Mesh, color: Vec3): Mesh {
  const [red, green, blue] = color.map((channel) => 255 * channel) as unknown as Vec3;
  const words = new Uint32Array(mesh.triangles.length / 3).fill(packColor(red, green, blue));
  return createMesh({ ...mesh, vertexColors: undefined, faceColors: colorBytes(words) });
}
