/** Reads 3D Studio meshes (.3ds), with the diffuse colours of their materials. */
import { InputError } from '../../../errors.js';
import { type Affine, determinant, invert, transformPoint } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { colorBytes, packColor, WHITE } from '../../../mesh/attributes/colors.js';
import { growingFloats, growingWords } from '../../../mesh/growing-array.js';
import { NO_VERTEX } from '../../../mesh/mesh.js';
import { recenter } from '../../../mesh/recenter.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { finishMesh, type MeshReader } from '../mesh-file.js';
import { is3ds } from './is-3ds.js';
import { ThreeDsChunk } from './three-ds-chunks.js';

/** Ids of chunks. Source: J. Lewis, "The unofficial 3DStudio 3DS file format", 1996, and the lib3ds library. */
const ID = {
  editor: 0x3d3d,
  object: 0x4000,
  mesh: 0x4100,
  vertices: 0x4110,
  faces: 0x4120,
  facesOfMaterial: 0x4130,
  matrix: 0x4160,
  material: 0xafff,
  materialName: 0xa000,
  diffuse: 0xa020,
  colorFloats: 0x0010,
  colorBytes: 0x0011,
  linearColorBytes: 0x0012,
  linearColorFloats: 0x0013,
} as const;

/**
 * Reads all meshes of the editor's scene as one. Their vertices are in world coordinates; animation, cameras, lights
 * and smoothing groups are left out, and so is the master scale, a unit of length for the user.
 */
export const read3ds: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!is3ds(bytes)) throw new InputError('is no 3DS file; it must start with the bytes 4D 4D');
    const scene = new Scene();
    const main = new ThreeDsChunk(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    for (const part of main.chunks()) {
      if (part.id === ID.editor) scene.read(part);
    }
    const triangles = scene.triangles.toArray();
    return finishMesh({ ...recenter(scene.positions.toArray()), triangles, faceColors: scene.faceColors() }, []);
  });

class Scene {
  readonly positions = growingFloats();
  readonly triangles = growingWords();
  /** Names of materials by triangle, where they have one. */
  readonly #materials: (string | undefined)[] = [];
  readonly #colors = new Map<string, number>();

  read(editor: ThreeDsChunk): void {
    for (const part of editor.chunks()) {
      if (part.id === ID.material) this.#readMaterial(part);
      if (part.id !== ID.object) continue;
      part.text();
      for (const kind of part.chunks()) if (kind.id === ID.mesh) this.#readMesh(kind);
    }
  }

  /** Red, green, blue and 255 of each triangle's material; undefined if none has a colour. */
  faceColors(): Uint8Array | undefined {
    const words = new Uint32Array(this.triangles.length / 3).fill(WHITE);
    for (const [triangle, material] of this.#materials.entries()) {
      words[triangle] = material === undefined ? WHITE : (this.#colors.get(material) ?? WHITE);
    }
    return words.some((word) => word !== WHITE) ? colorBytes(words) : undefined;
  }

  #readMaterial(material: ThreeDsChunk): void {
    let name = '';
    let color: number | undefined;
    for (const part of material.chunks()) {
      if (part.id === ID.materialName) name = part.text();
      if (part.id === ID.diffuse) color = readColor(part);
    }
    if (color !== undefined) this.#colors.set(name, color);
  }

  #readMesh(mesh: ThreeDsChunk): void {
    const firstVertex = this.positions.length / 3;
    let faces: ThreeDsChunk | undefined;
    let vertices: Vec3[] = [];
    let matrix: Affine | undefined;
    for (const part of mesh.chunks()) {
      if (part.id === ID.vertices) vertices = readVertices(part);
      if (part.id === ID.matrix) {
        matrix = { columns: [readVec3(part), readVec3(part), readVec3(part)], origin: readVec3(part) };
      }
      if (part.id === ID.faces) faces = part;
    }
    const unmirror = matrix && determinant(matrix) < 0 ? mirrorIn(matrix) : undefined;
    for (const vertex of vertices) this.positions.push3(...(unmirror ? unmirror(vertex) : vertex));
    if (faces) this.#readFaces(faces, firstVertex, vertices.length);
  }

  #readFaces(faces: ThreeDsChunk, firstVertex: number, vertexCount: number): void {
    const firstTriangle = this.triangles.length / 3;
    const count = faces.word();
    faces.need(count * FACE_SIZE_BYTES);
    const toIndex = (index: number) => (index < vertexCount ? firstVertex + index : NO_VERTEX);
    for (let face = 0; face < count; face++) {
      this.triangles.push3(toIndex(faces.word()), toIndex(faces.word()), toIndex(faces.word()));
      // Which edges are visible.
      faces.word();
    }
    for (const part of faces.chunks()) {
      if (part.id !== ID.facesOfMaterial) continue;
      const name = part.text();
      const members = part.word();
      part.need(members * 2);
      for (let member = 0; member < members; member++) {
        const face = part.word();
        if (face < count) this.#materials[firstTriangle + face] = name;
      }
    }
  }
}

/** Three indices and a word of flags. */
const FACE_SIZE_BYTES = 8;

function readVec3(chunk: ThreeDsChunk): Vec3 {
  return [chunk.float(), chunk.float(), chunk.float()];
}

function readVertices(chunk: ThreeDsChunk): Vec3[] {
  const count = chunk.word();
  chunk.need(count * 12);
  return Array.from({ length: count }, () => readVec3(chunk));
}

/**
 * Mirrors x in a mesh's own frame. Meshes that were mirrored in 3D Studio have a matrix that says so, and vertices
 * from before.
 */
function mirrorIn(matrix: Affine): (point: Vec3) => Vec3 {
  const inverse = invert(matrix);
  return (point) => {
    const [x, y, z] = transformPoint(inverse, point);
    return transformPoint(matrix, [-x, y, z]);
  };
}

/** The display-space colour if the file has it, else the one meant for linear space; undefined if there is none. */
function readColor(diffuse: ThreeDsChunk): number | undefined {
  let linear: number | undefined;
  for (const part of diffuse.chunks()) {
    if (part.id === ID.colorBytes) return packColor(part.byte(), part.byte(), part.byte());
    if (part.id === ID.colorFloats) return readFloatColor(part);
    if (part.id === ID.linearColorBytes) linear = packColor(part.byte(), part.byte(), part.byte());
    if (part.id === ID.linearColorFloats) linear = readFloatColor(part);
  }
  return linear;
}

function readFloatColor(chunk: ThreeDsChunk): number {
  return packColor(255 * chunk.float(), 255 * chunk.float(), 255 * chunk.float());
}
