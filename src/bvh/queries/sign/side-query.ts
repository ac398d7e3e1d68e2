/** A query of which points are inside, of up to `capacity` points at a time: buffers in, buffers out. */
import { allocateStorage, createConstants } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { boundingBox } from '../../../mesh/bounding-box.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import { wayOut } from '../../find-inside.js';
import { SegmentQuery } from '../../segment-query.js';
import type { SignMethod } from './sign-method.js';
import { WindingQuery } from './winding-query.js';

/** Options of `SideQuery.create`. */
export interface SideQueryOptions {
  /** Most points of a run. */
  readonly capacity: number;
  /** How the sides are told. */
  readonly sign: SignMethod;
  /** The mesh that the tree is built of. */
  readonly mesh: Mesh;
  /** A buffer of the caller's to read points from: x, y and z each relative to the tree's origin. */
  readonly points?: GPUBuffer;
}

/** Counts what the way out crosses, or how often the surface goes around. */
interface Evidence {
  readonly points: GPUBuffer;
  readonly run: (query: GPUBuffer, count: number) => Promise<void>;
  readonly resources: Readonly<Partial<Record<'counts' | 'windings', GPUBuffer>>>;
  readonly destroy: () => void;
}

type SideKernel = Kernel<'bvh/queries/sign/sides_by_crossings.wgsl' | 'bvh/queries/sign/sides_by_windings.wgsl'>;

/** Whether points lie inside of a mesh, on the device. */
export class SideQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** Two planes of `capacity` words: 1 inside, else 0; and how sure that is, a float from 0 to 1. */
  readonly results: GPUBuffer;
  readonly #evidence: Evidence;
  readonly #kernel: SideKernel;

  private constructor(bvh: Bvh, capacity: number, evidence: Evidence, kernel: SideKernel, results: GPUBuffer) {
    this.bvh = bvh;
    this.capacity = capacity;
    this.results = results;
    this.#evidence = evidence;
    this.#kernel = kernel;
  }

  /** @throws InputError if the adapter has no buffers for that many points, DeviceError where it has no memory. */
  static async create(bvh: Bvh, options: SideQueryOptions): Promise<SideQuery> {
    const { capacity, sign } = options;
    const [kernel, evidence, { results }] = await Promise.all([
      bvh.gpu.kernels.get<SideKernel['path']>(
        `bvh/queries/sign/sides_by_${sign === 'parity' ? 'crossings' : 'windings'}.wgsl`,
      ),
      sign === 'parity' ? countCrossings(bvh, options) : windAround(bvh, options),
      allocateStorage(bvh.gpu, 'sides', { results: 2 * capacity }),
    ]);
    return new SideQuery(bvh, capacity, evidence, kernel, results);
  }

  /** x, y and z of `capacity` points relative to the tree's origin. */
  get points(): GPUBuffer {
    return this.#evidence.points;
  }

  /**
   * Finds the sides of the first `count` of `points`, into `results`.
   * @throws DeviceError if anything went wrong on the device.
   */
  async run(count: number): Promise<void> {
    const { bvh, capacity, results } = this;
    const fields = { points: count, capacity, nearest: 0, within: 0 };
    const query = createConstants(bvh.gpu, 'sides.query', packStruct('PointQuery', fields));
    await this.#evidence.run(query, count);
    const resources = { ...this.#evidence.resources, query, sides: results };
    submitPass(bvh.gpu, 'sides', (pass) => encodeLoop(bvh.gpu, pass, this.#kernel, resources, count));
    query.destroy();
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    this.#evidence.destroy();
    this.results.destroy();
  }
}

async function countCrossings(bvh: Bvh, { capacity, mesh, points }: SideQueryOptions): Promise<Evidence> {
  const { gpu, origin } = bvh;
  const [segments, exit, own] = await Promise.all([
    SegmentQuery.create(bvh, 'count', { capacity }),
    gpu.kernels.get('bvh/queries/sign/exit_segments.wgsl'),
    allocateStorage(gpu, 'sides', { points: points ? 0 : 3 * capacity }),
  ]);
  const { outside, aside } = wayOut(boundingBox(mesh));
  const way = createConstants(gpu, 'sides.way', packStruct('WayOut', { aside, outside: outside - origin[0] }));
  return {
    points: points ?? own.points,
    resources: { counts: segments.results },
    run: async (query, count) => {
      const resources = { query, way, points: points ?? own.points, ends: segments.ends };
      submitPass(gpu, 'sides.exits', (pass) => encodeLoop(gpu, pass, exit, resources, count));
      await segments.run(count);
    },
    destroy: () => {
      for (const resource of [segments, own.points, way]) resource.destroy();
    },
  };
}

async function windAround(bvh: Bvh, { capacity, points }: SideQueryOptions): Promise<Evidence> {
  const winding = await WindingQuery.create(bvh, { capacity, ...(points && { points }) });
  return {
    points: winding.points,
    resources: { windings: winding.results },
    run: async (_, count) => winding.run(count),
    destroy: () => winding.destroy(),
  };
}
