/** A query of what segments cross, of up to `capacity` segments at a time; what it allocates is kept from one to the next. */

import { InputError } from '../errors.js';
import { allocateStorage, readWords } from '../gpu/allocate-storage.js';
import type { Resources } from '../gpu/bind-groups.js';
import type { Gpu } from '../gpu/gpu.js';
import { Readback, type ReadRange } from '../gpu/host/readback.js';
import type { Kernel } from '../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../gpu/shaders/structs.js';
import { submitPass } from '../gpu/submit-pass.js';
import { BUFFER_USAGE } from '../gpu/usages.js';
import { encodeLoop } from '../split/encode-loop.js';
import { withDefaults } from '../with-defaults.js';
import type { Bvh } from './bvh.js';
import { ANSWER_PLANES, planeWords, SEGMENT_KERNEL, SEGMENT_VARIANTS, type SegmentQueryKind } from './segment-kinds.js';
import { SegmentOrder } from './segment-order.js';

type IntersectKernel = Kernel<typeof SEGMENT_KERNEL>;
type IntersectResources = Resources<typeof SEGMENT_KERNEL>;

/** Words of a segment's end, and of a crossing that is listed. */
const END_WORDS = 3;
export const CROSSING_WORDS = 4;

/** Options of `SegmentQuery.create`. */
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

/** Defaults of `SegmentQueryOptions`. */
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

/** Answers what segments cross, in buffers of its own on the device. */
export class SegmentQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The question that is asked of each segment. */
  readonly kind: SegmentQueryKind;
  /** The most that one call may ask about. */
  readonly capacity: number;
  readonly #gpu: Gpu;
  readonly #made: Made;
  readonly #uniforms: GPUBuffer;
  readonly #readback: Readback;
  /** Segments in the uniforms. */
  #segments: number | undefined;

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

  /** @throws InputError if the adapter has no buffers for that many segments, DeviceError where it has no memory. */
  static async create(bvh: Bvh, kind: SegmentQueryKind, options: SegmentQueryOptions): Promise<SegmentQuery> {
    const asked = withDefaults(SEGMENT_QUERY_DEFAULTS, options);
    const { capacity, bruteForce, sort } = asked;
    const { constants } = SEGMENT_VARIANTS[kind];
    const conditions = { ...SEGMENT_VARIANTS[kind].conditions, brute_force: bruteForce };
    const [buffers, order, kernel] = await Promise.all([
      allocateStorage(bvh.gpu, 'segments', {
        ends: 2 * END_WORDS * capacity,
        results: ANSWER_PLANES[kind] * planeWords(kind, capacity),
        undecided: 1 + capacity,
      }),
      sort ? SegmentOrder.create(bvh, capacity) : undefined,
      bvh.gpu.kernels.get(SEGMENT_KERNEL, { conditions: { ...conditions, sorted: sort }, constants }),
    ]);
    const loadExact = () =>
      bvh.gpu.kernels.get(SEGMENT_KERNEL, { conditions: { ...conditions, exact: true }, constants });
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

  /** A word a segment, or a bit, from the lowest on; of nearest hits `capacity` triangles, then as many t, u and v. */
  get results(): GPUBuffer {
    return this.#made.buffers.results;
  }

  /** Size of all buffers together, without the sorter's. */
  get sizeBytes(): number {
    const { buffers, order } = this.#made;
    return Object.values(buffers).reduce((sum, { size }) => sum + size, order?.sizeBytes ?? 0);
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
    const kernel = await kernels.get(SEGMENT_KERNEL, {
      conditions: { ...conditions, sorted: this.#made.order !== undefined },
    });
    const loadExact = () => kernels.get(SEGMENT_KERNEL, { conditions: { ...conditions, exact: true } });
    await this.#answer(segments, kernel, loadExact, lists);
  }

  /** Encodes the answers to the first `segments` of `ends`, and the copies that `view` waits for. */
  encode(encoder: GPUCommandEncoder, segments: number): void {
    this.#encode(encoder, segments, this.#made.kernel, { results: this.results });
    this.#readback.copy(encoder, this.#listRanges(segments));
  }

  /**
   * Hands `use` as many words of each plane of the results that `encode` found and that were submitted since. They are gone when
   * it returns.
   * @throws DeviceError if anything went wrong on the device.
   */
  async view(segments: number, use: (planes: readonly Int32Array[]) => void): Promise<void> {
    const left = await this.#viewRanges(segments, (undecided, planes) => {
      if (undecided === 0) use(planes);
      return undecided;
    });
    if (left === 0) return;
    await this.#submitExact(left, this.#made.loadExact, { results: this.results });
    const encoder = this.#gpu.device.createCommandEncoder({ label: 'segments.readback' });
    this.#readback.copy(encoder, this.#listRanges(segments));
    this.#gpu.device.queue.submit([encoder.finish()]);
    await this.#viewRanges(segments, (_, planes) => use(planes));
  }

  /** How many segments are undecided, and the results. */
  #listRanges(segments: number): readonly ReadRange[] {
    return [
      { buffer: this.#made.buffers.undecided, offsetBytes: 0, sizeBytes: 4 },
      ...Array.from({ length: ANSWER_PLANES[this.kind] }, (_, plane) => ({
        buffer: this.results,
        offsetBytes: 4 * plane * this.capacity,
        sizeBytes: 4 * planeWords(this.kind, segments),
      })),
    ];
  }

  #viewRanges<T>(segments: number, use: (undecided: number, planes: readonly Int32Array[]) => T): Promise<T> {
    return this.#readback.view(this.#listRanges(segments), (parts) => {
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
    outputs: IntersectResources,
  ): Promise<number> {
    const encoder = this.#gpu.device.createCommandEncoder({ label: 'segments' });
    this.#encode(encoder, segments, kernel, outputs);
    this.#gpu.device.queue.submit([encoder.finish()]);
    const [count] = await readWords(this.#gpu, [{ buffer: this.#made.buffers.undecided, length: 1 }]);
    const left = count![0]!;
    if (left > 0) await this.#submitExact(left, loadExact, outputs);
    return left;
  }

  #encode(encoder: GPUCommandEncoder, segments: number, kernel: IntersectKernel, outputs: IntersectResources): void {
    if (this.#segments !== segments) {
      const query = packStruct('Query', {
        segments,
        triangles: this.bvh.triangleCount,
        stride: END_WORDS,
        first_start: 0,
        first_end: END_WORDS * this.capacity,
        first_answer: 0,
        answer_stride: 1,
        answer_plane: this.capacity,
      });
      this.#gpu.device.queue.writeBuffer(this.#uniforms, 0, query);
      this.#segments = segments;
    }
    encoder.clearBuffer(this.#made.buffers.undecided, 0, 4);
    if (this.kind === 'bits') encoder.clearBuffer(this.results, 0, 4 * planeWords(this.kind, segments));
    const pass = encoder.beginComputePass({ label: 'segments' });
    this.#made.order?.encode(pass, { query: this.#uniforms, ends: this.ends }, segments);
    encodeLoop(this.#gpu, pass, kernel, this.#bind(outputs), segments);
    pass.end();
  }

  #bind(outputs: IntersectResources): IntersectResources {
    const { undecided, ends } = this.#made.buffers;
    const order = this.#made.order?.order;
    return { ...this.bvh.resources, ...outputs, query: this.#uniforms, starts: ends, stops: ends, undecided, order };
  }

  /** Compiles only where it is needed: on SwiftShader that takes longer than most queries. */
  async #submitExact(
    undecided: number,
    loadExact: () => Promise<IntersectKernel>,
    outputs: IntersectResources,
  ): Promise<void> {
    const exact = await loadExact();
    submitPass(this.#gpu, 'segments', (pass) => encodeLoop(this.#gpu, pass, exact, this.#bind(outputs), undecided));
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    const { buffers, order } = this.#made;
    for (const resource of [...Object.values(buffers), this.#uniforms, order]) resource?.destroy();
    this.#readback.release();
  }
}
