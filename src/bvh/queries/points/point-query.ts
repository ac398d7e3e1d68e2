/** A query of the triangles closest to points, of up to `capacity` points at a time; what it allocates is kept between runs. */
import { InputError } from '../../../errors.js';
import { allocateStorage } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { BUFFER_USAGE } from '../../../gpu/usages.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import { PointOrder } from './point-order.js';

/** Options of `PointQuery.create`. */
export interface PointQueryOptions {
  /** Most points of a run. */
  readonly capacity: number;
  /** Triangles to find for each point. */
  readonly nearest?: number;
  /** How far they may be, in world units. */
  readonly within?: number;
  /** A buffer of the caller's to read points from: x, y and z each relative to the tree's origin. */
  readonly points?: GPUBuffer;
  /** Whether to answer points that are near each other together; results are the same. */
  readonly sort?: boolean;
}

/** Defaults of `PointQueryOptions`. */
export const POINT_QUERY_DEFAULTS = {
  nearest: 1,
  within: Infinity,
  sort: true,
} as const satisfies Partial<PointQueryOptions>;

/** Planes of the results: triangles, distances, u and v. */
export const POINT_RESULT_PLANES = 4;
/** More would be slow: they are kept in order one by one. */
export const MAX_NEAREST = 1024;

type ClosestKernel = Kernel<'bvh/queries/points/closest_points.wgsl'>;
const LARGEST_FLOAT32 = (2 - 2 ** -23) * 2 ** 127;

/** The triangles closest to points, on the device. */
export class PointQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** Triangles that each point gets, nearest first. */
  readonly nearest: number;
  /** Distance beyond which nothing is found, in world units. */
  readonly within: number;
  /** x, y and z of `capacity` points relative to the tree's origin. */
  readonly points: GPUBuffer;
  /** Four planes of `nearest` rows of `capacity` words: triangles (−1 for none), distances (Infinity), u and v. */
  readonly results: GPUBuffer;
  readonly #kernel: ClosestKernel;
  readonly #uniforms: GPUBuffer;
  readonly #order: PointOrder | undefined;
  readonly #own: readonly GPUBuffer[];

  private constructor(
    bvh: Bvh,
    { capacity, nearest, within, points }: PointQueryOptions & Required<Pick<PointQueryOptions, 'nearest' | 'within'>>,
    kernel: ClosestKernel,
    buffers: Readonly<Record<'points' | 'results', GPUBuffer>>,
    order: PointOrder | undefined,
  ) {
    this.bvh = bvh;
    this.capacity = capacity;
    this.nearest = nearest;
    this.within = within;
    this.points = points ?? buffers.points;
    this.#own = Object.values(buffers);
    this.results = buffers.results;
    this.#kernel = kernel;
    this.#order = order;
    this.#uniforms = bvh.gpu.device.createBuffer({
      label: 'points.query',
      size: sizeBytesOf('PointQuery'),
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST,
    });
  }

  /**
   * @throws InputError if `nearest` or `within` cannot be or the adapter has no buffers for that many points, DeviceError
   * where it has no memory.
   */
  static async create(bvh: Bvh, options: PointQueryOptions): Promise<PointQuery> {
    const asked = { ...POINT_QUERY_DEFAULTS, ...options };
    const { capacity, nearest, within, sort } = asked;
    if (!(Number.isInteger(nearest) && nearest > 0 && nearest <= MAX_NEAREST)) {
      throw new InputError(
        `the nearest triangles to find must be a whole number from 1 to ${MAX_NEAREST}, not ${nearest}`,
      );
    }
    if (!(within >= 0)) throw new InputError(`the distance to search within must be 0 or more, not ${within}`);
    const [kernel, buffers, order] = await Promise.all([
      bvh.gpu.kernels.get('bvh/queries/points/closest_points.wgsl', {
        conditions: { sorted: sort },
        constants: { several: Number(nearest > 1) },
      }),
      allocateStorage(bvh.gpu, 'points', {
        points: asked.points ? 0 : 3 * capacity,
        results: POINT_RESULT_PLANES * nearest * capacity,
      }),
      sort ? PointOrder.create(bvh.gpu, capacity) : undefined,
    ]);
    return new PointQuery(bvh, asked, kernel, buffers, order);
  }

  /** Bytes of the query's buffers. */
  get sizeBytes(): number {
    return this.#own.reduce((sum, { size }) => sum + size, 0);
  }

  /** Submits the answers about the first `count` of `points`, to `results`. */
  run(count: number): void {
    if (count > this.capacity) {
      throw new InputError(`a query of up to ${this.capacity} points was given ${count}`);
    }
    const { gpu } = this.bvh;
    const within = Math.min(this.within, LARGEST_FLOAT32);
    const query = packStruct('PointQuery', { points: count, capacity: this.capacity, nearest: this.nearest, within });
    gpu.device.queue.writeBuffer(this.#uniforms, 0, query);
    submitPass(gpu, 'points', (pass) => {
      this.#order?.encode(pass, this.bvh, this.#uniforms, this.points, count);
      const { points, results } = this;
      const resources = { ...this.bvh.resources, query: this.#uniforms, points, results, order: this.#order?.order };
      encodeLoop(gpu, pass, this.#kernel, resources, count);
    });
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    for (const buffer of [...this.#own, this.#uniforms]) buffer.destroy();
    this.#order?.destroy();
  }
}
