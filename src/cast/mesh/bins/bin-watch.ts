/** Reads how full bins are after frames that end on the device, so that they grow without a frame waiting for it. */
import type { Gpu } from '../../../gpu/gpu.js';
import { Readback } from '../../../gpu/host/readback.js';
import type { Binner } from '../../../tiles/binner.js';
import type { FrameQueue } from '../../frame-queue.js';
import type { ResidentMeshes } from '../mesh-store.js';
import {
  type BinCountsByView,
  binCapacities,
  binCountRanges,
  decodeBinCounts,
  growBins,
  hadRoom,
} from './bin-check.js';

/** The bins of one frame, and where their counts are read. */
export interface WatchedBins {
  readonly meshes: ResidentMeshes;
  /** Pairs that each has room for, in that frame. */
  readonly capacities: readonly (number | undefined)[];
  readonly readback: Readback;
}

export class BinWatch {
  readonly #gpu: Gpu;
  readonly #queue: FrameQueue;
  readonly #onLacking: () => void;
  /** Every frame in flight is read, so that none that lacks triangles goes unnoticed. */
  readonly #readbacks: Readback[] = [];
  readonly #free: Readback[] = [];
  /** Bins that had, or then got, room for a frame. */
  readonly #known = new WeakSet<Binner>();
  /** Bins of a frame that somebody else submits: read when the next frame comes. */
  #unread: WatchedBins | undefined;
  /** The meshes of the last frame. */
  #current: ResidentMeshes | undefined;

  /**
   * @param queue of the frames that wait while bins grow.
   * @param onLacking called, between two frames, when one had no room for all triangles: its rays were not cast.
   */
  constructor(gpu: Gpu, queue: FrameQueue, onLacking: () => void) {
    this.#gpu = gpu;
    this.#queue = queue;
    this.#onLacking = onLacking;
  }

  /** Notes the bins of each frame. */
  follow(meshes: ResidentMeshes | undefined): void {
    this.#current = meshes;
  }

  /** Undefined for a frame without bins. */
  watch(meshes: ResidentMeshes | undefined): WatchedBins | undefined {
    if (!meshes || binnersOf(meshes).length === 0) return undefined;
    return { meshes, capacities: binCapacities(meshes), readback: this.#free.pop() ?? this.#addReadback() };
  }

  /** Whether no frame has filled these bins yet: nothing says how much room they need. */
  isNew(meshes: ResidentMeshes | undefined): meshes is ResidentMeshes {
    return meshes !== undefined && binnersOf(meshes).some((binner) => !this.#known.has(binner));
  }

  /** Encodes what `check`, `makeRoom` and `catchUp` read. */
  copy(encoder: GPUCommandEncoder, { meshes, readback }: WatchedBins): void {
    readback.copy(encoder, binCountRanges(meshes));
  }

  /** Reads a frame's bins once it is drawn; the next frame waits if they grow, and only then. @returns whether all fitted. */
  async check(watched: WatchedBins): Promise<boolean> {
    const counts = await this.#read(watched);
    if (hadRoom(watched.capacities, counts)) return true;
    await this.#queue.add({}, () => this.#growAfter(watched, counts));
    return false;
  }

  /** Reads bins that were filled ahead of a frame, which is being made, and makes room for it. */
  async makeRoom(watched: WatchedBins): Promise<void> {
    const counts = await this.#read(watched);
    if (!hadRoom(watched.capacities, counts)) await growBins(watched.meshes, counts);
  }

  /** Leaves it to `catchUp` to read the bins of a frame that somebody else submits. */
  checkLater(watched: WatchedBins): void {
    this.#unread = watched;
  }

  /** Call before the next frame is prepared. */
  async catchUp(): Promise<void> {
    const watched = this.#unread;
    if (!watched) return;
    this.#unread = undefined;
    const counts = await this.#read(watched);
    if (!hadRoom(watched.capacities, counts)) await this.#growAfter(watched, counts);
  }

  async #read({ meshes, readback }: WatchedBins): Promise<BinCountsByView> {
    try {
      const counts = decodeBinCounts(meshes, await readback.read(binCountRanges(meshes)));
      for (const binner of binnersOf(meshes)) this.#known.add(binner);
      return counts;
    } finally {
      this.#free.push(readback);
    }
  }

  /** Does nothing to bins that others have replaced. */
  async #growAfter({ meshes }: WatchedBins, counts: BinCountsByView): Promise<void> {
    const { binner, lightBinner } = this.#current ?? {};
    if (meshes.binner === binner && meshes.lightBinner === lightBinner) await growBins(meshes, counts);
    this.#onLacking();
  }

  #addReadback(): Readback {
    const readback = new Readback(this.#gpu, 'frame.bins.readback');
    this.#readbacks.push(readback);
    return readback;
  }

  destroy(): void {
    for (const readback of this.#readbacks) readback.destroy();
  }
}

const binnersOf = ({ binner, lightBinner }: ResidentMeshes): Binner[] =>
  [binner, lightBinner].filter((each) => each !== undefined);
