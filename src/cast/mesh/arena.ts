/** The meshes of a scene on the device: their vertices one after the other in one buffer, and their triangles in another. */
import { allocateStorage } from '../../gpu/buffers.js';
import type { Gpu } from '../../gpu/gpu.js';
import { type Mesh, NO_VERTEX } from '../../mesh/mesh.js';
import type { PosedMesh } from '../scene.js';
import type { StyleAssignment } from './styles.js';
import type { MeshPartRange } from './uniforms.js';

/** Words of a `MeshFace` of wgsl/cast/mesh/face.wgsl, its bit of a triangle without colours, and where its style is. */
export const FACE_WORDS = 4;
const FACE_PLAIN = 0x2000000;
const FACE_STYLE_SHIFT = 26;
const WHITE_RGB = 0xffffff;

/** Words a vertex: position, normal, colour. */
const POSITION_WORDS = 3;
const NORMAL_WORDS = 3;

export interface MeshPart extends MeshPartRange {
  readonly mesh: Mesh;
  /** The place of its style in the look's. */
  readonly slot: number;
}

/** What of a part has moved, and how that is to be seen. */
export interface Pose {
  /** Whether any part has other positions than when it was last asked. */
  readonly moved: boolean;
  /** The parts whose normals are to be computed of their positions. */
  readonly withoutNormals: readonly MeshPart[];
}

export class MeshArena {
  readonly parts: readonly MeshPart[];
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Words: the positions of all vertices, then their normals, then their colours where there are any. */
  readonly vertices: GPUBuffer;
  readonly firstNormal: number;
  readonly firstColor: number;
  /** A `MeshFace` a triangle. */
  readonly faces: GPUBuffer;
  readonly hasVertexColors: boolean;
  readonly hasFaceColors: boolean;
  readonly #gpu: Gpu;
  /** By part, where its positions on the device are from; nothing is there yet where it is undefined. */
  readonly #sources: (Float32Array | GPUBuffer | undefined)[];

  private constructor(
    gpu: Gpu,
    layout: ReturnType<typeof layOut>,
    { vertices, faces }: Record<'vertices' | 'faces', GPUBuffer>,
  ) {
    this.#gpu = gpu;
    this.parts = layout.parts;
    this.vertexCount = layout.vertexCount;
    this.triangleCount = layout.triangleCount;
    this.firstNormal = layout.firstNormal;
    this.firstColor = layout.firstColor;
    this.hasVertexColors = layout.hasVertexColors;
    this.hasFaceColors = layout.hasFaceColors;
    this.vertices = vertices;
    this.faces = faces;
    this.#sources = layout.parts.map(() => undefined);
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(
    gpu: Gpu,
    meshes: readonly Mesh[],
    { slots }: Pick<StyleAssignment, 'slots'>,
  ): Promise<MeshArena> {
    const layout = layOut(meshes, slots);
    const buffers = await allocateStorage(gpu, 'meshes', {
      vertices: layout.words,
      faces: FACE_WORDS * layout.triangleCount,
    });
    const arena = new MeshArena(gpu, layout, buffers);
    for (const part of arena.parts) arena.#uploadPart(part);
    return arena;
  }

  /** Whether these are its meshes, and their styles where it has put them. */
  holds(meshes: readonly PosedMesh[], { slots }: Pick<StyleAssignment, 'slots'>): boolean {
    return (
      meshes.length === this.parts.length &&
      this.parts.every(({ mesh, slot }, index) => mesh === meshes[index]!.mesh && slot === slots[index])
    );
  }

  /** Whether `pose` would put any vertex elsewhere, as far as is known. */
  moves(meshes: readonly PosedMesh[]): boolean {
    return meshes.some((posed, index) => this.#moves(posed, index));
  }

  /** The values of a mesh never change, those of other positions may. */
  #moves({ mesh, positions = mesh.positions }: PosedMesh, index: number): boolean {
    return positions !== mesh.positions || this.#sources[index] !== positions;
  }

  /** Puts the vertices where they are in this frame. */
  pose(meshes: readonly PosedMesh[]): Pose {
    let moved = false;
    for (const [index, posed] of meshes.entries()) {
      if (!this.#moves(posed, index)) continue;
      const { mesh, positions = mesh.positions } = posed;
      const part = this.parts[index]!;
      this.#writePositions(part, positions);
      // Those of another pose may have been put in their place.
      if (positions === mesh.positions && mesh.normals) this.#writeNormals(part, mesh.normals);
      this.#sources[index] = positions;
      moved = true;
    }
    const withoutNormals = this.parts.filter(
      ({ mesh }, index) => !mesh.normals || this.#sources[index] !== mesh.positions,
    );
    return { moved, withoutNormals };
  }

  #writePositions({ mesh, firstVertex }: MeshPart, positions: Float32Array | GPUBuffer): void {
    const { device } = this.#gpu;
    const offset = 4 * POSITION_WORDS * firstVertex;
    if (positions instanceof Float32Array) {
      device.queue.writeBuffer(this.vertices, offset, positions as Float32Array<ArrayBuffer>);
      return;
    }
    const encoder = device.createCommandEncoder({ label: 'meshes.positions' });
    encoder.copyBufferToBuffer(positions, 0, this.vertices, offset, 4 * mesh.positions.length);
    device.queue.submit([encoder.finish()]);
  }

  #writeNormals({ firstVertex }: MeshPart, normals: Float32Array): void {
    const offset = 4 * (this.firstNormal + NORMAL_WORDS * firstVertex);
    this.#gpu.device.queue.writeBuffer(this.vertices, offset, normals as Float32Array<ArrayBuffer>);
  }

  /** All but what is posed. */
  #uploadPart(part: MeshPart): void {
    const { queue } = this.#gpu.device;
    const { mesh, firstVertex, firstTriangle } = part;
    if (this.hasVertexColors) {
      const colors = mesh.vertexColors ?? new Uint8Array(4 * part.vertices).fill(255);
      queue.writeBuffer(this.vertices, 4 * (this.firstColor + firstVertex), colors as Uint8Array<ArrayBuffer>);
    }
    queue.writeBuffer(this.faces, 4 * FACE_WORDS * firstTriangle, packFaces(part));
  }

  destroy(): void {
    this.vertices.destroy();
    this.faces.destroy();
  }
}

function layOut(meshes: readonly Mesh[], slots: readonly number[]) {
  const vertexCount = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const firstNormal = POSITION_WORDS * vertexCount;
  const firstColor = firstNormal + NORMAL_WORDS * vertexCount;
  const hasVertexColors = meshes.some(({ vertexColors }) => vertexColors);
  let [firstVertex, firstTriangle] = [0, 0];
  const parts = meshes.map((mesh, index): MeshPart => {
    const [vertices, triangles] = [mesh.positions.length / 3, mesh.triangles.length / 3];
    const part = { mesh, slot: slots[index]!, firstVertex, vertices, firstTriangle, triangles, firstNormal };
    firstVertex += vertices;
    firstTriangle += triangles;
    return part;
  });
  return {
    parts,
    vertexCount,
    triangleCount: firstTriangle,
    firstNormal,
    firstColor,
    words: firstColor + (hasVertexColors ? vertexCount : 0),
    hasVertexColors,
    hasFaceColors: meshes.some(({ faceColors }) => faceColors),
  };
}

/** A mesh's triangles as `MeshFace`s, with the numbers that its vertices have among those of all meshes. */
function packFaces({ mesh, slot, firstVertex, vertices }: MeshPart): Uint32Array<ArrayBuffer> {
  const { triangles, faceColors, vertexColors } = mesh;
  const faces = new Uint32Array((FACE_WORDS * triangles.length) / 3);
  const style = slot << FACE_STYLE_SHIFT;
  const looks = (faceColors || vertexColors ? WHITE_RGB : WHITE_RGB | FACE_PLAIN) | style;
  for (let triangle = 0, at = 0; at < triangles.length; triangle++, at += 3) {
    const face = FACE_WORDS * triangle;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[at + corner]!;
      faces[face + corner] = vertex < vertices ? firstVertex + vertex : NO_VERTEX;
    }
    faces[face + 3] = faceColors
      ? faceColors[4 * triangle]! | (faceColors[4 * triangle + 1]! << 8) | (faceColors[4 * triangle + 2]! << 16) | style
      : looks;
  }
  return faces;
}
