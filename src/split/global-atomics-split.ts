/** Splits with an atomic counter a bin in global memory (Patidar and Narayanan, section 3): in a bin, in any order. */
import { allocateStorage } from '../gpu/buffers.js';
import type { Gpu } from '../gpu/gpu.js';
import { encodeLoop } from './encode-loop.js';
import { createLevelUniforms } from './level-uniforms.js';
import { Scanner } from './scan.js';
import type { InputItems, Items, SplitMethod } from './split-method.js';

interface GlobalKernels {
  readonly clear: GPUComputePipeline;
  readonly count: GPUComputePipeline;
  readonly scatter: GPUComputePipeline;
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
    const encode = (kernel: GPUComputePipeline, turns: number, buffers: readonly (GPUBuffer | undefined)[]) =>
      encodeLoop(this.#gpu, pass, kernel, [this.#uniforms, ...buffers], turns);
    const unused = [undefined, undefined];
    encode(this.#kernels.clear, this.#scanner.length, [undefined, ...unused, binStarts, this.#ranks]);
    encode(this.#kernels.count, this.#capacity, [count, ...unused, keys, binStarts]);
    this.#scanner.encode(pass, binStarts);
    const scattered = [keys, values, binStarts, output.keys, output.values, this.#ranks];
    encode(this.#kernels.scatter, this.#capacity, [count, ...unused, ...scattered]);
  }

  destroy(): void {
    for (const resource of [this.#scanner, this.#uniforms, this.#ranks]) resource.destroy();
  }
}
