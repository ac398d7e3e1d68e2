/** A query of what segments cross, of up to so many segments at a time; what it allocates is kept from one to the next. */
import { InputError } from '../errors.js';
import { allocateStorage } from '../gpu/buffers.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import { encodeLoop } from '../split/encode-loop.js';
import type { Bvh } from './bvh.js';

/** What to ask of segments: whether they cross anything, what they cross first, how many triangles they cross. */
export const SEGMENT_QUERIES = ['any', 'nearest', 'count'] as const;

export type SegmentQueryKind = (typeof SEGMENT_QUERIES)[number];

const CONDITIONS: Readonly<Record<SegmentQueryKind, Readonly<Record<string, boolean>>>> = {
  any: { any_hit: true },
  nearest: { nearest: true },
  count: { count: true },
};

/** Words of a segment's ends and of its result. */
const END_WORDS = 3;
export const RESULT_WORDS: Readonly<Record<SegmentQueryKind, number>> = { any: 1, nearest: 4, count: 1 };

const QUERY_BYTES = 16;

export interface SegmentQueryOptions {
  /** Most segments of a run. */
  readonly capacity: number;
  /** Whether to test every triangle instead of walking the tree: for comparison. */
  readonly bruteForce?: boolean;
}

export class SegmentQuery {
  readonly bvh: Bvh;
  readonly kind: SegmentQueryKind;
  readonly capacity: number;
  /** Starts of `capacity` segments relative to the tree's origin, three words each, then their ends. */
  readonly ends: GPUBuffer;
  /** A word a segment; of nearest hits `capacity` triangles, then as many t, u and v. */
  readonly results: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #kernels: readonly [GPUComputePipeline, GPUComputePipeline];
  readonly #undecided: GPUBuffer;
  readonly #bruteForce: boolean;
  readonly #uniforms: GPUBuffer;

  private constructor(
    bvh: Bvh,
    kind: SegmentQueryKind,
    { capacity, bruteForce }: Required<SegmentQueryOptions>,
    kernels: readonly [GPUComputePipeline, GPUComputePipeline],
    buffers: Record<'ends' | 'results' | 'undecided', GPUBuffer>,
  ) {
    this.bvh = bvh;
    this.kind = kind;
    this.capacity = capacity;
    this.#bruteForce = bruteForce;
    this.#gpu = bvh.gpu;
    this.#kernels = kernels;
    this.ends = buffers.ends;
    this.results = buffers.results;
    this.#undecided = buffers.undecided;
    this.#uniforms = bvh.gpu.device.createBuffer({
      label: 'segments.query',
      size: QUERY_BYTES,
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
  }

  /** @throws InputError if the adapter has no buffers for so many segments, DeviceError where it has no memory. */
  static async create(
    bvh: Bvh,
    kind: SegmentQueryKind,
    { capacity, bruteForce = false }: SegmentQueryOptions,
  ): Promise<SegmentQuery> {
    const conditions = { ...CONDITIONS[kind], brute_force: bruteForce };
    const path = 'bvh/intersect_segments.wgsl';
    const [buffers, ...kernels] = await Promise.all([
      allocateStorage(bvh.gpu, 'segments', {
        ends: 2 * END_WORDS * capacity,
        results: RESULT_WORDS[kind] * capacity,
        undecided: 1 + capacity,
      }),
      bvh.gpu.kernels.get(path, { conditions }),
      bvh.gpu.kernels.get(path, { conditions: { ...conditions, exact: true } }),
    ]);
    return new SegmentQuery(bvh, kind, { capacity, bruteForce }, kernels, buffers);
  }

  /** Submits the query of the first `segments` of `ends`. */
  submit(segments: number): void {
    if (segments > this.capacity) {
      throw new InputError(`a query of up to ${this.capacity} segments was given ${segments}`);
    }
    const { device } = this.#gpu;
    const query = Uint32Array.of(segments, this.capacity, this.bvh.triangleCount, 0);
    device.queue.writeBuffer(this.#uniforms, 0, query);
    const encoder = device.createCommandEncoder({ label: 'segments' });
    encoder.clearBuffer(this.#undecided, 0, 4);
    const pass = encoder.beginComputePass({ label: 'segments' });
    const { wideNodes, slots } = this.bvh;
    const nodes = this.#bruteForce ? undefined : wideNodes;
    const bound = [this.#uniforms, nodes, slots, this.ends, this.results, this.#undecided];
    for (const kernel of this.#kernels) encodeLoop(this.#gpu, pass, kernel, bound, segments);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  destroy(): void {
    for (const buffer of [this.ends, this.results, this.#undecided, this.#uniforms]) buffer.destroy();
  }
}
