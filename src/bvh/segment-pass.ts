/** Segment queries from and to a caller's buffers, without any readback. */

import { InputError } from '../errors.js';
import { allocateStorage, createConstants } from '../gpu/allocate-storage.js';
import { bindKernel, type Resources } from '../gpu/bind-groups.js';
import type { Kernel } from '../gpu/kernels.js';
import { encodeLoop } from '../split/encode-loop.js';
import { withDefaults } from '../with-defaults.js';
import type { Bvh } from './bvh.js';
import { checkChunk } from './chunks.js';
import { answerBytes, checkKind, SEGMENT_KERNEL, SEGMENT_VARIANTS, type SegmentQueryKind } from './segment-kinds.js';
import { type SegmentBuffers, type SegmentChunk, SegmentLayout } from './segment-layout.js';

/** Options of `SegmentPass.create`. */
export interface SegmentPassOptions extends SegmentBuffers {
  /** Most segments of a run. */
  readonly capacity: number;
  /** Segments that are answered together, which bounds the memory that the pass takes: four bytes for each. */
  readonly chunk?: number;
}

/** Defaults of `SegmentPassOptions`. */
export const SEGMENT_PASS_DEFAULTS = {
  strideBytes: 12,
  chunk: 2 ** 22,
} as const satisfies Partial<SegmentPassOptions>;

/**
 * Invocations for what float32 leaves open, which only the device can count: that is less than one segment of a hundred, as a rule. Each
 * clears 6 KB of private memory before it looks for work, so that one a segment took longer than the answers.
 */
const EXACT_SHARE = 64;
const MIN_EXACT = 4096;
/** Numbers of segments whose parameters are kept. */
const MAX_KEPT = 16;

interface Made {
  readonly layout: SegmentLayout;
  readonly chunks: readonly SegmentChunk[];
  /** The one that answers, and the one that decides what it could not. */
  readonly kernels: readonly [Kernel<typeof SEGMENT_KERNEL>, Kernel<typeof SEGMENT_KERNEL>];
  readonly undecided: GPUBuffer;
}

/**
 * Answers what segments in a caller's buffers cross, into a buffer of the caller's: exact as `intersectSegments` is, and without sorting,
 * which does not pay on GPUs.
 *
 * ```js
 * const answers = device.createBuffer({ size: SegmentPass.answerBytes('nearest', capacity), usage: GPUBufferUsage.STORAGE });
 * const pass = await SegmentPass.create(bvh, 'nearest', { capacity, from, to, answers });
 * pass.encode(encoder); // After what writes the segments, and before what reads the answers.
 * ```
 */
export class SegmentPass {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The question that is asked of each segment. */
  readonly kind: SegmentQueryKind;
  /** Segments of a call, at most. */
  readonly capacity: number;
  readonly #made: Made;
  /** Parameters by the number of segments. Those that are left out stay while a command encoder names them. */
  readonly #queries = new Map<number, GPUBuffer>();

  private constructor(bvh: Bvh, kind: SegmentQueryKind, capacity: number, made: Made) {
    this.bvh = bvh;
    this.kind = kind;
    this.capacity = capacity;
    this.#made = made;
  }

  /** Bytes that the answers about that many segments take. */
  static answerBytes(kind: SegmentQueryKind, segments: number): number {
    return answerBytes(kind, segments);
  }

  /**
   * @throws InputError if a buffer is too small, lacks a usage or is of another device, and for numbers that cannot be;
   * DeviceError where the adapter has no memory.
   */
  static async create(bvh: Bvh, kind: SegmentQueryKind, options: SegmentPassOptions): Promise<SegmentPass> {
    checkKind(kind);
    const { capacity, chunk, ...buffers } = withDefaults(SEGMENT_PASS_DEFAULTS, options);
    const layout = new SegmentLayout(kind, capacity, buffers);
    const { gpu } = bvh;
    const chunks = layout.cut(checkChunk(chunk), gpu.device.limits);
    const { conditions, constants } = SEGMENT_VARIANTS[kind];
    const [{ undecided }, answer, decide] = await Promise.all([
      allocateStorage(gpu, 'segments', { undecided: 1 + (chunks[0]?.length ?? 0) }),
      gpu.kernels.get(SEGMENT_KERNEL, { conditions, constants }),
      gpu.kernels.get(SEGMENT_KERNEL, { conditions: { ...conditions, exact: true }, constants }),
    ]);
    const pass = new SegmentPass(bvh, kind, capacity, { layout, chunks, kernels: [answer, decide], undecided });
    const refusal = await pass.#refusalOf(() => pass.#bindAll());
    if (refusal === undefined) return pass;
    pass.destroy();
    throw new InputError(`from, to and answers must be buffers of the tree's device: ${refusal}`);
  }

  /**
   * Encodes the answers to the first `segments`, in compute passes of its own: about the tree and the segments as they are when
   * the commands run. A buffer that is destroyed by then is an error of whoever submits them.
   * @throws InputError for more than `capacity`.
   */
  encode(encoder: GPUCommandEncoder, segments: number = this.capacity): void {
    if (!(Number.isSafeInteger(segments) && segments >= 0 && segments <= this.capacity)) {
      throw new InputError(`a pass of up to ${this.capacity} segments was given ${segments}`);
    }
    const { chunks, kernels, undecided } = this.#made;
    for (const chunk of chunks) {
      const length = Math.min(chunk.length, segments - chunk.first);
      if (length <= 0) return;
      encoder.clearBuffer(undecided, 0, 4);
      if (this.kind === 'bits') this.#clearAnswers(encoder, chunk.first, length);
      const pass = encoder.beginComputePass({ label: 'segments' });
      const [answer, decide] = kernels;
      const resources = this.#bind(chunk, length);
      encodeLoop(this.bvh.gpu, pass, answer, resources, length);
      encodeLoop(this.bvh.gpu, pass, decide, resources, Math.min(length, Math.max(MIN_EXACT, length / EXACT_SHARE)));
      pass.end();
    }
  }

  /**
   * Submits what `encode` encodes, and resolves once the device has taken it: whatever is submitted later finds the answers.
   * @throws InputError for more segments than `capacity`, and where the tree or a buffer was destroyed or is mapped.
   */
  async run(segments: number = this.capacity): Promise<void> {
    const { device } = this.bvh.gpu;
    const encoder = device.createCommandEncoder({ label: 'segments' });
    this.encode(encoder, segments);
    const refusal = await this.#refusalOf(() => device.queue.submit([encoder.finish()]));
    if (refusal !== undefined) {
      throw new InputError(`the tree and the buffers of a pass must be there and not be mapped: ${refusal}`);
    }
  }

  #clearAnswers(encoder: GPUCommandEncoder, first: number, length: number): void {
    const { buffer, offset } = this.#made.layout.answers;
    encoder.clearBuffer(buffer, offset + answerBytes(this.kind, first), answerBytes(this.kind, length));
  }

  /** Has the device check the buffers once, as bind groups are kept. */
  #bindAll(): void {
    for (const chunk of this.#made.chunks) {
      for (const kernel of this.#made.kernels) bindKernel(this.bvh.gpu.device, kernel, this.#bind(chunk, chunk.length));
    }
  }

  #bind(chunk: SegmentChunk, segments: number): Resources<typeof SEGMENT_KERNEL> {
    const { undecided } = this.#made;
    return { ...this.bvh.resources, ...chunk.resources, query: this.#describe(segments), undecided };
  }

  #describe(segments: number): GPUBuffer {
    const known = this.#queries.get(segments);
    if (known) return known;
    if (this.#queries.size === MAX_KEPT) this.#queries.clear();
    const made = createConstants(
      this.bvh.gpu,
      'segments.query',
      this.#made.layout.pack(segments, this.bvh.triangleCount),
    );
    this.#queries.set(segments, made);
    return made;
  }

  /** The device's complaint about `work`, if any. */
  async #refusalOf(work: () => void): Promise<string | undefined> {
    const { gpu } = this.bvh;
    gpu.device.pushErrorScope('validation');
    let answer: Promise<GPUError | null>;
    try {
      work();
    } finally {
      answer = gpu.device.popErrorScope();
    }
    return (await gpu.wait(answer))?.message.split('\n', 1)[0];
  }

  /** Frees what the pass has made; the buffers that it was given stay. */
  destroy(): void {
    for (const buffer of [...this.#queries.values(), this.#made.undecided]) buffer.destroy();
  }
}
