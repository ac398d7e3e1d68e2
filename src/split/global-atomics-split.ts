/** Splits with an atomic counter a bin in global memory (Patidar and Narayanan, section 3): in a bin, in any order. */
import { allocateStorage } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { encodeLoop } from './encode-loop.js';
import { createLevelUniforms } from './level-uniforms.js';
import { Scanner } from './scan.js';
import type { InputItems, Items, SplitMethod } from './split-method.js';

interface GlobalKernels {
  readonly clear: Kernel<'split/global_clear.wgsl'>;
  readonly count: Kernel<'split/global_count.wgsl'>;
  readonly scatter: Kernel<'split/global_scatter.wgsl'>;
}

export class GlobalAtomicsSplit implements SplitMethod {
  readonly #gpu: Gpu;
  readonly #capacity: number;
  readonly #kernels: GlobalKernels;
  readonly #scanner: Scanner;
  readonly #uniforms: GPUBuffer;
  /** Items that each bin has so far. */
  readonly #ranks: GPUBuffer;

  private constructor(gpu: Gpu, capacity: number, kernels: GlobalKernels, scanner: Scanner, ranks: GPUBuffer) {
    this.#gpu = gpu;
    this.#capacity = capacity;
    this.#kernels = kernels;
    this.#scanner = scanner;
    this.#ranks = ranks;
    const bins = scanner.length - 1;
    this.#uniforms = createLevelUniforms(gpu, { capacity, last_key: bins - 1, bins });
  }

  /** @throws DeviceError where there is no memory. */
  static async create(
    gpu: Gpu,
    {
      capacity,
      binCount,
      indexValues,
    }: { readonly capacity: number; readonly binCount: number; readonly indexValues: boolean },
  ): Promise<GlobalAtomicsSplit> {
    const [clear, count, scatter, scanner, { ranks }] = await Promise.all([
      gpu.kernels.get('split/global_clear.wgsl'),
      gpu.kernels.get('split/global_count.wgsl'),
      gpu.kernels.get('split/global_scatter.wgsl', { conditions: { indices: indexValues } }),
      Scanner.create(gpu, { length: binCount + 1 }),
      allocateStorage(gpu, 'split', { ranks: binCount + 1 }),
    ]);
    return new GlobalAtomicsSplit(gpu, capacity, { clear, count, scatter }, scanner, ranks);
  }

  encode(
    pass: GPUComputePassEncoder,
    { keys, values, count }: InputItems & { readonly count: GPUBuffer },
    output: Items & { readonly binStarts: GPUBuffer },
  ): void {
    const { binStarts } = output;
    const items = { level: this.#uniforms, count, keys };
    const cleared = { level: this.#uniforms, bin_counts: binStarts, bin_ranks: this.#ranks };
    encodeLoop(this.#gpu, pass, this.#kernels.clear, cleared, this.#scanner.length);
    encodeLoop(this.#gpu, pass, this.#kernels.count, { ...items, bin_counts: binStarts }, this.#capacity);
    this.#scanner.encode(pass, binStarts);
    const split = { split_keys: output.keys, split_values: output.values };
    const scattered = { ...items, ...split, values, bin_starts: binStarts, bin_ranks: this.#ranks };
    encodeLoop(this.#gpu, pass, this.#kernels.scatter, scattered, this.#capacity);
  }

  destroy(): void {
    for (const resource of [this.#scanner, this.#uniforms, this.#ranks]) resource.destroy();
  }
}
