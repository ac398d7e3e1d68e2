/** The meshes of a scene on the device: their vertices one after the other in one buffer, and their triangles in another. */
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import { unshared } from '../../gpu/unshared.js';
import { COORDINATE_COMPONENTS } from '../../mesh/attributes/textures.js';
import { createMesh, type Mesh } from '../../mesh/mesh.js';
import { settleAll } from '../frame/settle-all.js';
import type { PosedMesh } from '../scene.js';
import type { MeshPart } from './mesh-part.js';
import { hasOwnNormals } from './normal-needs.js';
import { FACE_WORDS, packFaces } from './pack-faces.js';
import { PackedMaterials } from './pack-materials.js';
import { PackedTextures } from './pack-textures.js';
import { PartTransform, type TangentSlots } from './transforms/part-transform.js';
import { isMirrored, originInWorld, toWorld } from './transforms/world-transform.js';

/** Words a vertex: position, normal, colour. */
const POSITION_WORDS = 3;
const NORMAL_WORDS = 3;

/** The inputs that a part's data on the device follow from. */
interface PartState {
  /** Undefined until there is anything. */
  positions: Float32Array | GPUBuffer | undefined;
  matrix: readonly number[] | undefined;
  slot: number | undefined;
  mirrored: boolean;
  /** Undefined until the scene transforms the part. */
  transform: PartTransform | undefined;
}

/** The changes since the frame before. */
export interface Pose {
  /** Whether any part has other positions. */
  readonly moved: boolean;
  /** Whether triangles were uploaded, so that nothing is known of their areas any more. */
  readonly replaced: boolean;
  /** The parts that are to be taken into the world anew, and whether with their own normals. */
  readonly transformed: readonly { readonly transform: PartTransform; readonly withNormals: boolean }[];
  /** The parts whose normals are to be computed of their positions. */
  readonly withoutNormals: readonly MeshPart[];
}

export class MeshArena {
  readonly parts: readonly MeshPart[];
  readonly vertexCount: number;
  readonly triangleCount: number;
  /**
   * Words: the positions of all vertices, then their normals, then, where there are any, their colours, their coordinates in
   * images, the images, what they have for materials, and the materials.
   */
  readonly vertices: GPUBuffer;
  readonly firstNormal: number;
  readonly firstColor: number;
  readonly firstCoordinate: number;
  readonly firstImage: number;
  readonly firstVertexMaterial: number;
  readonly vertexMaterialWords: number;
  readonly firstMaterial: number;
  /** A `MeshFace` a triangle. */
  readonly faces: GPUBuffer;
  readonly hasVertexColors: boolean;
  readonly hasFaceColors: boolean;
  readonly #gpu: Gpu;
  readonly #states: readonly PartState[];
  readonly #tangentSlots: TangentSlots | undefined;

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
    this.firstCoordinate = layout.firstCoordinate;
    this.firstImage = layout.firstCoordinate + layout.textures.firstImage;
    this.firstVertexMaterial = layout.firstVertexMaterial;
    this.vertexMaterialWords = layout.materials.vertexWords;
    this.firstMaterial = layout.firstVertexMaterial + layout.materials.firstMaterial;
    this.hasVertexColors = layout.hasVertexColors;
    this.hasFaceColors = layout.hasFaceColors;
    const { tangentAt, vertexWords } = layout.materials;
    this.#tangentSlots =
      tangentAt === undefined ? undefined : { first: this.firstVertexMaterial + tangentAt, stride: vertexWords };
    this.vertices = vertices;
    this.faces = faces;
    this.#states = layout.parts.map(() => ({
      positions: undefined,
      matrix: undefined,
      slot: undefined,
      mirrored: false,
      transform: undefined,
    }));
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(gpu: Gpu, meshes: readonly Mesh[]): Promise<MeshArena> {
    const { maxBufferSize, maxStorageBufferBindingSize } = gpu.device.limits;
    meshes.forEach(createMesh);
    const layout = layOut(meshes, Math.min(maxBufferSize, maxStorageBufferBindingSize) / 4);
    const buffers = await allocateStorage(gpu, 'meshes', {
      vertices: layout.words,
      faces: FACE_WORDS * layout.triangleCount,
    });
    const arena = new MeshArena(gpu, layout, buffers);
    try {
      // Arrays may have been detached while their frame waited for kernels or for memory.
      meshes.forEach(createMesh);
    } catch (error) {
      arena.destroy();
      throw error;
    }
    for (const part of arena.parts) arena.#uploadColors(part);
    arena.#uploadTextures(layout.textures);
    arena.#uploadMaterials(layout);
    return arena;
  }

  /** Whether these are its meshes. */
  holds(meshes: readonly PosedMesh[]): boolean {
    return meshes.length === this.parts.length && this.parts.every(({ mesh }, index) => mesh === meshes[index]!.mesh);
  }

  /** Makes room for what the scene transforms. @throws InputError, DeviceError as `create`. */
  async prepare(meshes: readonly PosedMesh[]): Promise<void> {
    await settleAll(
      meshes.map(({ transform }, index) => transform && !this.#states[index]!.transform && this.#prepare(index)),
    );
  }

  async #prepare(index: number): Promise<void> {
    const state = this.#states[index]!;
    state.transform = await PartTransform.create(this.#gpu, this.parts[index]!, this.#tangentSlots);
    // The positions are yet to go there.
    state.positions = undefined;
  }

  /** Whether `pose` would transform any mesh otherwise. */
  transforms(meshes: readonly PosedMesh[]): boolean {
    return meshes.some((posed, index) => !isSameMatrix(this.#states[index]!.matrix, posed.transform));
  }

  /** Whether `pose` would put any vertex elsewhere, as far as is known. */
  moves(meshes: readonly PosedMesh[]): boolean {
    return meshes.some((posed, index) => this.#moves(posed, index));
  }

  #moves(posed: PosedMesh, index: number): boolean {
    return this.#repositions(posed, index) || !isSameMatrix(this.#states[index]!.matrix, posed.transform);
  }

  /** The values of a mesh never change, those of other positions may. */
  #repositions({ mesh, positions = mesh.positions }: PosedMesh, index: number): boolean {
    return positions !== mesh.positions || this.#states[index]!.positions !== positions;
  }

  /** Uploads what this frame has otherwise than the one before. @param slots of the meshes' styles. */
  pose(meshes: readonly PosedMesh[], slots: readonly number[]): Pose {
    let [moved, replaced] = [false, false];
    const transformed: Pose['transformed'][number][] = [];
    for (const [index, posed] of meshes.entries()) {
      if (this.#moves(posed, index)) {
        moved = true;
        const transform = this.#move(posed, index);
        if (transform) transformed.push({ transform, withNormals: this.#hasOwnNormals(index) });
      }
      if (this.#replaceFaces(posed, index, slots[index]!)) replaced = true;
    }
    return {
      moved,
      replaced,
      transformed,
      withoutNormals: this.parts.filter((_, index) => !this.#hasOwnNormals(index)),
    };
  }

  #hasOwnNormals(index: number): boolean {
    return hasOwnNormals({ mesh: this.parts[index]!.mesh, positions: this.#states[index]!.positions });
  }

  /** Returns what has to run for the part's vertices to be where they are. */
  #move(posed: PosedMesh, index: number): PartTransform | undefined {
    const { mesh, positions = mesh.positions } = posed;
    const [part, state] = [this.parts[index]!, this.#states[index]!];
    const { transform } = state;
    if (this.#repositions(posed, index)) {
      const [buffer, offset] = transform
        ? ([transform.positions, 0] as const)
        : ([this.vertices, 4 * POSITION_WORDS * part.firstVertex] as const);
      this.#writePositions(mesh, positions, buffer, offset);
      // Normals of another pose may have been put in their place.
      if (!transform && positions === mesh.positions && mesh.normals) this.#writeNormals(part, mesh.normals);
      state.positions = positions;
    }
    part.origin = originInWorld(posed);
    state.matrix = posed.transform && Array.from(posed.transform);
    transform?.write(toWorld(posed));
    return transform;
  }

  /** Uploads a part's triangles where their style or their order is another. */
  #replaceFaces(posed: PosedMesh, index: number, slot: number): boolean {
    const [{ mesh, firstVertex, firstTriangle }, state] = [this.parts[index]!, this.#states[index]!];
    const mirrored = isMirrored(posed);
    if (state.slot === slot && state.mirrored === mirrored) return false;
    const faces = packFaces({ mesh, slot, firstVertex, mirrored });
    this.#gpu.device.queue.writeBuffer(this.faces, 4 * FACE_WORDS * firstTriangle, faces);
    state.slot = slot;
    state.mirrored = mirrored;
    return true;
  }

  #writePositions(mesh: Mesh, positions: Float32Array | GPUBuffer, buffer: GPUBuffer, offsetBytes: number): void {
    const { device } = this.#gpu;
    if (positions instanceof Float32Array) {
      device.queue.writeBuffer(buffer, offsetBytes, unshared(positions));
      return;
    }
    const encoder = device.createCommandEncoder({ label: 'meshes.positions' });
    encoder.copyBufferToBuffer(positions, 0, buffer, offsetBytes, 4 * mesh.positions.length);
    device.queue.submit([encoder.finish()]);
  }

  #writeNormals({ firstVertex }: MeshPart, normals: Float32Array): void {
    const offset = 4 * (this.firstNormal + NORMAL_WORDS * firstVertex);
    this.#gpu.device.queue.writeBuffer(this.vertices, offset, unshared(normals));
  }

  #uploadColors({ mesh, firstVertex, vertices }: MeshPart): void {
    if (!this.hasVertexColors) return;
    const colors = withoutOpacities(mesh) ?? new Uint8Array(4 * vertices).fill(255);
    const offset = 4 * (this.firstColor + firstVertex);
    this.#gpu.device.queue.writeBuffer(this.vertices, offset, unshared(colors));
  }

  #uploadTextures(textures: PackedTextures): void {
    if (textures.words === 0) return;
    const { queue } = this.#gpu.device;
    for (const { mesh, firstVertex } of textures.firstImage > 0 ? this.parts : []) {
      const offset = 4 * (this.firstCoordinate + COORDINATE_COMPONENTS * firstVertex);
      queue.writeBuffer(this.vertices, offset, textures.packCoordinates(mesh));
    }
    queue.writeBuffer(this.vertices, 4 * this.firstImage, textures.packImages(this.firstImage));
  }

  #uploadMaterials({ materials, textures }: ReturnType<typeof layOut>): void {
    if (materials.words === 0) return;
    const { queue } = this.#gpu.device;
    for (const { mesh, firstVertex } of this.parts) {
      const offset = 4 * (this.firstVertexMaterial + materials.vertexWords * firstVertex);
      queue.writeBuffer(this.vertices, offset, materials.packVertices(mesh));
    }
    const packed = materials.packMaterials((image) => textures.numberOf(image));
    queue.writeBuffer(this.vertices, 4 * this.firstMaterial, packed);
  }

  destroy(): void {
    for (const { transform } of this.#states) transform?.destroy();
    this.vertices.destroy();
    this.faces.destroy();
  }
}

function isSameMatrix(a: readonly number[] | undefined, b: ArrayLike<number> | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.every((value, index) => Object.is(value, b[index]));
}

/** Bits of words that any device keeps as they are: opacities of vertices stand with their materials. */
function withoutOpacities({ vertexColors, materials }: Mesh): Uint8Array | undefined {
  return vertexColors && materials ? vertexColors.map((byte, at) => (at % 4 === 3 ? 255 : byte)) : vertexColors;
}

/** @param wordsMax how many the device has for vertices. */
function layOut(meshes: readonly Mesh[], wordsMax: number) {
  const vertexCount = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const firstNormal = POSITION_WORDS * vertexCount;
  const firstColor = firstNormal + NORMAL_WORDS * vertexCount;
  const hasVertexColors = meshes.some(({ vertexColors }) => vertexColors);
  const firstCoordinate = firstColor + (hasVertexColors ? vertexCount : 0);
  const materials = new PackedMaterials(meshes);
  const textures = new PackedTextures(meshes, wordsMax - firstCoordinate - materials.words);
  const firstVertexMaterial = firstCoordinate + textures.words;
  let [firstVertex, firstTriangle] = [0, 0];
  const parts = meshes.map((mesh): MeshPart => {
    const [vertices, triangles] = [mesh.positions.length / 3, mesh.triangles.length / 3];
    const part = { mesh, origin: mesh.origin, firstVertex, vertices, firstTriangle, triangles, firstNormal };
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
    firstCoordinate,
    textures,
    materials,
    firstVertexMaterial,
    words: firstVertexMaterial + materials.words,
    hasVertexColors,
    hasFaceColors: meshes.some(({ faceColors }) => faceColors),
  };
}
