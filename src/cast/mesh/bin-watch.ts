/** Reads how full bins are after frames that end on the device, so that they grow without a frame waiting for it. */
import type { Gpu } from '../../gpu/gpu.js';
import { Readback } from '../../gpu/host/readback.js';
import type { FrameQueue } from '../frame-queue.js';
import { type BinCountsByView, binCountRanges, decodeBinCounts, growBins } from './bin-check.js';
import type { ResidentMeshes } from './mesh-store.js';

export class BinWatch {
  readonly #queue: FrameQueue;
  readonly #readback: Readback;
  /** Bins of a frame that somebody else submits: read when the next frame comes. */
  #unread: ResidentMeshes | undefined;
  /** Those of the last frame. */
  #current: ResidentMeshes | undefined;
  #isChecking = false;

  /** @param queue of the frames that wait while bins grow. */
  constructor(gpu: Gpu, queue: FrameQueue) {
    this.#queue = queue;
    this.#readback = new Readback(gpu, 'frame.bins.readback');
  }

  /** Notes the bins of each frame. */
  follow(meshes: ResidentMeshes | undefined): void {
    this.#current = meshes;
  }

  /** The meshes if their bins can be read: not while those of an earlier frame are. */
  watchable(meshes: ResidentMeshes | undefined): ResidentMeshes | undefined {
    return !this.#isChecking && (meshes?.binner || meshes?.lightBinner) ? meshes : undefined;
  }

  /** Encodes what `check` and `catchUp` read. */
  copy(encoder: GPUCommandEncoder, meshes: ResidentMeshes): void {
    this.#readback.copy(encoder, binCountRanges(meshes));
  }

  /** Reads a frame's bins once it is drawn; the next frame waits if they grow, and only then. @returns whether all fitted. */
  async check(meshes: ResidentMeshes): Promise<boolean> {
    this.#isChecking = true;
    try {
      const counts = await this.#read(meshes);
      return !(await this.#queue.add({}, () => this.#grow(meshes, counts)));
    } finally {
      this.#isChecking = false;
    }
  }

  /** Leaves it to `catchUp` to read the bins of a frame that somebody else submits. */
  checkLater(meshes: ResidentMeshes): void {
    this.#unread = meshes;
  }

  /** Call before the next frame is prepared. */
  async catchUp(): Promise<void> {
    const meshes = this.#unread;
    if (!meshes) return;
    this.#unread = undefined;
    await this.#grow(meshes, await this.#read(meshes));
  }

  async #read(meshes: ResidentMeshes): Promise<BinCountsByView> {
    return decodeBinCounts(meshes, await this.#readback.read(binCountRanges(meshes)));
  }

  /** Does nothing if other bins have replaced them. */
  async #grow(meshes: ResidentMeshes, counts: BinCountsByView): Promise<boolean> {
    const { binner, lightBinner } = this.#current ?? {};
    const isCurrent = meshes.binner === binner && meshes.lightBinner === lightBinner;
    return isCurrent && growBins(meshes, counts);
  }

  destroy(): void {
    this.#readback.destroy();
  }
}
