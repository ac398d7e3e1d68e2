/**
 * Splits level by level (Patidar and Narayanan, section 3): by the highest bits of the key first, then inside each of
 * the bins that this gave by the bits below, and so on: a level's bins are the segments of the next.
 */
import { allocateStorage } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import { divideBins } from './divide-bins.js';
import type { LevelPlan } from './plan-level.js';
import { SplitLevel, segmentWords } from './split-level.js';
import type { InputItems, Items, SplitMethod } from './split-method.js';

export interface MultiLevelOptions {
  /** Most items. */
  readonly capacity: number;
  readonly binCount: number;
  readonly levels: number;
  /** Whether the value of an item is its index. */
  readonly indexValues: boolean;
  /** How a level with a number of digits distributes its items. */
  readonly planLevel: (digits: number) => LevelPlan;
  /** Most digits of a level; default 2048. */
  readonly maxDigits?: number;
}

interface Temporaries {
  /** The matrix of each level. */
  readonly destinations: GPUBuffer;
  /** The segments of each level but the first: the bins of the one before. */
  readonly segments: readonly GPUBuffer[];
  /** Items on their way, if there are several levels. */
  readonly items: Items | undefined;
}

export class MultiLevelSplit implements SplitMethod {
  readonly #levels: readonly SplitLevel[];
  readonly #temporaries: Temporaries;

  private constructor(levels: readonly SplitLevel[], temporaries: Temporaries) {
    this.#levels = levels;
    this.#temporaries = temporaries;
  }

  /** @throws InputError if the levels are too few for the bins, DeviceError where there is no memory. */
  static async create(gpu: Gpu, options: MultiLevelOptions): Promise<MultiLevelSplit> {
    const { capacity, binCount, planLevel } = options;
    const levels = await Promise.all(
      divideBins(binCount, options.levels, options.maxDigits).map((level, index) =>
        SplitLevel.create(gpu, {
          ...level,
          capacity,
          lastKey: binCount - 1,
          indexValues: options.indexValues && index === 0,
          plan: planLevel(level.digits),
        }),
      ),
    );
    const words = Math.max(...levels.map(({ cells }) => cells));
    const { destinations } = await allocateStorage(gpu, 'split', { destinations: words });
    const segments = await Promise.all(
      levels
        .slice(0, -1)
        .map(async ({ bins }) => (await allocateStorage(gpu, 'split', { segments: segmentWords(bins) })).segments),
    );
    const items =
      levels.length > 1 ? await allocateStorage(gpu, 'split', { keys: capacity, values: capacity }) : undefined;
    return new MultiLevelSplit(levels, { destinations, segments, items });
  }

  encode(
    pass: GPUComputePassEncoder,
    { count, ...input }: InputItems & { readonly count: GPUBuffer },
    output: Items & { readonly binStarts: GPUBuffer },
  ): void {
    const { destinations, segments, items } = this.#temporaries;
    let source: InputItems = input;
    for (const [index, level] of this.#levels.entries()) {
      // The last level ends in the output, those before it take turns.
      const target = !items || (this.#levels.length - index) % 2 === 1 ? output : items;
      const binStarts = segments[index] ?? output.binStarts;
      level.encode(pass, source, target, { count, destinations, segments: segments[index - 1], binStarts });
      source = target;
    }
  }

  destroy(): void {
    const { destinations, segments, items } = this.#temporaries;
    for (const resource of [...this.#levels, destinations, ...segments, items?.keys, items?.values])
      resource?.destroy();
  }
}
