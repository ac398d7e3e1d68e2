/** The order of segments by a Morton code of both ends: those that follow each other go much the same way. */
import { allocateStorage } from '../gpu/allocate-storage.js';
import type { Kernel } from '../gpu/kernels.js';
import { encodeLoop } from '../split/encode-loop.js';
import { Sorter } from '../split/sort.js';
import type { Bvh } from './bvh.js';

/** Bits of the codes of wgsl/bvh/segments/segment_codes.wgsl. */
export const SEGMENT_CODE_BITS = 22;

export class SegmentOrder {
  readonly #bvh: Bvh;
  readonly #codes: Kernel<'bvh/segments/segment_codes.wgsl'>;
  readonly #sorter: Sorter;
  readonly #buffers: Readonly<Record<'codes' | 'sorted' | 'order', GPUBuffer>>;

  private constructor(
    bvh: Bvh,
    codes: Kernel<'bvh/segments/segment_codes.wgsl'>,
    sorter: Sorter,
    buffers: Readonly<Record<'codes' | 'sorted' | 'order', GPUBuffer>>,
  ) {
    this.#bvh = bvh;
    this.#codes = codes;
    this.#sorter = sorter;
    this.#buffers = buffers;
  }

  /** @throws InputError if the adapter has no buffers for that many segments, DeviceError where it has no memory. */
  static async create(bvh: Bvh, capacity: number): Promise<SegmentOrder> {
    const [codes, sorter, buffers] = await Promise.all([
      bvh.gpu.kernels.get('bvh/segments/segment_codes.wgsl'),
      Sorter.create(bvh.gpu, { capacity, keyBits: SEGMENT_CODE_BITS, indexValues: true }),
      allocateStorage(bvh.gpu, 'segments', { codes: capacity, sorted: capacity, order: capacity }),
    ]);
    return new SegmentOrder(bvh, codes, sorter, buffers);
  }

  /** The indices of segments in their order. */
  get order(): GPUBuffer {
    return this.#buffers.order;
  }

  /** Size of all buffers together, without the sorter's. */
  get sizeBytes(): number {
    return Object.values(this.#buffers).reduce((sum, { size }) => sum + size, 0);
  }

  /** @param input The uniforms of a query, and the ends of its segments. */
  encode(
    pass: GPUComputePassEncoder,
    { query, ends }: Readonly<Record<'query' | 'ends', GPUBuffer>>,
    segments: number,
  ): void {
    const { codes, sorted, order } = this.#buffers;
    encodeLoop(this.#bvh.gpu, pass, this.#codes, { query, nodes: this.#bvh.wideNodes, ends, codes }, segments);
    this.#sorter.encode(pass, { keysLow: codes, count: query }, { keysLow: sorted, values: order });
  }

  destroy(): void {
    for (const resource of [...Object.values(this.#buffers), this.#sorter]) resource.destroy();
  }
}
