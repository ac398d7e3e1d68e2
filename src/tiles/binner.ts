/**
 * Puts items into the bins of a grid, by the tiles that they cover and the slab that they begin in: steps 1 to 6 of Patidar and
 * Narayanan's algorithm 3. Item-agnostic.
 */
import { InputError } from '../errors.js';
import { chooseByAdapter } from '../gpu/adapter-traits.js';
import { allocateStorage } from '../gpu/allocate-storage.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { readField, type Struct, sizeBytesOf, wordsOf } from '../gpu/shaders/structs.js';
import { BUFFER_USAGE } from '../gpu/usages.js';
import { encodeLoop } from '../split/encode-loop.js';
import { Scanner } from '../split/scan.js';
import { Splitter } from '../split/split.js';
import { createGridUniforms, type TileGrid } from './tile-grid.js';

/**
 * Invocations of a workgroup that counts, no more on the CPU than a vector has: with 64, llvmpipe makes coroutines of what barriers
 * divide, and compiles for 2.8 times as long as with 8, SwiftShader writes out the zeros of workgroup memory, for 3.3 times as long as
 * with 4.
 */
const COUNT_WIDTH = { gpu: 256, llvmpipe: 8, swiftshader: 4 } as const;
/** Invocations that add up what workgroups counted, of which there are few on the CPU: alone, one compiles in 0.15 of the time of 64. */
const FIT_WIDTH = { gpu: 256, llvmpipe: 1, swiftshader: 1 } as const;
/** Pairs that an invocation writes. On an H100 runs of 2 take 0.77 of the time of single pairs, of 4 0.92; SwiftShader gains nothing more. */
const RUN = { gpu: 2, llvmpipe: 64, swiftshader: 64 } as const;
/** Keeps a grown buffer from having to grow again with the next frame of an animation. */
const HEADROOM = 1.25;
/** The count of more pairs has overflowed. */
const MAX_PAIRS = 2 ** 32;

export interface BinnerOptions {
  readonly grid: TileGrid;
  /** Items that may be in tiles; the buffer of their bounds holds as many. */
  readonly itemCount: number;
  /** Pairs of a tile and an item to have room for at first; default: a few more than items. */
  readonly pairCapacity?: number | undefined;
}

/** How a frame's items were binned. */
export interface BinCounts {
  /** Pairs of a tile and an item. */
  readonly pairs: number;
  /** Items in any tile. */
  readonly items: number;
}

interface PairBuffers {
  readonly keys: GPUBuffer;
  readonly values: GPUBuffer;
  readonly splitKeys: GPUBuffer;
  readonly splitValues: GPUBuffer;
}

interface PairStage {
  readonly capacity: number;
  readonly uniforms: GPUBuffer;
  readonly splitter: Splitter;
  readonly buffers: PairBuffers;
}

interface Kernels {
  readonly count: Kernel<'tiles/count_tiles.wgsl'>;
  readonly fit: Kernel<'tiles/fit_slabs.wgsl'>;
  readonly emit: Kernel<'tiles/emit_pairs.wgsl'>;
}

/** Bins the items of frame after frame; what it allocates is kept, and grows where a frame has more pairs. */
export class Binner {
  readonly grid: TileGrid;
  readonly itemCount: number;
  /** A `BinHeader`, for binding as uniforms. */
  readonly header: GPUBuffer;
  /** The start of each bin in `items`, and after the last bin the number of pairs. */
  readonly binStarts: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #kernels: Kernels;
  readonly #scanner: Scanner;
  /** Number of tiles of each item; scanned, its first pair. */
  readonly #firstPairs: GPUBuffer;
  readonly #summaries: GPUBuffer;
  #stage: PairStage;

  private constructor(
    gpu: Gpu,
    { grid, itemCount }: BinnerOptions,
    made: {
      readonly kernels: Kernels;
      readonly scanner: Scanner;
      readonly buffers: Record<'firstPairs' | 'summaries' | 'binStarts', GPUBuffer>;
      readonly stage: PairStage;
    },
  ) {
    this.grid = grid;
    this.itemCount = itemCount;
    this.#gpu = gpu;
    this.#kernels = made.kernels;
    this.#scanner = made.scanner;
    this.#firstPairs = made.buffers.firstPairs;
    this.#summaries = made.buffers.summaries;
    this.binStarts = made.buffers.binStarts;
    this.#stage = made.stage;
    this.header = gpu.device.createBuffer({
      label: 'tiles.header',
      size: sizeBytesOf('BinHeader'),
      usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_SRC,
    });
  }

  /** @throws InputError for more items or bins than the adapter has buffers for, DeviceError where it has no memory. */
  static async create(gpu: Gpu, options: BinnerOptions): Promise<Binner> {
    const { grid, itemCount, pairCapacity = Math.ceil(HEADROOM * itemCount) } = options;
    const run = chooseByAdapter(gpu.traits, RUN);
    const scanner = await Scanner.create(gpu, { length: itemCount + 1 });
    const [count, fit, emit, buffers, stage] = await Promise.all([
      gpu.kernels.get('tiles/count_tiles.wgsl', { constants: { width: chooseByAdapter(gpu.traits, COUNT_WIDTH) } }),
      gpu.kernels.get('tiles/fit_slabs.wgsl', { constants: { width: chooseByAdapter(gpu.traits, FIT_WIDTH) } }),
      gpu.kernels.get('tiles/emit_pairs.wgsl', { constants: { run } }),
      allocateStorage(gpu, 'tiles', {
        firstPairs: itemCount + 1,
        summaries: scanner.blocks * wordsOf('ItemSummary'),
        binStarts: grid.bins + 1,
      }),
      createPairStage(gpu, options, Math.max(1, pairCapacity)),
    ]);
    return new Binner(gpu, options, { kernels: { count, fit, emit }, scanner, buffers, stage });
  }

  /** Items bin by bin, those of a bin in their order; another buffer after `makeRoom`. */
  get items(): GPUBuffer {
    return this.#stage.buffers.splitValues;
  }

  /** The `Grid`, for binding as uniforms; another buffer after `makeRoom`. */
  get uniforms(): GPUBuffer {
    return this.#stage.uniforms;
  }

  get pairCapacity(): number {
    return this.#stage.capacity;
  }

  /** Whether it bins that many items into such a grid. */
  fits(grid: TileGrid, itemCount: number): boolean {
    return (
      itemCount === this.itemCount &&
      Object.entries(grid).every(([key, value]) => this.grid[key as keyof TileGrid] === value)
    );
  }

  /**
   * Encodes the binning of items with these bounds, an array of `ItemBounds`. Nothing waits for the CPU; where there are
   * more pairs than `pairCapacity`, some are missing from the bins, and the header has the true number.
   */
  encode(pass: GPUComputePassEncoder, bounds: GPUBuffer): void {
    const { uniforms, buffers, splitter, capacity } = this.#stage;
    const { keys, values, splitKeys, splitValues } = buffers;
    const scanner = this.#scanner;
    const resources = {
      grid: uniforms,
      bounds,
      first_pairs: this.#firstPairs,
      header: this.header,
      partial_summaries: this.#summaries,
      blocks: scanner.uniforms,
      tile_counts: this.#firstPairs,
      sums: scanner.sums,
      bins: keys,
      items: values,
    };
    encodeKernel(this.#gpu, pass, this.#kernels.count, resources, scanner.blocks);
    scanner.encodeSummed(pass, this.#firstPairs);
    encodeKernel(this.#gpu, pass, this.#kernels.fit, resources, 1);
    const rounds = capacity / chooseByAdapter(this.#gpu.traits, RUN);
    encodeLoop(this.#gpu, pass, this.#kernels.emit, resources, rounds);
    const output = { keys: splitKeys, values: splitValues, binStarts: this.binStarts };
    splitter.encode(pass, { keys, values, count: this.header }, output);
  }

  /**
   * The header's counts of the last frame, copied from the GPU.
   * @throws InputError if there are too many pairs to count.
   */
  readCounts(header: ArrayBuffer): BinCounts {
    const fieldOf = (field: keyof Struct<'BinHeader'>) => readField('BinHeader', field, header);
    const rounded = fieldOf('pairs_rounded');
    // Half of it is left for what rounding may have taken.
    if (rounded > MAX_PAIRS / 2) throw this.#tooManyPairs(rounded);
    return { pairs: fieldOf('pairs'), items: fieldOf('items') };
  }

  /**
   * Makes room for a frame that had more pairs than `pairCapacity`, and returns whether that was so: then it is to be
   * encoded anew.
   * @throws InputError if the adapter has no buffers for them, DeviceError where it has no memory.
   */
  async makeRoom({ pairs }: BinCounts): Promise<boolean> {
    if (pairs <= this.pairCapacity) return false;
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#gpu.device.limits;
    const maxPairs = Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / 4);
    if (pairs > maxPairs) throw this.#tooManyPairs(pairs);
    const old = this.#stage;
    this.#stage = await createPairStage(this.#gpu, this, Math.min(maxPairs, Math.ceil(HEADROOM * pairs)));
    destroyStage(old);
    return true;
  }

  #tooManyPairs(pairs: number): InputError {
    const { tileWidth, tileHeight } = this.grid;
    return new InputError(
      `${this.itemCount} items cover tiles of ${tileWidth}x${tileHeight} pixels ${pairs.toPrecision(3)} times, more than ${this.#gpu.adapterName} has buffers for: take larger tiles`,
    );
  }

  destroy(): void {
    destroyStage(this.#stage);
    for (const resource of [this.#scanner, this.#firstPairs, this.#summaries, this.binStarts, this.header]) {
      resource.destroy();
    }
  }
}

async function createPairStage(
  gpu: Gpu,
  { grid, itemCount }: Pick<BinnerOptions, 'grid' | 'itemCount'>,
  capacity: number,
): Promise<PairStage> {
  const words = { keys: capacity, values: capacity, splitKeys: capacity, splitValues: capacity };
  const buffers = await allocateStorage(gpu, 'tiles', words);
  const splitter = await Splitter.create(gpu, { capacity, binCount: grid.bins });
  return { capacity, uniforms: createGridUniforms(gpu, grid, itemCount, capacity), splitter, buffers };
}

function destroyStage({ uniforms, splitter, buffers }: PairStage): void {
  for (const resource of [uniforms, splitter, ...Object.values(buffers)]) resource.destroy();
}
