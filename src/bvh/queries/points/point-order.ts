/** An order of points in which those that are near each other are answered together. */
import { allocateStorage } from '../../../gpu/allocate-storage.js';
import type { Gpu } from '../../../gpu/gpu.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import { Sorter } from '../../../split/sort.js';
import type { Bvh } from '../../bvh.js';

/** Bits of the codes of wgsl/bvh/queries/points/point_codes.wgsl. */
const POINT_CODE_BITS = 22;

export class PointOrder {
  /** The points' indices, in order. */
  readonly order: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #kernel: Kernel<'bvh/queries/points/point_codes.wgsl'>;
  readonly #sorter: Sorter;
  readonly #codes: GPUBuffer;
  readonly #sorted: GPUBuffer;

  private constructor(
    gpu: Gpu,
    kernel: Kernel<'bvh/queries/points/point_codes.wgsl'>,
    sorter: Sorter,
    { codes, sorted, order }: Readonly<Record<'codes' | 'sorted' | 'order', GPUBuffer>>,
  ) {
    this.order = order;
    this.#gpu = gpu;
    this.#kernel = kernel;
    this.#sorter = sorter;
    this.#codes = codes;
    this.#sorted = sorted;
  }

  static async create(gpu: Gpu, capacity: number): Promise<PointOrder> {
    const [kernel, sorter, buffers] = await Promise.all([
      gpu.kernels.get('bvh/queries/points/point_codes.wgsl'),
      Sorter.create(gpu, { capacity, keyBits: POINT_CODE_BITS, indexValues: true }),
      allocateStorage(gpu, 'points', { codes: capacity, sorted: capacity, order: capacity }),
    ]);
    return new PointOrder(gpu, kernel, sorter, buffers);
  }

  /** @param query A `PointQuery` of wgsl/bvh/queries/points/point_query.wgsl, as a uniform and storage buffer. */
  encode(pass: GPUComputePassEncoder, bvh: Bvh, query: GPUBuffer, points: GPUBuffer, count: number): void {
    encodeLoop(this.#gpu, pass, this.#kernel, { query, nodes: bvh.wideNodes, points, codes: this.#codes }, count);
    this.#sorter.encode(pass, { keysLow: this.#codes, count: query }, { keysLow: this.#sorted, values: this.order });
  }

  destroy(): void {
    for (const resource of [this.#codes, this.#sorted, this.order, this.#sorter]) resource.destroy();
  }
}
