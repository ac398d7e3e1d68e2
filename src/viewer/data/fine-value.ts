/** The value of the finest voxel at a point: it is read while a coarse one is shown. */
import type { PagedVolume, Vec3 } from '../../index.js';
import { readVoxel } from './read-voxel.js';

interface VoxelPoint {
  readonly pages: PagedVolume;
  /** Point in the voxels of the pages' level. */
  readonly index: Vec3;
}

const isSame = (a: VoxelPoint | undefined, b: VoxelPoint) =>
  a?.pages === b.pages && a.index.every((at, axis) => Math.round(at) === Math.round(b.index[axis]!));

/** One read at a time: the newest request comes next. */
export class FineValue {
  readonly #onRead: () => void;
  #known: { readonly voxel: VoxelPoint; readonly value: number | undefined } | undefined;
  #wanted: VoxelPoint | undefined;
  #isReading = false;

  /** @param onRead called when a requested value has been read. */
  constructor(onRead: () => void) {
    this.#onRead = onRead;
  }

  /** The value, or undefined while it is read and where it cannot be. */
  at(pages: PagedVolume, index: Vec3): number | undefined {
    const voxel = { pages, index };
    if (isSame(this.#known?.voxel, voxel)) return this.#known!.value;
    this.#wanted = voxel;
    if (!this.#isReading) void this.#read();
    return undefined;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#wanted) {
      const voxel = this.#wanted;
      this.#wanted = undefined;
      // The picture reports servers that fail.
      const value = await readVoxel(voxel.pages, voxel.index).catch(() => undefined);
      this.#known = { voxel, value };
      this.#onRead();
    }
    this.#isReading = false;
  }
}
