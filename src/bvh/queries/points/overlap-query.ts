/** A query of all triangles that meet boxes or balls, up to `capacity` of them at a time: buffers in, buffers out. */
import { InputError } from '../../../errors.js';
import { allocateStorage, createConstants, readWords } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import { Scanner } from '../../../split/scan.js';
import type { Bvh } from '../../bvh.js';

/** Kinds of regions that triangles may overlap. */
export const OVERLAP_REGIONS = ['boxes', 'balls'] as const;

/** A kind of region: boxes or balls. */
export type OverlapRegion = (typeof OVERLAP_REGIONS)[number];

/** Words of a region: the low and the high corner of a box, the centre and the radius of a ball. */
const REGION_WORDS: Readonly<Record<OverlapRegion, number>> = { boxes: 6, balls: 4 };

/** Options of `OverlapQuery.create`. */
export interface OverlapQueryOptions {
  /** Most regions of a run. */
  readonly capacity: number;
  /** Whether the regions are balls or boxes. */
  readonly kind: OverlapRegion;
  /** A buffer of the caller's to read regions from, relative to the tree's origin. */
  readonly regions?: GPUBuffer;
}

type OverlapKernel = Kernel<'bvh/queries/points/list_overlaps.wgsl'>;

/** The triangles in boxes or balls, on the device. */
export class OverlapQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** Whether the regions are balls or boxes. */
  readonly kind: OverlapRegion;
  /**
   * Six floats a box, its low and its high corner, or four a ball, its centre and radius, relative to the tree's origin and
   * finite.
   */
  readonly regions: GPUBuffer;
  /** A word a region and one more: how many triangles come before its own. */
  readonly offsets: GPUBuffer;
  readonly #kernels: { readonly count: OverlapKernel; readonly list: OverlapKernel };
  readonly #scanner: Scanner;
  readonly #own: GPUBuffer;
  readonly #total: GPUBuffer;
  #triangles: GPUBuffer;

  private constructor(
    bvh: Bvh,
    { capacity, kind, regions }: OverlapQueryOptions,
    kernels: { readonly count: OverlapKernel; readonly list: OverlapKernel },
    scanner: Scanner,
    buffers: Readonly<Record<'regions' | 'offsets' | 'total' | 'triangles', GPUBuffer>>,
  ) {
    this.bvh = bvh;
    this.capacity = capacity;
    this.kind = kind;
    this.regions = regions ?? buffers.regions;
    this.offsets = buffers.offsets;
    this.#kernels = kernels;
    this.#scanner = scanner;
    this.#own = buffers.regions;
    this.#total = buffers.total;
    this.#triangles = buffers.triangles;
  }

  /**
   * @throws InputError for regions that are none and if the adapter has no buffers for that many, DeviceError where it has no
   * memory.
   */
  static async create(bvh: Bvh, options: OverlapQueryOptions): Promise<OverlapQuery> {
    const { capacity, kind, regions } = options;
    if (!OVERLAP_REGIONS.includes(kind)) {
      throw new InputError(`regions to overlap are ${OVERLAP_REGIONS.join(' or ')}, not ${kind}`);
    }
    const path = 'bvh/queries/points/list_overlaps.wgsl';
    const balls = Number(kind === 'balls');
    const [count, list, scanner, buffers] = await Promise.all([
      bvh.gpu.kernels.get(path, { constants: { balls } }),
      bvh.gpu.kernels.get(path, { constants: { balls, lists: 1 } }),
      Scanner.create(bvh.gpu, { length: capacity + 1 }),
      allocateStorage(bvh.gpu, 'overlaps', {
        regions: regions ? 0 : REGION_WORDS[kind] * capacity,
        offsets: capacity + 1,
        total: 1,
        triangles: 1,
      }),
    ]);
    return new OverlapQuery(bvh, options, { count, list }, scanner, buffers);
  }

  /**
   * Triangles region by region, those of each in no order. A run with more of them than any before makes another buffer.
   */
  get triangles(): GPUBuffer {
    return this.#triangles;
  }

  /**
   * Lists the triangles that have a point in each of the first `count` of `regions`, their borders included, in `offsets` and
   * `triangles`: all that do, and those too close for float32 to decide.
   * @returns how many there are in all.
   * @throws InputError if the adapter takes no buffer for all of them, DeviceError if anything went wrong on the device.
   */
  async run(count: number): Promise<number> {
    const { bvh, capacity, regions, offsets } = this;
    const { gpu } = bvh;
    if (count > capacity) throw new InputError(`a query of up to ${capacity} regions was given ${count}`);
    const fields = { points: count, capacity, nearest: 0, within: 0 };
    const query = createConstants(gpu, 'overlaps.query', packStruct('PointQuery', fields));
    const resources = { ...bvh.resources, query, regions, counts: offsets };
    try {
      const encoder = gpu.device.createCommandEncoder({ label: 'overlaps' });
      const pass = encoder.beginComputePass({ label: 'overlaps' });
      encodeLoop(gpu, pass, this.#kernels.count, { ...resources, triangles: this.#triangles }, count);
      this.#scanner.encode(pass, offsets);
      pass.end();
      encoder.copyBufferToBuffer(offsets, 4 * count, this.#total, 0, 4);
      gpu.device.queue.submit([encoder.finish()]);
      const [words] = await readWords(gpu, [{ buffer: this.#total, length: 1 }]);
      const total = words![0]!;
      await this.#reserve(total);
      const lists = { ...resources, triangles: this.#triangles };
      submitPass(gpu, 'overlaps', (listed) => encodeLoop(gpu, listed, this.#kernels.list, lists, count));
      return total;
    } finally {
      query.destroy();
    }
  }

  async #reserve(words: number): Promise<void> {
    if (this.#triangles.size >= 4 * words) return;
    const { triangles } = await allocateStorage(this.bvh.gpu, 'overlaps', { triangles: words });
    this.#triangles.destroy();
    this.#triangles = triangles;
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    for (const resource of [this.#own, this.offsets, this.#total, this.#triangles, this.#scanner]) resource.destroy();
  }
}
