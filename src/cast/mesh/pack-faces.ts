/** Packs a mesh's triangles as `MeshFace`s of wgsl/cast/mesh/face.wgsl. */
import { type Mesh, NO_VERTEX } from '../../mesh/mesh.js';

/** Words of a `MeshFace`, its bit of a triangle without colours, and where its style is. */
export const FACE_WORDS = 4;
const FACE_PLAIN = 0x2000000;
const FACE_STYLE_SHIFT = 26;
const WHITE_RGB = 0xffffff;

export interface FaceOptions {
  readonly mesh: Mesh;
  /** Index of its style. */
  readonly slot: number;
  /** Index of its first vertex among those of all meshes. */
  readonly firstVertex: number;
  /** Whether two corners of each triangle change places, which keeps the outside of a mirrored mesh outside. */
  readonly mirrored: boolean;
}

export function packFaces({ mesh, slot, firstVertex, mirrored }: FaceOptions): Uint32Array<ArrayBuffer> {
  const { triangles, faceColors, vertexColors, textures } = mesh;
  const vertices = mesh.positions.length / 3;
  const faces = new Uint32Array((FACE_WORDS * triangles.length) / 3);
  const style = slot << FACE_STYLE_SHIFT;
  const plain = (faceColors || vertexColors || textures ? WHITE_RGB : WHITE_RGB | FACE_PLAIN) | style;
  const order = mirrored ? [0, 2, 1] : [0, 1, 2];
  for (let triangle = 0, at = 0; at < triangles.length; triangle++, at += 3) {
    const face = FACE_WORDS * triangle;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[at + order[corner]!]!;
      faces[face + corner] = vertex < vertices ? firstVertex + vertex : NO_VERTEX;
    }
    faces[face + 3] = faceColors
      ? faceColors[4 * triangle]! | (faceColors[4 * triangle + 1]! << 8) | (faceColors[4 * triangle + 2]! << 16) | style
      : plain;
  }
  return faces;
}
