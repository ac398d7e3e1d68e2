/** The shadows that meshes cast into a volume: which cells of the light's grid opaque triangles hide from each light. */

import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import { encodeLoop } from '../../split/encode-loop.js';
import type { Volume } from '../../volume/volume.js';
import type { ResidentMeshes } from '../mesh/mesh-store.js';
import type { TreeSpace } from '../mesh/transforms/tree-space.js';
import type { MeshSettings } from '../scene-parts.js';
import { positionToTree } from './positions.js';
import { createTexture, type VolumeLight } from './volume-light.js';

/** How triangles let light through: not at all, by the mesh, or by their materials too. */
export type MeshOpacity = 'opaque' | 'translucent' | 'materials';

/** How the triangles of a scene do. */
export function meshOpacityOf({ styles, meshes }: Pick<MeshSettings, 'styles' | 'meshes'>): MeshOpacity {
  if (!styles.translucent) return 'opaque';
  return meshes.some(({ mesh }) => mesh.materials) ? 'materials' : 'translucent';
}

type ShadowKernel = Kernel<'cast/light/mesh_shadows.wgsl'>;

export class MeshShadows {
  readonly shares: GPUTexture;
  readonly light: VolumeLight;
  readonly #gpu: Gpu;
  #kernel: ShadowKernel | undefined;
  /** A `TreeTransform`. */
  readonly #transform: GPUBuffer;
  #known: string | undefined;

  private constructor(gpu: Gpu, light: VolumeLight, shares: GPUTexture) {
    this.#gpu = gpu;
    this.light = light;
    this.shares = shares;
    const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
    this.#transform = gpu.device.createBuffer({
      label: 'light.tree-transform',
      size: sizeBytesOf('TreeTransform'),
      usage,
    });
  }

  /** @throws DeviceError where the device has no memory. */
  static async create(gpu: Gpu, light: VolumeLight, cells: Vec3): Promise<MeshShadows> {
    return new MeshShadows(gpu, light, await createTexture(gpu, 'light.mesh-shares', cells));
  }

  /** Call before frames: with materials the kernel takes long to compile, and few meshes have any. */
  async loadKernel(opacity: MeshOpacity): Promise<void> {
    this.#kernel = await this.#gpu.kernels.get('cast/light/mesh_shadows.wgsl', {
      conditions: { translucent: opacity !== 'opaque' },
      constants: { materials: opacity === 'materials' ? 1 : undefined },
    });
  }

  /** Must be called when triangles have moved. */
  expire(): void {
    this.#known = undefined;
  }

  /** Whether its cells were found for something else. */
  isStale(reason: string): boolean {
    return this.#known !== reason;
  }

  /**
   * @param buffers `SceneLights` and `MeshAppearance`.
   * @param reason what the shadows follow from besides the triangles.
   */
  encode(
    pass: GPUComputePassEncoder,
    volume: Pick<Volume, 'sizes' | 'indexToWorld'>,
    { geometry, tree }: ResidentMeshes,
    buffers: { readonly lights: GPUBuffer; readonly appearance: GPUBuffer },
    reason: string,
  ): void {
    if (!tree || !this.#kernel) return;
    this.#gpu.device.queue.writeBuffer(this.#transform, 0, packTreeSpace(volume, tree.space));
    const resources = {
      light_cells: this.light.cells,
      scene_lights: buffers.lights,
      tree_transform: this.#transform,
      shares: this.shares,
      appearance: buffers.appearance,
      vertices: geometry.arena.vertices,
      faces: geometry.arena.faces,
      ...tree.bvh.resources,
    };
    encodeLoop(this.#gpu, pass, this.#kernel, resources, this.light.cellCount);
    this.#known = reason;
  }

  destroy(): void {
    for (const resource of [this.shares, this.#transform]) resource.destroy();
  }
}

/** The map from positions, which run from 0 to 1 over the volume, to the space of the tree. */
function packTreeSpace(volume: Pick<Volume, 'sizes' | 'indexToWorld'>, space: TreeSpace): ArrayBuffer {
  const { columns, origin } = positionToTree(volume, space);
  const [x, y, z] = columns;
  return packStruct('TreeTransform', { x, y, z, origin });
}
