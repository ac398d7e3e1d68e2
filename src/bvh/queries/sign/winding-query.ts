/** A query of winding numbers, of up to `capacity` points at a time: buffers in, buffers out. */
import { allocateStorage, createConstants } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import { PointOrder } from '../points/point-order.js';
import { createDipolePyramid } from './dipole-pyramid.js';

/** Options of `WindingQuery.create`. */
export interface WindingQueryOptions {
  /** Most points of a run. */
  readonly capacity: number;
  /** A buffer of the caller's to read points from: x, y and z each relative to the tree's origin. */
  readonly points?: GPUBuffer;
}

/** Winding numbers of a mesh about points, on the device. */
export class WindingQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** x, y and z of `capacity` points relative to the tree's origin. */
  readonly points: GPUBuffer;
  /** A float a point. */
  readonly results: GPUBuffer;
  readonly #kernel: Kernel<'bvh/queries/sign/winding_numbers.wgsl'>;
  readonly #order: PointOrder;
  readonly #dipoles: GPUBuffer;
  readonly #own: readonly GPUBuffer[];

  private constructor(
    bvh: Bvh,
    { capacity, points }: WindingQueryOptions,
    kernel: Kernel<'bvh/queries/sign/winding_numbers.wgsl'>,
    order: PointOrder,
    dipoles: GPUBuffer,
    buffers: Readonly<Record<'points' | 'results', GPUBuffer>>,
  ) {
    this.bvh = bvh;
    this.capacity = capacity;
    this.points = points ?? buffers.points;
    this.results = buffers.results;
    this.#kernel = kernel;
    this.#order = order;
    this.#dipoles = dipoles;
    this.#own = Object.values(buffers);
  }

  /**
   * Holds for the tree as it is now.
   * @throws InputError if the adapter has no buffers for that many points, DeviceError where it has no memory.
   */
  static async create(bvh: Bvh, options: WindingQueryOptions): Promise<WindingQuery> {
    const { capacity, points } = options;
    const [kernel, order, dipoles, buffers] = await Promise.all([
      bvh.gpu.kernels.get('bvh/queries/sign/winding_numbers.wgsl'),
      PointOrder.create(bvh.gpu, capacity),
      createDipolePyramid(bvh),
      allocateStorage(bvh.gpu, 'winding', { points: points ? 0 : 3 * capacity, results: capacity }),
    ]);
    return new WindingQuery(bvh, options, kernel, order, dipoles, buffers);
  }

  /** Submits the winding numbers of the first `count` of `points`, to `results`. */
  run(count: number): void {
    const { bvh, capacity, points, results } = this;
    const { gpu } = bvh;
    const fields = { points: count, capacity, nearest: 0, within: 0 };
    const query = createConstants(gpu, 'winding.query', packStruct('PointQuery', fields));
    submitPass(gpu, 'winding', (pass) => {
      this.#order.encode(pass, bvh, query, points, count);
      const resources = { ...bvh.resources, query, points, results, size: bvh.meshSize, dipoles: this.#dipoles };
      encodeLoop(gpu, pass, this.#kernel, { ...resources, order: this.#order.order }, count);
    });
    query.destroy();
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    for (const resource of [...this.#own, this.#dipoles, this.#order]) resource.destroy();
  }
}
