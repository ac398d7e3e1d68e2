/** A query of all that segments cross, in order, of up to `capacity` segments at a time: buffers in, buffers out. */
import { allocateStorage, readWords } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import { Scanner } from '../../../split/scan.js';
import type { Bvh } from '../../bvh.js';
import { CROSSING_WORDS, SegmentQuery, type SegmentQueryOptions } from '../../segment-query.js';

type SortKernel = Kernel<'bvh/queries/crossings/sort_crossings.wgsl'>;

/** All crossings of segments with a mesh, in their order along each, on the device. */
export class CrossingQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** A word a segment and one more: how many crossings come before its own. */
  readonly offsets: GPUBuffer;
  readonly #counts: SegmentQuery;
  readonly #scanner: Scanner;
  readonly #kernel: SortKernel;
  readonly #total: GPUBuffer;
  #crossings: GPUBuffer;

  private constructor(
    counts: SegmentQuery,
    scanner: Scanner,
    kernel: SortKernel,
    { offsets, total, crossings }: Readonly<Record<'offsets' | 'total' | 'crossings', GPUBuffer>>,
  ) {
    this.bvh = counts.bvh;
    this.capacity = counts.capacity;
    this.offsets = offsets;
    this.#counts = counts;
    this.#scanner = scanner;
    this.#kernel = kernel;
    this.#total = total;
    this.#crossings = crossings;
  }

  /** @throws InputError if the adapter has no buffers for that many segments, DeviceError where it has no memory. */
  static async create(bvh: Bvh, options: SegmentQueryOptions): Promise<CrossingQuery> {
    const { gpu } = bvh;
    const words = options.capacity + 1;
    const [counts, scanner, kernel, buffers] = await Promise.all([
      SegmentQuery.create(bvh, 'count', options),
      Scanner.create(gpu, { length: words }),
      gpu.kernels.get('bvh/queries/crossings/sort_crossings.wgsl'),
      allocateStorage(gpu, 'crossings', { offsets: words, total: 1, crossings: CROSSING_WORDS }),
    ]);
    return new CrossingQuery(counts, scanner, kernel, buffers);
  }

  /** Starts of `capacity` segments relative to the tree's origin, three words each, then their ends. */
  get ends(): GPUBuffer {
    return this.#counts.ends;
  }

  /**
   * Four words a crossing, the triangle, t, u and v: segment by segment, the nearest to its start first. A run with more
   * crossings than any before makes another buffer.
   */
  get crossings(): GPUBuffer {
    return this.#crossings;
  }

  /**
   * Lists what the first `segments` of `ends` cross, in `offsets` and `crossings`.
   * @returns how many crossings there are.
   * @throws InputError if the adapter takes no buffer for all crossings, DeviceError if anything went wrong on the device.
   */
  async run(segments: number): Promise<number> {
    const { gpu } = this.bvh;
    await this.#counts.run(segments);
    const total = await this.#addUp(segments);
    await this.#reserve(total);
    const lists = { offsets: this.offsets, crossings: this.#crossings };
    await this.#counts.list(segments, lists);
    const resources = { ...lists, query: this.#counts.uniforms };
    submitPass(gpu, 'crossings.sort', (pass) => encodeLoop(gpu, pass, this.#kernel, resources, segments));
    return total;
  }

  async #addUp(segments: number): Promise<number> {
    const { gpu } = this.bvh;
    const encoder = gpu.device.createCommandEncoder({ label: 'crossings.offsets' });
    encoder.copyBufferToBuffer(this.#counts.results, 0, this.offsets, 0, 4 * segments);
    const pass = encoder.beginComputePass({ label: 'crossings.offsets' });
    this.#scanner.encode(pass, this.offsets);
    pass.end();
    encoder.copyBufferToBuffer(this.offsets, 4 * segments, this.#total, 0, 4);
    gpu.device.queue.submit([encoder.finish()]);
    const [total] = await readWords(gpu, [{ buffer: this.#total, length: 1 }]);
    return total![0]!;
  }

  async #reserve(crossings: number): Promise<void> {
    const words = CROSSING_WORDS * crossings;
    if (this.#crossings.size >= 4 * words) return;
    const made = await allocateStorage(this.bvh.gpu, 'crossings', { crossings: words });
    this.#crossings.destroy();
    this.#crossings = made.crossings;
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    for (const resource of [this.#counts, this.#scanner, this.offsets, this.#total, this.#crossings])
      resource.destroy();
  }
}
