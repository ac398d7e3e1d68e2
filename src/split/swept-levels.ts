/**
 * Levels of a sort that read their items once: the digits of all levels are counted together, and a tile of items learns from those
 * before it where its own go, while they are on their way (Adinets and Merrill, "Onesweep").
 */
import { allocateStorage } from '../gpu/allocate-storage.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { encodeLoop } from './encode-loop.js';
import { createLevelUniforms } from './level-uniforms.js';
import { chooseDigitBits, planLevel, type RankPlan } from './plan-level.js';
import { Scanner } from './scan.js';
import { listDigits, type SortDigit, type SortLevels, type SortLevelsOptions } from './sort-levels.js';
import type { InputItems, Items } from './split-method.js';

export interface SweptLevelsOptions extends SortLevelsOptions {
  /** Whether tiles are taken last to first, so that each waits for one that comes later; default false, and only for tests. */
  readonly reversed?: boolean;
}

/** How tiles of items are swept over. */
interface SweepPlan {
  readonly digits: readonly SortDigit[];
  readonly digitBits: number;
  /** Invocations of a workgroup, which takes one tile. */
  readonly width: number;
  readonly ranks: RankPlan;
  readonly tileItems: number;
  readonly tiles: number;
}

type ScatterKernel = Kernel<'split/level/scatter_tiles.wgsl'>;

interface SweepKernels {
  readonly clear: Kernel<'split/level/sweep/clear_sweeps.wgsl'>;
  readonly count: Kernel<'split/level/sweep/count_digits.wgsl'>;
  /** Scatters of the first level, and of those after it. */
  readonly first: ScatterKernel;
  readonly next: ScatterKernel;
}

/** Enough workgroups that count to fill a large GPU; more would add up more counts. */
const COUNT = { width: 512, maxWorkgroups: 528 } as const;

/** Levels that look back; undefined where subgroups cannot vote, or where there are more tiles than a dispatch has workgroups. */
export async function createSweptLevels(gpu: Gpu, options: SweptLevelsOptions): Promise<SortLevels | undefined> {
  const plan = planSweeps(gpu, options);
  return plan && new SweptLevels(gpu, options, plan, ...(await allocate(gpu, options, plan)));
}

function planSweeps(gpu: Gpu, { capacity, bits, form }: SweptLevelsOptions): SweepPlan | undefined {
  const digits = listDigits(bits, chooseDigitBits(gpu, form));
  const digitBits = Math.log2(Math.max(1, ...digits.map((digit) => digit.digits)));
  const { ranks, width } = planLevel(gpu, { capacity, digits: 2 ** digitBits }, form);
  if (!ranks?.ballots || digits.length === 0) return undefined;
  const tileItems = ranks.rows * width;
  const tiles = Math.max(1, Math.ceil(capacity / tileItems));
  if (tiles > gpu.device.limits.maxComputeWorkgroupsPerDimension) return undefined;
  return { digits, digitBits, width, ranks, tileItems, tiles };
}

class SweptLevels implements SortLevels {
  readonly count: number;
  readonly #gpu: Gpu;
  readonly #plan: SweepPlan;
  readonly #kernels: SweepKernels;
  readonly #scanner: Scanner;
  /** The starts of digits by level, then what tiles publish, by level and tile. */
  readonly #sweep: GPUBuffer;
  readonly #wholeKey: GPUBuffer;
  readonly #levels: readonly GPUBuffer[];

  constructor(
    gpu: Gpu,
    { capacity, bits }: SweptLevelsOptions,
    plan: SweepPlan,
    kernels: SweepKernels,
    scanner: Scanner,
    sweep: GPUBuffer,
  ) {
    this.#gpu = gpu;
    this.#plan = plan;
    this.#kernels = kernels;
    this.#scanner = scanner;
    this.#sweep = sweep;
    this.count = plan.digits.length;
    this.#wholeKey = createLevelUniforms(gpu, { capacity, mask: 2 ** bits - 1 });
    const counters = 2 ** plan.digitBits;
    this.#levels = plan.digits.map(({ shift, digits }, level) =>
      createLevelUniforms(gpu, {
        capacity,
        shift,
        mask: digits - 1,
        digits: counters,
        bins: counters,
        pieces: plan.tiles,
        min_piece_items: plan.tileItems,
        piece_step: plan.tileItems,
        digit_starts: level * counters,
        published: (this.count + level * plan.tiles) * counters,
      }),
    );
  }

  begin(pass: GPUComputePassEncoder, keys: GPUBuffer, count: GPUBuffer): void {
    const [gpu, sweep, level] = [this.#gpu, this.#sweep, this.#wholeKey];
    encodeLoop(gpu, pass, this.#kernels.clear, { sweep }, sweep.size / 4);
    const workgroups = Math.min(COUNT.maxWorkgroups, this.#plan.tiles);
    encodeKernel(gpu, pass, this.#kernels.count, { level, count, keys, sweep }, workgroups);
    this.#scanner.encode(pass, sweep);
  }

  encodeLevel(pass: GPUComputePassEncoder, level: number, input: InputItems, output: Items, count: GPUBuffer): void {
    const resources = {
      level: this.#levels[level]!,
      count,
      keys: input.keys,
      values: input.values,
      carried_words: input.carried,
      sweep: this.#sweep,
      split_keys: output.keys,
      split_values: output.values,
      split_carried_words: output.carried,
    };
    const { first, next } = this.#kernels;
    encodeKernel(this.#gpu, pass, level === 0 ? first : next, resources, this.#plan.tiles);
  }

  destroy(): void {
    for (const resource of [this.#scanner, this.#sweep, this.#wholeKey, ...this.#levels]) resource.destroy();
  }
}

async function allocate(
  gpu: Gpu,
  options: SweptLevelsOptions,
  { digits, digitBits, width, ranks, tiles }: SweepPlan,
): Promise<[SweepKernels, Scanner, GPUBuffer]> {
  const counters = 2 ** digitBits;
  const words = counters * digits.length * (tiles + 1);
  const { carried, indexValues, reversed = false } = options;
  const getScatter = (indices: boolean) =>
    gpu.kernels.get('split/level/scatter_tiles.wgsl', {
      conditions: { look_back: true, indices, carried, narrow: ranks.narrow },
      constants: {
        width,
        counters,
        digit_bits: digitBits,
        rows: ranks.rows,
        tile_words: ranks.words,
        reversed: Number(reversed),
      },
    });
  const [clear, count, first, next, scanner, { sweep }] = await Promise.all([
    gpu.kernels.get('split/level/sweep/clear_sweeps.wgsl', { constants: { words } }),
    gpu.kernels.get('split/level/sweep/count_digits.wgsl', {
      constants: { width: Math.min(COUNT.width, width), counters, digit_bits: digitBits, levels: digits.length },
    }),
    getScatter(indexValues),
    getScatter(false),
    Scanner.create(gpu, { length: counters * digits.length }),
    allocateStorage(gpu, 'sort', { sweep: words }),
  ]);
  return [{ clear, count, first, next }, scanner, sweep];
}
