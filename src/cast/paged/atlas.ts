/** The atlas: a texture of fixed size whose slots hold a page each, with a border of its neighbours' voxels. */
import { DeviceError } from '../../errors.js';
import { TEXTURE_USAGE, ZERO_FILL_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { PageTexels } from '../../paged/pack-page.js';
import type { VoxelFormat } from '../volume/resident/voxel-format.js';

/** Places of slots have so many bits along each axis in the page table. */
export const SLOT_BITS = 10;

export interface AtlasOptions {
  /** Texels along a slot's side. */
  readonly slotSide: number;
  readonly format: VoxelFormat;
  /** Memory that it may take, but for one slot at least. */
  readonly maxBytes: number;
  /** More slots than that are of no use. */
  readonly maxSlots: number;
}

export class BrickAtlas {
  readonly texture: GPUTexture;
  /** Slots along each axis. */
  readonly slots: Vec3;
  readonly slotSide: number;
  readonly #gpu: Gpu;
  readonly #bytesPerTexel: number;

  private constructor(gpu: Gpu, texture: GPUTexture, slots: Vec3, { slotSide, format }: AtlasOptions) {
    this.#gpu = gpu;
    this.texture = texture;
    this.slots = slots;
    this.slotSide = slotSide;
    this.#bytesPerTexel = format.bytesPerTexel;
  }

  /** Smaller than asked for where the device lacks memory. @throws DeviceError where it has none for a single slot. */
  static async create(gpu: Gpu, options: AtlasOptions): Promise<BrickAtlas> {
    const { slotSide, format, maxBytes, maxSlots } = options;
    const maxAlong = Math.min(Math.floor(gpu.device.limits.maxTextureDimension3D / slotSide), 2 ** SLOT_BITS - 1);
    const wanted = Math.floor(maxBytes / (slotSide ** 3 * format.bytesPerTexel));
    for (
      let count = Math.max(1, Math.min(wanted, maxSlots));
      maxAlong > 0 && count > 0;
      count = Math.floor(count / 2)
    ) {
      const slots = arrangeSlots(count, maxAlong);
      const texture = await gpu.tryAllocate(() =>
        gpu.device.createTexture({
          label: 'paged.atlas',
          size: [...mapVec3(slots, (along) => along * slotSide)],
          dimension: '3d',
          format: format.format,
          usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST | ZERO_FILL_USAGE,
        }),
      );
      if (texture) return new BrickAtlas(gpu, texture, slots, options);
    }
    throw new DeviceError(
      `${gpu.adapterName} has no memory for a page of ${slotSide} × ${slotSide} × ${slotSide} texels`,
    );
  }

  get capacity(): number {
    return this.slots[0] * this.slots[1] * this.slots[2];
  }

  /** The place of a slot, in slots along each axis. */
  placeOf(slot: number): Vec3 {
    const [columns, rows] = this.slots;
    return [slot % columns, Math.floor(slot / columns) % rows, Math.floor(slot / (columns * rows))];
  }

  write(slot: number, texels: PageTexels): void {
    const side = this.slotSide;
    this.#gpu.device.queue.writeTexture(
      { texture: this.texture, origin: [...mapVec3(this.placeOf(slot), (along) => along * side)] },
      texels,
      { bytesPerRow: side * this.#bytesPerTexel, rowsPerImage: side },
      [side, side, side],
    );
  }

  destroy(): void {
    this.texture.destroy();
  }
}

/** Arranges slots in about a cube, of no more than `count`. */
export function arrangeSlots(count: number, maxAlong: number): Vec3 {
  const columns = Math.min(Math.ceil(Math.cbrt(count)), maxAlong);
  const rows = Math.min(Math.max(Math.floor(Math.sqrt(count / columns)), 1), maxAlong);
  return [columns, rows, Math.min(Math.max(Math.floor(count / (columns * rows)), 1), maxAlong)];
}
