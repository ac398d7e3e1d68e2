/** A mesh that its scene transforms: its own positions, normals and tangents on the device, and the matrix that takes them into the world. */
import { allocateStorage } from '../../../gpu/allocate-storage.js';
import type { Gpu } from '../../../gpu/gpu.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../../gpu/shaders/structs.js';
import { unshared } from '../../../gpu/unshared.js';
import { BUFFER_USAGE } from '../../../gpu/usages.js';
import { type Affine, determinant } from '../../../math/affine.js';
import { scale, type Vec3 } from '../../../math/vec3.js';
import { normalMap } from '../../../mesh/transform-mesh.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { MeshPart } from '../mesh-part.js';

interface TransformKernels {
  readonly positions: Kernel<'cast/mesh/geometry/transform.wgsl'>;
  readonly normals: Kernel<'cast/mesh/geometry/transform_normals.wgsl'> | undefined;
  readonly tangents: Kernel<'cast/mesh/geometry/transform_tangents.wgsl'> | undefined;
}

/** The words of vertices' tangents in the buffer of all vertices. */
export interface TangentSlots {
  readonly first: number;
  /** Words from one to the next. */
  readonly stride: number;
}

export class PartTransform {
  /** Positions in the mesh's own coordinates, relative to its origin. */
  readonly positions: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #part: MeshPart;
  readonly #kernels: TransformKernels;
  readonly #normals: GPUBuffer;
  readonly #tangents: GPUBuffer;
  readonly #tangentSlots: TangentSlots | undefined;
  /** A `MeshTransform`. */
  readonly #uniforms: GPUBuffer;

  private constructor(
    gpu: Gpu,
    part: MeshPart,
    kernels: TransformKernels,
    { positions, normals, tangents }: Record<'positions' | 'normals' | 'tangents', GPUBuffer>,
    tangentSlots: TangentSlots | undefined,
  ) {
    this.#gpu = gpu;
    this.#part = part;
    this.#kernels = kernels;
    this.positions = positions;
    this.#normals = normals;
    this.#tangents = tangents;
    this.#tangentSlots = tangentSlots;
    const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
    this.#uniforms = gpu.device.createBuffer({ label: 'meshes.transform', size: sizeBytesOf('MeshTransform'), usage });
    const own = part.mesh.normals;
    if (own) gpu.device.queue.writeBuffer(normals, 0, unshared(own));
    const ownTangents = part.mesh.materials?.tangents;
    if (ownTangents) gpu.device.queue.writeBuffer(tangents, 0, unshared(ownTangents));
  }

  /**
   * @param slots where vertices have their tangents, if any mesh has some.
   * @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory.
   */
  static async create(gpu: Gpu, part: MeshPart, slots: TangentSlots | undefined): Promise<PartTransform> {
    const { positions, normals, materials } = part.mesh;
    const tangents = materials?.tangents !== undefined && slots !== undefined;
    const words = {
      positions: positions.length,
      normals: normals?.length ?? 0,
      tangents: (tangents && materials.tangents?.length) || 0,
    };
    const [ofPositions, ofNormals, ofTangents, buffers] = await Promise.all([
      gpu.kernels.get('cast/mesh/geometry/transform.wgsl'),
      normals && gpu.kernels.get('cast/mesh/geometry/transform_normals.wgsl'),
      tangents ? gpu.kernels.get('cast/mesh/geometry/transform_tangents.wgsl') : undefined,
      allocateStorage(gpu, 'meshes.transformed', words),
    ]);
    const kernels = { positions: ofPositions, normals: ofNormals, tangents: ofTangents };
    return new PartTransform(gpu, part, kernels, buffers, tangents ? slots : undefined);
  }

  write(map: Affine): void {
    const { firstVertex, vertices, firstNormal } = this.#part;
    const [x, y, z] = map.columns;
    // Only directions count, and f32 has no room for the inverses of very small or large maps.
    const { columns } = normalMap(map);
    const largest = Math.max(...columns.flat().map(Math.abs));
    const [normalX, normalY, normalZ] = columns.map((column) => scale(column, 1 / largest)) as [Vec3, Vec3, Vec3];
    const content = packStruct('MeshTransform', {
      x,
      y,
      z,
      first_vertex: firstVertex,
      vertices,
      first_normal: firstNormal,
      normal_x: normalX,
      hand: Math.sign(determinant(map)),
      first_tangent: this.#tangentSlots?.first ?? 0,
      tangent_stride: this.#tangentSlots?.stride ?? 0,
      normal_y: normalY,
      normal_z: normalZ,
    });
    this.#gpu.device.queue.writeBuffer(this.#uniforms, 0, content);
  }

  /** Encodes taking the positions into the world, and the mesh's own normals where they still hold. */
  encode(pass: GPUComputePassEncoder, vertices: GPUBuffer, withNormals: boolean): void {
    const { positions, normals, tangents } = this.#kernels;
    const count = this.#part.vertices;
    const common = { transform: this.#uniforms, vertices };
    encodeLoop(this.#gpu, pass, positions, { ...common, positions: this.positions }, count);
    if (normals && withNormals) encodeLoop(this.#gpu, pass, normals, { ...common, normals: this.#normals }, count);
    if (tangents) encodeLoop(this.#gpu, pass, tangents, { ...common, tangents: this.#tangents }, count);
  }

  destroy(): void {
    for (const buffer of [this.positions, this.#normals, this.#tangents, this.#uniforms]) buffer.destroy();
  }
}
