/** The BVH of all meshes of a scene, for secondary rays: built on the device from the arena's triangles. */
import { Bvh } from '../../bvh/bvh.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import type { PassTimer } from '../../gpu/timer.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import { encodeLoop } from '../../split/encode-loop.js';
import type { MeshArena } from './arena.js';
import type { MeshPart } from './mesh-part.js';
import type { TreeSpace } from './transforms/tree-space.js';
import { describeMeshPart } from './uniforms.js';

interface TreeKernels {
  readonly positions: Kernel<'cast/mesh/geometry/tree_positions.wgsl'>;
  readonly triangles: Kernel<'cast/mesh/geometry/tree_triangles.wgsl'>;
}

export class SceneTree {
  readonly arena: MeshArena;
  readonly bvh: Bvh;
  #space: TreeSpace;
  /** A `MeshSpace`. */
  readonly uniforms: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #kernels: TreeKernels;
  /** A `MeshPart` each, from the tree's origin. */
  readonly #parts: ReadonlyMap<MeshPart, GPUBuffer>;
  #isStale = true;

  private constructor(
    gpu: Gpu,
    arena: MeshArena,
    bvh: Bvh,
    made: {
      readonly space: TreeSpace;
      readonly kernels: TreeKernels;
    },
  ) {
    this.#gpu = gpu;
    this.arena = arena;
    this.bvh = bvh;
    this.#space = made.space;
    this.#kernels = made.kernels;
    const create = (label: string, size: number) =>
      gpu.device.createBuffer({ label, size, usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST });
    this.uniforms = create('mesh-tree.space', sizeBytesOf('MeshSpace'));
    this.#parts = new Map(arena.parts.map((part) => [part, create('mesh-tree.part', sizeBytesOf('MeshPart'))]));
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(gpu: Gpu, arena: MeshArena, space: TreeSpace): Promise<SceneTree> {
    const [bvh, positions, triangles] = await Promise.all([
      Bvh.reserve(gpu, { triangles: arena.triangleCount, vertices: arena.vertexCount, origin: [0, 0, 0] }),
      gpu.kernels.get('cast/mesh/geometry/tree_positions.wgsl'),
      gpu.kernels.get('cast/mesh/geometry/tree_triangles.wgsl'),
    ]);
    return new SceneTree(gpu, arena, bvh, { space, kernels: { positions, triangles } });
  }

  get space(): TreeSpace {
    return this.#space;
  }

  /** Takes the tree to a space that suits meshes which have moved. */
  set space(space: TreeSpace) {
    if (space === this.#space) return;
    this.#space = space;
    this.#isStale = true;
  }

  /** Whether positions have moved since it was built. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Must be called when positions move. */
  expire(): void {
    this.#isStale = true;
  }

  /** Encodes building it anew; after the arena's triangles are marked that cannot be drawn. */
  encode(encoder: GPUCommandEncoder, timer: PassTimer): void {
    const pass = encoder.beginComputePass(timer.describePass('bvh triangles'));
    const { vertices, faces, triangleCount } = this.arena;
    for (const [part, uniforms] of this.#parts) {
      this.#gpu.device.queue.writeBuffer(
        uniforms,
        0,
        packStruct('MeshPart', describeMeshPart(part, part.origin, this.#space.origin)),
      );
      const resources = { space: this.uniforms, part: uniforms, vertices, positions: this.bvh.positions };
      encodeLoop(this.#gpu, pass, this.#kernels.positions, resources, part.vertices);
    }
    encodeLoop(this.#gpu, pass, this.#kernels.triangles, { faces, indices: this.bvh.indices }, triangleCount);
    pass.end();
    this.bvh.encodeBuild((step) => timer.describePass(`bvh ${step}`), encoder);
    this.#isStale = false;
  }

  destroy(): void {
    for (const resource of [this.bvh, this.uniforms, ...this.#parts.values()]) resource.destroy();
  }
}
