/**
 * Exclusive scan: every value becomes the sum, modulo 2³², of those before it. It reduces blocks, then scans them, for
 * WebGPU does not promise the forward progress that a single pass with look-back needs.
 */
import { DeviceError, InputError } from '../errors.js';
import { type ByAdapter, chooseByAdapter } from '../gpu/adapter-traits.js';
import { allocateStorage, createConstants, readWords } from '../gpu/allocate-storage.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { packStruct } from '../gpu/shaders/structs.js';
import { submitPass } from '../gpu/submit-pass.js';

/** The scanner of a block of values: an invocation by itself, or a workgroup through its memory or through subgroups. */
export type ScanVariant = 'runs' | 'workgroups' | 'subgroups';

/** Options of `Scanner`. */
export interface ScannerOptions {
  /** Values to scan. */
  readonly length: number;
  /** `auto` takes the fastest that this adapter passes a test of. */
  readonly variant?: ScanVariant | 'auto';
}

interface BlockPlan {
  /** Invocations of a workgroup. */
  readonly width: number;
  readonly blocksPerWorkgroup: number;
  /** Few, so that a block can add up the sums of those before it. */
  readonly maxBlocks: number;
  /** Values that a block is a multiple of. */
  readonly grain: number;
}

/** SwiftShader shares a dispatch out in 16 parts of 4 lanes; with fewer values to a lane the sharing costs more. */
const RUNS: BlockPlan = { width: 4, blocksPerWorkgroup: 4, maxBlocks: 64, grain: 256 };
const WORKGROUPS: BlockPlan = { width: 256, blocksPerWorkgroup: 1, maxBlocks: 1024, grain: 1024 };

interface ScanKernels {
  /** A single block has none before it. */
  readonly sum: Kernel<'split/scan_sums.wgsl' | 'split/sum_runs.wgsl'> | undefined;
  readonly scan: Kernel<'split/scan.wgsl' | 'split/scan_runs.wgsl'>;
}

/** Scans buffers of one length; what it allocates is kept from one scan to the next. */
export class Scanner {
  /** Numbers that it scans. */
  readonly length: number;
  /** Blocks of values that are summed, then scanned: those of `blocks.wgsl` by `uniforms`, a `Blocks`. */
  readonly blocks: number;
  /** The buffer that tells kernels the length. */
  readonly uniforms: GPUBuffer;
  /** A word for the sum of each block. */
  readonly sums: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #kernels: ScanKernels;
  readonly #workgroups: number;

  private constructor(
    gpu: Gpu,
    length: number,
    made: { kernels: ScanKernels; blocks: number; workgroups: number; uniforms: GPUBuffer; sums: GPUBuffer },
  ) {
    this.length = length;
    this.blocks = made.blocks;
    this.uniforms = made.uniforms;
    this.sums = made.sums;
    this.#gpu = gpu;
    this.#kernels = made.kernels;
    this.#workgroups = made.workgroups;
  }

  /** @throws InputError for a variant that the adapter has no feature for. */
  static async create(gpu: Gpu, { length, variant = 'auto' }: ScannerOptions): Promise<Scanner> {
    const chosen = variant === 'auto' ? await chooseScanVariant(gpu) : variant;
    if (chosen === 'subgroups' && !gpu.has('subgroups')) {
      throw new InputError(`${gpu.adapterName} has no subgroups; scan with the variant runs or workgroups`);
    }
    const { width, blocksPerWorkgroup, maxBlocks, grain } = chosen === 'runs' ? RUNS : WORKGROUPS;
    const blockValues = grain * Math.max(1, Math.ceil(length / (maxBlocks * grain)));
    const blocks = Math.max(1, Math.ceil(length / blockValues));
    const workgroups = Math.ceil(blocks / blocksPerWorkgroup);
    const variantOf = { conditions: { subgroups: chosen === 'subgroups' }, constants: { width } };
    const [sum, scan, { sums }] = await Promise.all([
      blocks > 1
        ? gpu.kernels.get(chosen === 'runs' ? 'split/sum_runs.wgsl' : 'split/scan_sums.wgsl', variantOf)
        : undefined,
      gpu.kernels.get(chosen === 'runs' ? 'split/scan_runs.wgsl' : 'split/scan.wgsl', variantOf),
      allocateStorage(gpu, 'scan', { sums: workgroups * blocksPerWorkgroup }),
    ]);
    const uniforms = createConstants(gpu, 'scan.blocks', packStruct('Blocks', { length, size: blockValues }));
    return new Scanner(gpu, length, { kernels: { sum, scan }, blocks, workgroups, uniforms, sums });
  }

  /** Scans the first `length` words of `values` in place. */
  encode(pass: GPUComputePassEncoder, values: GPUBuffer): void {
    const { sum } = this.#kernels;
    if (sum) this.#encodeKernel(pass, sum, values);
    this.encodeSummed(pass, values);
  }

  /** Scans values of which somebody has written the blocks' sums to `sums`: whoever made the values has seen them all. */
  encodeSummed(pass: GPUComputePassEncoder, values: GPUBuffer): void {
    this.#encodeKernel(pass, this.#kernels.scan, values);
  }

  #encodeKernel(
    pass: GPUComputePassEncoder,
    kernel: NonNullable<ScanKernels[keyof ScanKernels]>,
    values: GPUBuffer,
  ): void {
    encodeKernel(this.#gpu, pass, kernel, { blocks: this.uniforms, values, sums: this.sums }, this.#workgroups);
  }

  /** Frees the buffers. */
  destroy(): void {
    this.uniforms.destroy();
    this.sums.destroy();
  }
}

/**
 * The exclusive scan of `values`, which stay as they are.
 * @throws InputError if the adapter allows no buffer of that many values.
 */
export async function exclusiveScan(
  gpu: Gpu,
  values: Uint32Array,
  options: Omit<ScannerOptions, 'length'> = {},
): Promise<Uint32Array> {
  const scanner = await Scanner.create(gpu, { ...options, length: values.length });
  const { words } = await allocateStorage(gpu, 'scan', { words: values.length });
  gpu.device.queue.writeBuffer(words, 0, values);
  submitPass(gpu, 'scan', (pass) => scanner.encode(pass, words));
  const [scanned] = await readWords(gpu, [{ buffer: words, length: values.length }]);
  for (const resource of [scanner, words]) resource.destroy();
  return scanned!;
}

const chosenVariants = new WeakMap<Gpu, Promise<ScanVariant>>();

/** The fastest variant that works on this adapter; it is tried out once. */
export function chooseScanVariant(gpu: Gpu): Promise<ScanVariant> {
  let chosen = chosenVariants.get(gpu);
  if (!chosen) {
    chosen = testScanVariants(gpu);
    chosenVariants.set(gpu, chosen);
  }
  return chosen;
}

/** Enough for several workgroups, and no multiple of what one invocation or one subgroup scans. */
const TEST_LENGTH = 5003;

/** A barrier costs more on the CPU than all else: measured on SwiftShader, both take over 100 times as long as runs. */
const SCANS_BY_RUNS: ByAdapter<boolean> = { gpu: false, llvmpipe: true, swiftshader: true };

async function testScanVariants(gpu: Gpu): Promise<ScanVariant> {
  if (chooseByAdapter(gpu.traits, SCANS_BY_RUNS)) return 'runs';
  if (!gpu.has('subgroups')) return 'workgroups';
  const values = Uint32Array.from({ length: TEST_LENGTH }, (_, index) => Math.imul(index + 1, 0x9e3779b1));
  try {
    const byWorkgroups = await exclusiveScan(gpu, values, { variant: 'workgroups' });
    const bySubgroups = await exclusiveScan(gpu, values, { variant: 'subgroups' });
    return bySubgroups.every((sum, index) => sum === byWorkgroups[index]) ? 'subgroups' : 'workgroups';
  } catch (error) {
    if (error instanceof DeviceError) return 'workgroups';
    throw error;
  }
}
