/** One level of a split: counts the digits of the keys, scans the counts, and moves every item to its place. */

import { allocateStorage } from '../gpu/allocate-storage.js';
import type { Resources } from '../gpu/bind-groups.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel, KernelPath } from '../gpu/kernels.js';
import type { LevelDigits } from './divide-bins.js';
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
  /** Whether it writes where each bin begins. Default true. */
  readonly starts?: boolean;
  readonly plan: LevelPlan;
}

/** The buffers of a level besides its items. */
export interface LevelBuffers {
  /** Holds the number of items. */
  readonly count: GPUBuffer;
  /** `cells` words: the matrix of counts, then of where each digit of each piece goes. */
  readonly destinations: GPUBuffer;
  /**
   * `segmentWords` words for several segments: the start of each, and the number of items, which are there before; then what
   * the level puts there, the first piece of each, and the number of pieces.
   */
  readonly segments?: GPUBuffer | undefined;
  /** Takes where each bin begins, and after the last one the number of items, where the level writes starts. */
  readonly binStarts?: GPUBuffer | undefined;
}

/** Words about the segments of a level, of which there are several. */
export const segmentWords = (segments: number) => 2 * (segments + 1);

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
  /** Cuts segments into pieces, where there are several. */
  readonly cut: Kernel<'split/level/segment_pieces.wgsl'> | undefined;
}

export class SplitLevel {
  /** Words of the matrix. */
  readonly cells: number;
  readonly bins: number;
  readonly #gpu: Gpu;
  readonly #options: LevelOptions;
  readonly #kernels: LevelKernels;
  readonly #scanner: Scanner;
  /** The counters of all invocations, where they are not in workgroup memory. */
  readonly #scratch: GPUBuffer | undefined;
  /** One a range of digits. */
  readonly #uniforms: readonly GPUBuffer[];

  private constructor(
    gpu: Gpu,
    options: LevelOptions,
    kernels: LevelKernels,
    scanner: Scanner,
    scratch: GPUBuffer | undefined,
  ) {
    this.#gpu = gpu;
    this.#options = options;
    this.#kernels = kernels;
    this.#scanner = scanner;
    this.#scratch = scratch;
    this.#uniforms = createRangeUniforms(gpu, options);
    this.cells = scanner.length;
    this.bins = options.bins;
  }

  static async create(gpu: Gpu, options: LevelOptions): Promise<SplitLevel> {
    const { digits, plan } = options;
    const scratchWords = workgroupsOf(options) * plan.width * countersOf(plan);
    const [kernels, scanner, scratch] = await Promise.all([
      getKernels(gpu, options),
      Scanner.create(gpu, { length: digits * maxPieces(options) }),
      plan.scratch ? allocateStorage(gpu, 'split', { scratch: scratchWords }) : undefined,
    ]);
    return new SplitLevel(gpu, options, kernels, scanner, scratch?.scratch);
  }

  /** Splits `input` into `output`, stably. */
  encode(pass: GPUComputePassEncoder, input: InputItems, output: Items, buffers: LevelBuffers): void {
    const { count: itemCount, destinations, segments, binStarts } = buffers;
    const { cut, count, scatter } = this.#kernels;
    if (cut) encodeKernel(this.#gpu, pass, cut, { level: this.#uniforms[0], segments }, 1);
    // Written out: objects spread over others are the garbage of every frame.
    const listResources = (level: GPUBuffer) => ({
      level,
      count: itemCount,
      segments,
      keys: input.keys,
      values: input.values,
      carried_words: input.carried,
      memory: this.#scratch,
      counts: destinations,
      destinations,
      bin_starts: binStarts,
      split_keys: output.keys,
      split_values: output.values,
      split_carried_words: output.carried,
    });
    for (const level of this.#uniforms) this.#encodePieces(pass, count, listResources(level));
    this.#scanner.encode(pass, destinations);
    for (const level of this.#uniforms) this.#encodePieces(pass, scatter, listResources(level));
  }

  #encodePieces<Path extends KernelPath>(
    pass: GPUComputePassEncoder,
    kernel: Kernel<Path>,
    resources: Resources<Path>,
  ): void {
    encodeKernel(this.#gpu, pass, kernel, resources, workgroupsOf(this.#options));
  }

  destroy(): void {
    for (const resource of [...this.#uniforms, this.#scanner, this.#scratch]) resource?.destroy();
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

async function getKernels(
  gpu: Gpu,
  { capacity, digits, segments, indexValues, carried, starts = true, plan }: LevelOptions,
): Promise<LevelKernels> {
  const { form, width, countWidth, digitRange, scratch, ranks } = plan;
  const segmented = segments > 1;
  const conditions = { segmented, scratch };
  const ranged = Number(digitRange < digits);
  // Scratch memory needs no constant, so that kernels serve splits into any number of bins.
  const counters = scratch ? {} : { counters: countersOf(plan) };
  const members = form === 'rows' ? { member_words: width / 32 } : {};
  const { rows, words } = ranks ?? {};
  const staged = { rows, rank_words: words, tile_words: words, digit_bits: Math.ceil(Math.log2(digits)) };
  const scatterForm = ranks?.ballots ? 'tiles' : form;
  const shortSegments = segmented && ranks?.ballots === true && capacity < segments * ranks.rows * width;
  const [count, scatter, cut] = await Promise.all([
    gpu.kernels.get(`split/level/count_${form === 'runs' ? 'runs' : 'rows'}.wgsl`, {
      conditions,
      constants: { width: countWidth, ranged, ...counters },
    }),
    gpu.kernels.get(`split/level/scatter_${scatterForm}.wgsl`, {
      conditions: {
        ...conditions,
        starts,
        indices: indexValues,
        carried,
        narrow: ranks?.narrow,
      },
      constants: { width, ranged, short_segments: Number(shortSegments), ...counters, ...members, ...staged },
    }),
    segmented
      ? gpu.kernels.get('split/level/segment_pieces.wgsl', { constants: { width: form === 'runs' ? 1 : countWidth } })
      : undefined,
  ]);
  return { count, scatter, cut };
}

/** A counter a digit of a dispatch, and with runs one for those beyond. */
const countersOf = ({ form, digitRange }: LevelPlan) => (form === 'runs' ? digitRange + 1 : digitRange);
