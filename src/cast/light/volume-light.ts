/** Propagates light through a volume on the device, in a coarse grid that is kept while a frame's inputs stay the same. */
import { DeviceError } from '../../errors.js';
import type { Resource } from '../../gpu/bind-groups.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel, KernelVariant } from '../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { BUFFER_USAGE, TEXTURE_USAGE } from '../../gpu/usages.js';
import { transformVector } from '../../math/affine.js';
import { scale, type Vec3 } from '../../math/vec3.js';
import { encodeLoop } from '../../split/encode-loop.js';
import { type LightGrid, reachOf, spreadDirections } from '../../volume/grids/light-grid.js';
import { smallestSpacing, type Volume } from '../../volume/volume.js';
import { type AmbientOcclusion, MAX_OCCLUSION_RAYS, type VolumeScene } from '../scene.js';
import { packCuts } from '../volume/cuts.js';
import { finestGrid } from '../volume/grids.js';
import { positionToCoarse, worldToPosition } from './positions.js';

/** The light that a frame asks for; each part is found anew where any of its reasons is another than before. */
export interface LightQuery {
  readonly scene: VolumeScene;
  /** Geometry of the volume on the device, which may be coarser. */
  readonly geometry: Pick<Volume, 'sizes' | 'indexToWorld'>;
  /** The voxels that densities are of, which may be coarser still. */
  readonly dense: Pick<Volume, 'sizes' | 'indexToWorld'>;
  readonly grid: LightGrid;
  /** Parts of the kernel of optical depths, and what it reads of the volume. */
  readonly depthVariant: KernelVariant<'cast/light/optical_depths.wgsl'>;
  readonly volume: Readonly<Record<string, Resource | undefined>>;
  /** World directions of the lights whose shadows the volume casts, as a text; undefined where it casts none. */
  readonly directions: string | undefined;
  readonly ambientOcclusion: AmbientOcclusion | undefined;
}

/** Textures in which casting looks up light; undefined ones were needed by no frame. */
interface LightTextures {
  readonly depths: GPUTexture;
  transmittances: GPUTexture | undefined;
  openShares: GPUTexture | undefined;
}

/** Kernels of what is to be found anew. */
interface Work {
  readonly depths: Kernel<'cast/light/optical_depths.wgsl'> | undefined;
  readonly shadows: Kernel<'cast/light/transmittances.wgsl'> | undefined;
  readonly openness: Kernel<'cast/light/open_shares.wgsl'> | undefined;
}

/** The reasons that each part was found for; nothing where it never was. */
type Reasons = Readonly<Record<keyof Work, readonly unknown[]>>;

const NOTHING: Reasons = { depths: [], shadows: [], openness: [] };
const NO_WORK: Work = { depths: undefined, shadows: undefined, openness: undefined };

export class VolumeLight {
  readonly #gpu: Gpu;
  readonly #cells: Vec3;
  readonly #uniforms: GPUBuffer;
  readonly #cuts: GPUBuffer;
  readonly #ways: GPUBuffer;
  readonly #sampler: GPUSampler;
  readonly #textures: LightTextures;
  #known = NOTHING;
  #asked = NOTHING;
  #work = NO_WORK;
  #volume: LightQuery['volume'] = {};

  /** @throws DeviceError where the device has no memory. */
  static async create(gpu: Gpu, cells: Vec3): Promise<VolumeLight> {
    return new VolumeLight(gpu, cells, await createTexture(gpu, 'light.depths', cells));
  }

  private constructor(gpu: Gpu, cells: Vec3, depths: GPUTexture) {
    this.#gpu = gpu;
    this.#cells = cells;
    this.#textures = { depths, transmittances: undefined, openShares: undefined };
    const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
    this.#uniforms = gpu.device.createBuffer({ label: 'light.cells', size: sizeBytesOf('LightCells'), usage });
    this.#cuts = gpu.device.createBuffer({ label: 'light.cuts', size: sizeBytesOf('Cuts'), usage });
    this.#ways = gpu.device.createBuffer({ label: 'light.ways', size: 16 * MAX_OCCLUSION_RAYS, usage });
    this.#sampler = gpu.device.createSampler({ label: 'light.linear', magFilter: 'linear', minFilter: 'linear' });
  }

  fits(cells: Vec3): boolean {
    return cells.every((count, axis) => count === this.#cells[axis]);
  }

  /** Uniforms of the grid, for what else is found in its cells. */
  get cells(): GPUBuffer {
    return this.#uniforms;
  }

  get cellCount(): number {
    return this.#cells[0] * this.#cells[1] * this.#cells[2];
  }

  /** Gets ready for what `encode` is to find. */
  async ask(query: LightQuery): Promise<void> {
    const { scene, volume, depthVariant, directions, ambientOcclusion } = query;
    const { volume: voxels, transfer, clip = [], mask, mode, isoValue, isosurfaces } = scene;
    const depths = [
      ...[voxels, transfer, mask, mode, isoValue, JSON.stringify([clip, isosurfaces])],
      ...Object.values(volume),
    ];
    const asked = {
      depths,
      shadows: directions === undefined ? [] : [...depths, directions],
      openness: ambientOcclusion ? [...depths, ambientOcclusion.rays, ambientOcclusion.distance] : [],
    };
    // A query that failed is not to be found any more.
    this.#work = NO_WORK;
    const isNew = (part: keyof Work) => asked[part].length > 0 && !isSame(asked[part], this.#known[part]);
    if (isNew('shadows')) this.#textures.transmittances ??= await createTexture(this.#gpu, 'light.shares', this.#cells);
    if (isNew('openness')) this.#textures.openShares ??= await createTexture(this.#gpu, 'light.open', this.#cells);
    const { kernels } = this.#gpu;
    const [depthKernel, shadowKernel, openKernel] = await Promise.all([
      isNew('depths') ? kernels.get('cast/light/optical_depths.wgsl', depthVariant) : undefined,
      isNew('shadows') ? kernels.get('cast/light/transmittances.wgsl') : undefined,
      isNew('openness') ? kernels.get('cast/light/open_shares.wgsl') : undefined,
    ]);
    this.#write(query);
    this.#asked = asked;
    this.#work = { depths: depthKernel, shadows: shadowKernel, openness: openKernel };
    this.#volume = volume;
  }

  #write({ scene, geometry, dense, grid, ambientOcclusion }: LightQuery): void {
    const { transfer, clip = [] } = scene;
    const { cells, samples, cellWorld } = grid;
    const { queue } = this.#gpu.device;
    const { reach, stride } = reachOf(ambientOcclusion ?? {}, cells, cellWorld);
    const directions = spreadDirections(ambientOcclusion?.rays ?? 0);
    const toDense = positionToCoarse(geometry, dense);
    const fields = {
      size: cells,
      depth_of_cell: cellWorld / (transfer.unit ?? smallestSpacing(finestGrid(scene))),
      samples,
      reach,
      stride,
      directions: directions.length,
      density_scale: toDense.scale,
      density_offset: toDense.offset,
    };
    queue.writeBuffer(this.#uniforms, 0, packStruct('LightCells', fields));
    queue.writeBuffer(this.#cuts, 0, packCuts(dense, clip));
    if (directions.length === 0) return;
    const toPosition = worldToPosition(geometry);
    const ways = directions.flatMap((direction) => [...scale(transformVector(toPosition, direction), cellWorld), 0]);
    queue.writeBuffer(this.#ways, 0, Float32Array.from(ways));
  }

  get isStale(): boolean {
    return Object.values(this.#work).some((kernel) => kernel !== undefined);
  }

  /** @param lights a `SceneLights`. */
  encode(pass: GPUComputePassEncoder, lights: GPUBuffer): void {
    const { depths, shadows, openness } = this.#work;
    const count = this.cellCount;
    const common = { light_cells: this.#uniforms, scene_lights: lights, depth_sampler: this.#sampler };
    const { depths: depthTexture, transmittances, openShares } = this.#textures;
    if (depths) {
      const resources = {
        ...this.#volume,
        light_cells: this.#uniforms,
        cuts: this.#cuts,
        optical_depths: depthTexture,
      };
      encodeLoop(this.#gpu, pass, depths, resources, count);
    }
    if (shadows) {
      encodeLoop(this.#gpu, pass, shadows, { ...common, depths: depthTexture, shares: transmittances }, count);
    }
    if (openness) {
      const resources = { ...common, depths: depthTexture, shares: openShares, ambient_ways: this.#ways };
      encodeLoop(this.#gpu, pass, openness, resources, count);
    }
    this.#known = {
      depths: depths ? this.#asked.depths : this.#known.depths,
      shadows: shadows ? this.#asked.shadows : this.#known.shadows,
      openness: openness ? this.#asked.openness : this.#known.openness,
    };
    this.#work = NO_WORK;
  }

  /** The bindings by which casting looks light up. */
  get resources() {
    const { transmittances, openShares } = this.#textures;
    return { light_sampler: this.#sampler, transmittances, open_shares: openShares };
  }

  destroy(): void {
    const { depths, transmittances, openShares } = this.#textures;
    for (const resource of [this.#uniforms, this.#cuts, this.#ways, depths, transmittances, openShares])
      resource?.destroy();
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((part, index) => part === b[index]);

/** A texture of 16-bit floats in four channels, which every adapter filters and stores. */
export async function createTexture(gpu: Gpu, label: string, cells: Vec3): Promise<GPUTexture> {
  const texture = await gpu.tryAllocate(() =>
    gpu.device.createTexture({
      label,
      size: [...cells],
      dimension: '3d',
      format: 'rgba16float',
      usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.STORAGE_BINDING,
    }),
  );
  if (!texture) throw new DeviceError(`${gpu.adapterName} has no memory for light in ${cells.join(' × ')} cells`);
  return texture;
}
