/** A query of what segments cross, of up to so many segments at a time; what it allocates is kept from one to the next. */

import { InputError } from '../errors.js';
import type { Resources } from '../gpu/bind-groups.js';
import { allocateStorage, readWords } from '../gpu/buffers.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { Readback } from '../gpu/readback.js';
import { packStruct, sizeBytesOf } from '../gpu/structs.js';
import { submitPass } from '../gpu/submit-pass.js';
import { encodeLoop } from '../split/encode-loop.js';
import { Sorter } from '../split/sort.js';
import { withDefaults } from '../with-defaults.js';
import type { Bvh } from './bvh.js';

/** Questions about segments: whether they cross anything, what they cross first, how many triangles they cross. */
export const SEGMENT_QUERIES = ['any', 'nearest', 'count'] as const;

export type SegmentQueryKind = (typeof SEGMENT_QUERIES)[number];

const CONDITIONS = {
  any: { any_hit: true },
  nearest: { nearest: true },
  count: { count: true },
} as const satisfies Readonly<Record<SegmentQueryKind, object>>;

const KERNEL = 'bvh/segments/intersect_segments.wgsl';

type IntersectKernel = Kernel<typeof KERNEL>;

/** Words of a segment's end and of its result. */
const END_WORDS = 3;
export const CROSSING_WORDS = 4;
export const RESULT_WORDS: Readonly<Record<SegmentQueryKind, number>> = { any: 1, nearest: 4, count: 1 };

/** Bits of the codes of wgsl/bvh/segments/segment_codes.wgsl. */
export const SEGMENT_CODE_BITS = 22;

export interface SegmentQueryOptions {
  /** Most segments of a run. */
  readonly capacity: number;
  /**
   * Whether to answer segments in the order of a Morton code of both ends, so that those that are answered together go much
   * the same way; results are the same.
   */
  readonly sort?: boolean;
  /** Whether to test every triangle instead of traversing the tree: for comparison. */
  readonly bruteForce?: boolean;
}

export const SEGMENT_QUERY_DEFAULTS = {
  sort: false,
  bruteForce: false,
} as const satisfies Partial<SegmentQueryOptions>;

interface Made {
  readonly kernel: IntersectKernel;
  readonly loadExact: () => Promise<IntersectKernel>;
  readonly bruteForce: boolean;
  readonly buffers: Readonly<Record<'ends' | 'results' | 'undecided', GPUBuffer>>;
  readonly order: SegmentOrder | undefined;
}

interface SegmentOrder {
  readonly codes: Kernel<'bvh/segments/segment_codes.wgsl'>;
  readonly sorter: Sorter;
  readonly buffers: Readonly<Record<'codes' | 'sorted' | 'order', GPUBuffer>>;
}

export class SegmentQuery {
  readonly bvh: Bvh;
  readonly kind: SegmentQueryKind;
  readonly capacity: number;
  readonly #gpu: Gpu;
  readonly #made: Made;
  readonly #uniforms: GPUBuffer;
  readonly #readback: Readback;

  private constructor(bvh: Bvh, kind: SegmentQueryKind, { capacity }: Required<SegmentQueryOptions>, made: Made) {
    this.bvh = bvh;
    this.kind = kind;
    this.capacity = capacity;
    this.#gpu = bvh.gpu;
    this.#made = made;
    this.#readback = new Readback(bvh.gpu, 'segments.readback');
    this.#uniforms = bvh.gpu.device.createBuffer({
      label: 'segments.query',
      size: sizeBytesOf('Query'),
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST,
    });
  }

  /** @throws InputError if the adapter has no buffers for so many segments, DeviceError where it has no memory. */
  static async create(bvh: Bvh, kind: SegmentQueryKind, options: SegmentQueryOptions): Promise<SegmentQuery> {
    const asked = withDefaults(SEGMENT_QUERY_DEFAULTS, options);
    const { capacity, bruteForce, sort } = asked;
    const conditions = { ...CONDITIONS[kind], brute_force: bruteForce };
    const [buffers, order, kernel] = await Promise.all([
      allocateStorage(bvh.gpu, 'segments', {
        ends: 2 * END_WORDS * capacity,
        results: RESULT_WORDS[kind] * capacity,
        undecided: 1 + capacity,
      }),
      sort ? createOrder(bvh.gpu, capacity) : undefined,
      bvh.gpu.kernels.get(KERNEL, { conditions: { ...conditions, sorted: sort } }),
    ]);
    const loadExact = () => bvh.gpu.kernels.get(KERNEL, { conditions: { ...conditions, exact: true } });
    return new SegmentQuery(bvh, kind, asked, { kernel, loadExact, bruteForce, buffers, order });
  }

  /** The uniforms of a run: a `Query` of wgsl/bvh/segments/query.wgsl. */
  get uniforms(): GPUBuffer {
    return this.#uniforms;
  }

  /** Starts of `capacity` segments relative to the tree's origin, three words each, then their ends. */
  get ends(): GPUBuffer {
    return this.#made.buffers.ends;
  }

  /** A word a segment; of nearest hits `capacity` triangles, then as many t, u and v. */
  get results(): GPUBuffer {
    return this.#made.buffers.results;
  }

  /** Size of all buffers together, without the sorter's. */
  get sizeBytes(): number {
    const { buffers, order } = this.#made;
    return Object.values({ ...buffers, ...order?.buffers }).reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Answers the first `segments` of `ends`, in `results`.
   * @returns of how many f32 could not decide, so that integers had to.
   * @throws DeviceError if anything went wrong on the device.
   */
  async run(segments: number): Promise<number> {
    if (segments > this.capacity) {
      throw new InputError(`a query of up to ${this.capacity} segments was given ${segments}`);
    }
    const { kernel, loadExact, buffers } = this.#made;
    return this.#answer(segments, kernel, loadExact, { results: buffers.results });
  }

  /**
   * Lists what each of the first `segments` crosses, once a query of the kind `count` has run for them: four words a crossing,
   * segment by segment in no order, the triangle, t, u and v.
   * @param lists.offsets How many crossings come before those of each segment.
   * @param lists.crossings With room for all of them.
   */
  async list(segments: number, lists: Readonly<Record<'offsets' | 'crossings', GPUBuffer>>): Promise<void> {
    const { kernels } = this.#gpu;
    const conditions = { list: true, brute_force: this.#made.bruteForce };
    const kernel = await kernels.get(KERNEL, { conditions: { ...conditions, sorted: this.#made.order !== undefined } });
    const loadExact = () => kernels.get(KERNEL, { conditions: { ...conditions, exact: true } });
    await this.#answer(segments, kernel, loadExact, lists);
  }

  /**
   * Answers the first `segments` of `ends` as `run` does, and hands `use` as many words of each plane of the results. They are
   * gone when it returns.
   * @throws DeviceError if anything went wrong on the device.
   */
  async read(segments: number, use: (planes: readonly Int32Array[]) => void): Promise<void> {
    const { buffers, kernel, loadExact } = this.#made;
    const submitted = this.#submit(segments, kernel, { results: buffers.results });
    const left = await this.#view(segments, (undecided, planes) => {
      if (undecided === 0) use(planes);
      return undecided;
    });
    if (left === 0) return;
    await this.#submitExact(left, loadExact, submitted);
    await this.#view(segments, (_, planes) => use(planes));
  }

  /** Hands `use` how many segments are undecided, and the results, once the work submitted so far is done. */
  #view<T>(segments: number, use: (undecided: number, planes: readonly Int32Array[]) => T): Promise<T> {
    const { undecided, results } = this.#made.buffers;
    const ranges = [
      { buffer: undecided, offsetBytes: 0, sizeBytes: 4 },
      ...Array.from({ length: RESULT_WORDS[this.kind] }, (_, plane) => ({
        buffer: results,
        offsetBytes: 4 * plane * this.capacity,
        sizeBytes: 4 * segments,
      })),
    ];
    const encoder = this.#gpu.device.createCommandEncoder({ label: 'segments.readback' });
    this.#readback.copy(encoder, ranges);
    this.#gpu.device.queue.submit([encoder.finish()]);
    return this.#readback.view(ranges, (parts) => {
      const [count, ...planes] = parts.map(
        ({ buffer, byteOffset, byteLength }) => new Int32Array(buffer, byteOffset, byteLength / 4),
      );
      return use(count![0]!, planes);
    });
  }

  async #answer(
    segments: number,
    kernel: IntersectKernel,
    loadExact: () => Promise<IntersectKernel>,
    outputs: Resources<typeof KERNEL>,
  ): Promise<number> {
    const submitted = this.#submit(segments, kernel, outputs);
    const [count] = await readWords(this.#gpu, [{ buffer: this.#made.buffers.undecided, length: 1 }]);
    const left = count![0]!;
    if (left > 0) await this.#submitExact(left, loadExact, submitted);
    return left;
  }

  /** @returns the resources for `#submitExact`. */
  #submit(segments: number, kernel: IntersectKernel, outputs: Resources<typeof KERNEL>): Resources<typeof KERNEL> {
    const { undecided, ends } = this.#made.buffers;
    const query = packStruct('Query', { segments, capacity: this.capacity, triangles: this.bvh.triangleCount });
    this.#gpu.device.queue.writeBuffer(this.#uniforms, 0, query);
    this.#gpu.device.queue.writeBuffer(undecided, 0, Uint32Array.of(0));
    const order = this.#made.order?.buffers.order;
    const resources = { ...this.bvh.resources, ...outputs, query: this.#uniforms, ends, undecided, order };
    submitPass(this.#gpu, 'segments', (pass) => {
      this.#encodeOrder(pass, segments);
      encodeLoop(this.#gpu, pass, kernel, resources, segments);
    });
    return resources;
  }

  /** Compiles only where it is needed: on SwiftShader that takes longer than most queries. */
  async #submitExact(
    undecided: number,
    loadExact: () => Promise<IntersectKernel>,
    resources: Resources<typeof KERNEL>,
  ): Promise<void> {
    const exact = await loadExact();
    submitPass(this.#gpu, 'segments', (pass) => encodeLoop(this.#gpu, pass, exact, resources, undecided));
  }

  #encodeOrder(pass: GPUComputePassEncoder, segments: number): void {
    const { order } = this.#made;
    if (!order) return;
    const { codes, sorted, order: values } = order.buffers;
    const coded = { query: this.#uniforms, nodes: this.bvh.wideNodes, ends: this.ends, codes };
    encodeLoop(this.#gpu, pass, order.codes, coded, segments);
    order.sorter.encode(pass, { keysLow: codes, count: this.#uniforms }, { keysLow: sorted, values });
  }

  destroy(): void {
    const { buffers, order } = this.#made;
    for (const buffer of [...Object.values(buffers), ...Object.values(order?.buffers ?? {})]) buffer.destroy();
    this.#uniforms.destroy();
    this.#readback.destroy();
    order?.sorter.destroy();
  }
}

async function createOrder(gpu: Gpu, capacity: number): Promise<SegmentOrder> {
  const [codes, sorter, buffers] = await Promise.all([
    gpu.kernels.get('bvh/segments/segment_codes.wgsl'),
    Sorter.create(gpu, { capacity, keyBits: SEGMENT_CODE_BITS, indexValues: true }),
    allocateStorage(gpu, 'segments', {
      codes: capacity,
      sorted: capacity,
      order: capacity,
    }),
  ]);
  return { codes, sorter, buffers };
}
