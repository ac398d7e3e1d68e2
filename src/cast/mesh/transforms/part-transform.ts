/** A mesh that its scene transforms: its own positions and normals on the device, and the matrix that takes them into the world. */
import { allocateStorage } from '../../../gpu/allocate-storage.js';
import type { Gpu } from '../../../gpu/gpu.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../../gpu/shaders/structs.js';
import { unshared } from '../../../gpu/unshared.js';
import { BUFFER_USAGE } from '../../../gpu/usages.js';
import type { Affine } from '../../../math/affine.js';
import { scale, type Vec3 } from '../../../math/vec3.js';
import { normalMap } from '../../../mesh/transform-mesh.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { MeshPart } from '../mesh-part.js';

interface TransformKernels {
  readonly positions: Kernel<'cast/mesh/geometry/transform.wgsl'>;
  readonly both: Kernel<'cast/mesh/geometry/transform.wgsl'>;
}

export class PartTransform {
  /** Positions in the mesh's own coordinates, relative to its origin. */
  readonly positions: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #part: MeshPart;
  readonly #kernels: TransformKernels;
  readonly #normals: GPUBuffer;
  /** A `MeshTransform`. */
  readonly #uniforms: GPUBuffer;

  private constructor(
    gpu: Gpu,
    part: MeshPart,
    kernels: TransformKernels,
    { positions, normals }: Record<'positions' | 'normals', GPUBuffer>,
  ) {
    this.#gpu = gpu;
    this.#part = part;
    this.#kernels = kernels;
    this.positions = positions;
    this.#normals = normals;
    const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
    this.#uniforms = gpu.device.createBuffer({ label: 'meshes.transform', size: sizeBytesOf('MeshTransform'), usage });
    const own = part.mesh.normals;
    if (own) gpu.device.queue.writeBuffer(normals, 0, unshared(own));
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(gpu: Gpu, part: MeshPart): Promise<PartTransform> {
    const { positions, normals } = part.mesh;
    const words = { positions: positions.length, normals: normals?.length ?? 0 };
    const [ofPositions, ofBoth, buffers] = await Promise.all([
      gpu.kernels.get('cast/mesh/geometry/transform.wgsl'),
      gpu.kernels.get('cast/mesh/geometry/transform.wgsl', { conditions: { normals: true } }),
      allocateStorage(gpu, 'meshes.transformed', words),
    ]);
    return new PartTransform(gpu, part, { positions: ofPositions, both: ofBoth }, buffers);
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
      normal_y: normalY,
      normal_z: normalZ,
    });
    this.#gpu.device.queue.writeBuffer(this.#uniforms, 0, content);
  }

  /** Encodes taking the positions into the world, and the mesh's own normals where they still hold. */
  encode(pass: GPUComputePassEncoder, vertices: GPUBuffer, withNormals: boolean): void {
    const resources = { transform: this.#uniforms, positions: this.positions, normals: this.#normals, vertices };
    const kernel = withNormals ? this.#kernels.both : this.#kernels.positions;
    encodeLoop(this.#gpu, pass, kernel, resources, this.#part.vertices);
  }

  destroy(): void {
    for (const buffer of [this.positions, this.#normals, this.#uniforms]) buffer.destroy();
  }
}
