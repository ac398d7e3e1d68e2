/** A query of signed distances, of up to `capacity` points at a time: buffers in, buffers out. */
import { createConstants } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import { PointQuery } from '../points/point-query.js';
import { SideQuery, type SideQueryOptions } from './side-query.js';

/** Options of `SignedDistanceQuery.create`. */
export interface SignedDistanceQueryOptions extends SideQueryOptions {
  /** World units; distances beyond it are infinite. */
  readonly within?: number;
}

/** Signed distances of points from a mesh, on the device. */
export class SignedDistanceQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  readonly #closest: PointQuery;
  readonly #sides: SideQuery;
  readonly #kernel: Kernel<'bvh/queries/sign/sign_distances.wgsl'>;

  private constructor(closest: PointQuery, sides: SideQuery, kernel: Kernel<'bvh/queries/sign/sign_distances.wgsl'>) {
    this.bvh = closest.bvh;
    this.capacity = closest.capacity;
    this.#closest = closest;
    this.#sides = sides;
    this.#kernel = kernel;
  }

  /** @throws InputError if the adapter has no buffers for that many points, DeviceError where it has no memory. */
  static async create(bvh: Bvh, { within, ...options }: SignedDistanceQueryOptions): Promise<SignedDistanceQuery> {
    const { capacity, points } = options;
    const closest = await PointQuery.create(bvh, {
      capacity,
      ...(points && { points }),
      ...(within !== undefined && { within }),
    });
    const [sides, kernel] = await Promise.all([
      SideQuery.create(bvh, { ...options, points: closest.points }),
      bvh.gpu.kernels.get('bvh/queries/sign/sign_distances.wgsl'),
    ]);
    return new SignedDistanceQuery(closest, sides, kernel);
  }

  /** x, y and z of `capacity` points relative to the tree's origin. */
  get points(): GPUBuffer {
    return this.#closest.points;
  }

  /** Four planes of `capacity` words: triangles (−1 for none), distances, below 0 inside, u and v. */
  get results(): GPUBuffer {
    return this.#closest.results;
  }

  /** Which points are inside, and how sure that is: the results of a `SideQuery`. */
  get sides(): GPUBuffer {
    return this.#sides.results;
  }

  /**
   * Answers the first `count` of `points`, in `results` and `sides`.
   * @throws DeviceError if anything went wrong on the device.
   */
  async run(count: number): Promise<void> {
    const { bvh, capacity, results, sides } = this;
    this.#closest.run(count);
    await this.#sides.run(count);
    const fields = { points: count, capacity, nearest: 1, within: 0 };
    const query = createConstants(bvh.gpu, 'signed.query', packStruct('PointQuery', fields));
    const resources = { query, sides, results };
    submitPass(bvh.gpu, 'signed', (pass) => encodeLoop(bvh.gpu, pass, this.#kernel, resources, count));
    query.destroy();
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    this.#sides.destroy();
    this.#closest.destroy();
  }
}
