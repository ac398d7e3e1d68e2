/** One level of a split: counts the digits of the keys, scans the counts, and moves every item to its place. */

import type { Resources } from '../gpu/bind-groups.js';
import { allocateStorage } from '../gpu/buffers.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel, KernelPath } from '../gpu/kernels.js';
import type { LevelDigits } from './divide-bins.js';
import { encodeLoop, LOOP_WIDTH } from './encode-loop.js';
import { createLevelUniforms } from './level-uniforms.js';
import type { LevelPlan } from './plan-level.js';
import { Scanner } from './scan.js';
import type { InputItems, Items } from './split-method.js';

export interface LevelOptions extends LevelDigits {
  /** Most items. */
  readonly capacity: number;
  /** Keys beyond it count as it. */
  readonly lastKey: number;
  /** Whether the value of an item is its index. */
  readonly indexValues: boolean;
  /** Whether items have a third word; only where the plan has ballots. Default false. */
  readonly carried?: boolean;
  readonly plan: LevelPlan;
}

/** The buffers of a level besides its items. */
export interface LevelBuffers {
  /** Holds the number of items. */
  readonly count: GPUBuffer;
  /** `cells` words: the matrix of counts, then of where each digit of each piece goes. */
  readonly destinations: GPUBuffer;
  /** The start of each segment, and the end of the last one; a single one needs none. */
  readonly segmentStarts?: GPUBuffer | undefined;
}

/** How the pieces of a level of several segments are found. */
interface Segmentation {
  readonly countPieces: Kernel<'split/level/segment_pieces.wgsl'>;
  readonly scanner: Scanner;
  /** The first piece of each segment, and after the last the number of pieces. */
  readonly pieces: GPUBuffer;
}

type CountKernel = Kernel<'split/level/count_rows.wgsl' | 'split/level/count_runs.wgsl'>;
type ScatterKernel = Kernel<
  | 'split/level/scatter_rows.wgsl'
  | 'split/level/scatter_runs.wgsl'
  | 'split/level/scatter_staged.wgsl'
  | 'split/level/scatter_tiles.wgsl'
>;

interface LevelKernels {
  readonly count: CountKernel;
  readonly scatter: ScatterKernel;
  readonly binStarts: Kernel<'split/level/bin_starts.wgsl'>;
}

export class SplitLevel {
  /** Words of the matrix. */
  readonly cells: number;
  readonly bins: number;
  readonly #gpu: Gpu;
  readonly #options: LevelOptions;
  readonly #kernels: LevelKernels;
  readonly #scanner: Scanner;
  readonly #segmentation: Segmentation | undefined;
  /** The counters of all invocations, where they are not in workgroup memory. */
  readonly #scratch: GPUBuffer | undefined;
  /** One a range of digits. */
  readonly #uniforms: readonly GPUBuffer[];

  private constructor(
    gpu: Gpu,
    options: LevelOptions,
    kernels: LevelKernels,
    scanner: Scanner,
    owned: { readonly segmentation: Segmentation | undefined; readonly scratch: GPUBuffer | undefined },
  ) {
    this.#gpu = gpu;
    this.#options = options;
    this.#kernels = kernels;
    this.#scanner = scanner;
    this.#segmentation = owned.segmentation;
    this.#scratch = owned.scratch;
    this.#uniforms = createRangeUniforms(gpu, options);
    this.cells = scanner.length;
    this.bins = options.bins;
  }

  static async create(gpu: Gpu, options: LevelOptions): Promise<SplitLevel> {
    const { digits, segments, plan } = options;
    const scratchWords = workgroupsOf(options) * plan.width * countersOf(plan);
    const [kernels, scanner, segmentation, scratch] = await Promise.all([
      getKernels(gpu, options),
      Scanner.create(gpu, { length: digits * maxPieces(options) }),
      segments > 1 ? createSegmentation(gpu, options) : undefined,
      plan.scratch ? allocateStorage(gpu, 'split', { scratch: scratchWords }) : undefined,
    ]);
    return new SplitLevel(gpu, options, kernels, scanner, { segmentation, scratch: scratch?.scratch });
  }

  /** Splits `input` into `output`, stably. */
  encode(pass: GPUComputePassEncoder, input: InputItems, output: Items, buffers: LevelBuffers): void {
    const { destinations, segmentStarts } = buffers;
    if (this.#segmentation) {
      const { countPieces, scanner, pieces } = this.#segmentation;
      const resources = { level: this.#uniforms[0], segment_starts: segmentStarts, piece_counts: pieces };
      encodeLoop(this.#gpu, pass, countPieces, resources, this.#options.segments);
      scanner.encode(pass, pieces);
    }
    const { count, scatter } = this.#kernels;
    const read = { ...this.#describeItems(buffers), keys: input.keys, memory: this.#scratch };
    for (const level of this.#uniforms) this.#encodePieces(pass, count, { ...read, level, counts: destinations });
    this.#scanner.encode(pass, destinations);
    const moved = { values: input.values, carried_words: input.carried };
    const to = { split_keys: output.keys, split_values: output.values, split_carried_words: output.carried };
    for (const level of this.#uniforms) {
      this.#encodePieces(pass, scatter, { ...read, ...moved, ...to, destinations, level });
    }
  }

  /** Writes where each bin begins, and after the last one the number of items, from what `encode` left in `destinations`. */
  encodeBinStarts(pass: GPUComputePassEncoder, binStarts: GPUBuffer, buffers: LevelBuffers): void {
    const turns = this.#segmentation ? LOOP_WIDTH * this.#options.segments : this.bins;
    const bound = { level: this.#uniforms[0], destinations: buffers.destinations, bin_starts: binStarts };
    encodeLoop(this.#gpu, pass, this.#kernels.binStarts, { ...this.#describeItems(buffers), ...bound }, turns);
  }

  /** The number of items, or their segments, of which the last ends there. */
  #describeItems({ count, segmentStarts }: LevelBuffers) {
    return { count, segment_pieces: this.#segmentation?.pieces, segment_starts: segmentStarts };
  }

  #encodePieces<Path extends KernelPath>(
    pass: GPUComputePassEncoder,
    kernel: Kernel<Path>,
    resources: Resources<Path>,
  ): void {
    encodeKernel(this.#gpu, pass, kernel, resources, workgroupsOf(this.#options));
  }

  destroy(): void {
    const { scanner, pieces } = this.#segmentation ?? {};
    for (const resource of [...this.#uniforms, this.#scanner, scanner, pieces, this.#scratch]) resource?.destroy();
  }
}

/** The last piece of each segment may be smaller than all others. */
const maxPieces = ({ plan, segments }: LevelOptions) => plan.pieces + (segments > 1 ? segments : 0);

/** Runs have an invocation for each piece of a level without segments; with more pieces, each takes several. */
const workgroupsOf = (options: LevelOptions) =>
  options.plan.form === 'runs' ? Math.ceil(options.plan.pieces / options.plan.width) : maxPieces(options);

function createRangeUniforms(gpu: Gpu, options: LevelOptions): GPUBuffer[] {
  const { capacity, lastKey, shift, radix, digits, segments, bins, plan } = options;
  const ranges = Math.ceil(digits / plan.digitRange);
  return Array.from({ length: ranges }, (_, range) =>
    createLevelUniforms(gpu, {
      capacity,
      last_key: lastKey,
      shift,
      mask: radix - 1,
      digits,
      first_digit: range * plan.digitRange,
      digit_range: Math.min(plan.digitRange, digits - range * plan.digitRange),
      segments,
      bins,
      pieces: plan.pieces,
      min_piece_items: plan.minPieceItems,
      piece_step: plan.ranks ? plan.ranks.rows * plan.width : 1,
    }),
  );
}

async function createSegmentation(gpu: Gpu, { segments }: LevelOptions): Promise<Segmentation> {
  const length = segments + 1;
  const [countPieces, scanner, { pieces }] = await Promise.all([
    gpu.kernels.get('split/level/segment_pieces.wgsl', { conditions: { segmented: true } }),
    Scanner.create(gpu, { length }),
    allocateStorage(gpu, 'split', { pieces: length }),
  ]);
  return { countPieces, scanner, pieces };
}

async function getKernels(
  gpu: Gpu,
  { digits, segments, indexValues, carried, plan }: LevelOptions,
): Promise<LevelKernels> {
  const { form, width, countWidth, digitRange, scratch, ranks } = plan;
  const segmented = segments > 1;
  const conditions = { segmented, ranged: digitRange < digits, scratch };
  // Scratch memory needs no constant, so that kernels serve splits into any number of bins.
  const counters = scratch ? {} : { counters: countersOf(plan) };
  const members = form === 'rows' ? { member_words: width / 32 } : {};
  const { rows, words } = ranks ?? {};
  const staged = { rows, rank_words: words, tile_words: words, digit_bits: Math.ceil(Math.log2(digits)) };
  const scatterForm = ranks?.ballots ? 'tiles' : form;
  const [count, scatter, binStarts] = await Promise.all([
    gpu.kernels.get(`split/level/count_${form === 'runs' ? 'runs' : 'rows'}.wgsl`, {
      conditions,
      constants: { width: countWidth, ...counters },
    }),
    gpu.kernels.get(`split/level/scatter_${scatterForm}.wgsl`, {
      conditions: { ...conditions, indices: indexValues, carried, narrow: ranks?.narrow },
      constants: { width, ...counters, ...members, ...staged },
    }),
    gpu.kernels.get('split/level/bin_starts.wgsl', { conditions: { segmented } }),
  ]);
  return { count, scatter, binStarts };
}

/** A counter a digit of a dispatch, and with runs one for those beyond. */
const countersOf = ({ form, digitRange }: LevelPlan) => (form === 'runs' ? digitRange + 1 : digitRange);
