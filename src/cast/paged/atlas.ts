/** The atlas: textures of a fixed size, with slots for one page each and its border. */
import { DeviceError } from '../../errors.js';
import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE, ZERO_FILL_USAGE } from '../../gpu/usages.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';

/** Bits of a slot's place along each axis in the page table. */
export const SLOT_BITS = 10;

/** A texture of the atlas. */
export interface AtlasLayer {
  readonly format: GPUTextureFormat;
  readonly bytesPerTexel: number;
}

export interface AtlasOptions {
  /** Texels along a slot's side. */
  readonly slotSide: number;
  /** The voxels' texture first. */
  readonly layers: readonly AtlasLayer[];
  /** Memory that it may take, but for one slot at least. */
  readonly maxBytes: number;
  /** More slots than that are of no use. */
  readonly maxSlots: number;
}

export class BrickAtlas {
  /** One for each layer. */
  readonly textures: readonly GPUTexture[];
  /** Slots along each axis. */
  readonly slots: Vec3;
  readonly slotSide: number;
  readonly layers: readonly AtlasLayer[];

  private constructor(textures: readonly GPUTexture[], slots: Vec3, { slotSide, layers }: AtlasOptions) {
    this.textures = textures;
    this.slots = slots;
    this.slotSide = slotSide;
    this.layers = layers;
  }

  /** Smaller than requested where the device lacks memory. @throws DeviceError where it has none for a single slot. */
  static async create(gpu: Gpu, options: AtlasOptions): Promise<BrickAtlas> {
    const { slotSide, layers, maxBytes, maxSlots } = options;
    const maxAlong = Math.min(Math.floor(gpu.device.limits.maxTextureDimension3D / slotSide), 2 ** SLOT_BITS - 1);
    const bytesPerTexel = layers.reduce((sum, layer) => sum + layer.bytesPerTexel, 0);
    const wanted = Math.floor(maxBytes / (slotSide ** 3 * bytesPerTexel));
    for (
      let count = Math.max(1, Math.min(wanted, maxSlots));
      maxAlong > 0 && count > 0;
      count = Math.floor(count / 2)
    ) {
      const slots = arrangeSlots(count, maxAlong);
      const size = mapVec3(slots, (along) => along * slotSide);
      const textures = await allocateLayers(gpu, size, layers);
      if (textures) return new BrickAtlas(textures, slots, options);
    }
    throw new DeviceError(
      `${gpu.adapterName} has no memory for a page of ${slotSide} × ${slotSide} × ${slotSide} texels`,
    );
  }

  get capacity(): number {
    return this.slots[0] * this.slots[1] * this.slots[2];
  }

  /** The place of a slot, in slots along each axis. */
  slotPosition(slot: number): Vec3 {
    const [columns, rows] = this.slots;
    return [slot % columns, Math.floor(slot / columns) % rows, Math.floor(slot / (columns * rows))];
  }

  destroy(): void {
    for (const texture of this.textures) texture.destroy();
  }
}

/** Undefined where there is no memory for all of them. */
async function allocateLayers(
  gpu: Gpu,
  size: Vec3,
  layers: readonly AtlasLayer[],
): Promise<readonly GPUTexture[] | undefined> {
  const textures: GPUTexture[] = [];
  for (const { format } of layers) {
    const texture = await gpu.tryAllocate(() =>
      gpu.device.createTexture({
        label: 'paged.atlas',
        size: [...size],
        dimension: '3d',
        format,
        usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST | ZERO_FILL_USAGE,
      }),
    );
    if (!texture) {
      for (const other of textures) other.destroy();
      return undefined;
    }
    textures.push(texture);
  }
  return textures;
}

/** Arranges slots in about a cube, of no more than `count`. */
function arrangeSlots(count: number, maxAlong: number): Vec3 {
  const columns = Math.min(Math.ceil(Math.cbrt(count)), maxAlong);
  const rows = Math.min(Math.max(Math.floor(Math.sqrt(count / columns)), 1), maxAlong);
  return [columns, rows, Math.min(Math.max(Math.floor(count / (columns * rows)), 1), maxAlong)];
}
