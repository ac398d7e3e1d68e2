/** One level of a split: counts the digits of the keys, scans the counts, and moves every item to its place. */
import { allocateStorage } from '../gpu/buffers.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
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
  readonly plan: LevelPlan;
}

/** What a level works with besides its items. */
export interface LevelBuffers {
  /** Holds the number of items. */
  readonly count: GPUBuffer;
  /** `cells` words: the matrix of counts, then of where each digit of each piece goes. */
  readonly places: GPUBuffer;
  /** Where each segment begins, and the last one ends; a single one needs none. */
  readonly segmentStarts?: GPUBuffer | undefined;
}

/** How the pieces of a level of several segments are found. */
interface Segmentation {
  readonly countPieces: GPUComputePipeline;
  readonly scanner: Scanner;
  /** The first piece of each segment, and after the last the number of pieces. */
  readonly pieces: GPUBuffer;
}

interface LevelKernels {
  readonly count: GPUComputePipeline;
  readonly scatter: GPUComputePipeline;
  readonly binStarts: GPUComputePipeline;
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
    const { places } = buffers;
    if (this.#segmentation) {
      const { countPieces, scanner, pieces } = this.#segmentation;
      const bound = [undefined, undefined, buffers.segmentStarts, undefined, pieces];
      this.#encodeLoop(pass, countPieces, this.#options.segments, bound);
      scanner.encode(pass, pieces);
    }
    const { count, scatter } = this.#kernels;
    const read = [...this.#describeItems(buffers), input.keys];
    const unused = [undefined, undefined, undefined];
    this.#encodePieces(pass, count, [...read, places, ...unused, this.#scratch]);
    this.#scanner.encode(pass, places);
    const values = this.#options.indexValues ? undefined : input.values;
    this.#encodePieces(pass, scatter, [...read, values, places, output.keys, output.values, this.#scratch]);
  }

  /** Writes where each bin begins, and after the last one the number of items, from what `encode` left in `places`. */
  encodeBinStarts(pass: GPUComputePassEncoder, binStarts: GPUBuffer, buffers: LevelBuffers): void {
    const bound = [...this.#describeItems(buffers), buffers.places, binStarts];
    const turns = this.#segmentation ? LOOP_WIDTH * this.#options.segments : this.bins;
    this.#encodeLoop(pass, this.#kernels.binStarts, turns, bound);
  }

  /** For bindings 1 to 3: the number of items, or their segments, of which the last ends there. */
  #describeItems({ count, segmentStarts }: LevelBuffers): (GPUBuffer | undefined)[] {
    return this.#segmentation ? [undefined, this.#segmentation.pieces, segmentStarts] : [count, undefined, undefined];
  }

  #encodeLoop(
    pass: GPUComputePassEncoder,
    kernel: GPUComputePipeline,
    turns: number,
    buffers: readonly (GPUBuffer | undefined)[],
  ): void {
    encodeLoop(this.#gpu, pass, kernel, [this.#uniforms[0], ...buffers], turns);
  }

  #encodePieces(
    pass: GPUComputePassEncoder,
    kernel: GPUComputePipeline,
    buffers: readonly (GPUBuffer | undefined)[],
  ): void {
    for (const uniforms of this.#uniforms) {
      encodeKernel(this.#gpu, pass, kernel, [uniforms, ...buffers], workgroupsOf(this.#options));
    }
  }

  destroy(): void {
    const { scanner, pieces } = this.#segmentation ?? {};
    for (const resource of [...this.#uniforms, this.#scanner, scanner, pieces, this.#scratch]) resource?.destroy();
  }
}

/** The last piece of each segment may be smaller than all others. */
const maxPieces = ({ plan, segments }: LevelOptions) => plan.pieces + (segments > 1 ? segments : 0);

/** With runs, an invocation a piece of a level without segments; with more pieces, each takes several. */
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
    }),
  );
}

async function createSegmentation(gpu: Gpu, { segments }: LevelOptions): Promise<Segmentation> {
  const length = segments + 1;
  const [countPieces, scanner, { pieces }] = await Promise.all([
    gpu.kernels.get('split/segment_pieces.wgsl', { conditions: { segmented: true } }),
    Scanner.create(gpu, { length }),
    allocateStorage(gpu, 'split', { pieces: length }),
  ]);
  return { countPieces, scanner, pieces };
}

async function getKernels(gpu: Gpu, { digits, segments, indexValues, plan }: LevelOptions): Promise<LevelKernels> {
  const { form, width, countWidth, digitRange, scratch } = plan;
  const segmented = segments > 1;
  const conditions = { segmented, ranged: digitRange < digits, scratch };
  // Scratch memory needs no constant, so that kernels serve splits into any number of bins.
  const counters = scratch ? {} : { counters: countersOf(plan) };
  const members = form === 'rows' ? { member_words: width / 32 } : {};
  const [count, scatter, binStarts] = await Promise.all([
    gpu.kernels.get(`split/count_${form}.wgsl`, { conditions, constants: { width: countWidth, ...counters } }),
    gpu.kernels.get(`split/scatter_${form}.wgsl`, {
      conditions: { ...conditions, indices: indexValues },
      constants: { width, ...counters, ...members },
    }),
    gpu.kernels.get('split/bin_starts.wgsl', { conditions: { segmented } }),
  ]);
  return { count, scatter, binStarts };
}

/** A counter a digit of a dispatch, and with runs one for those beyond. */
const countersOf = ({ form, digitRange }: LevelPlan) => (form === 'runs' ? digitRange + 1 : digitRange);
