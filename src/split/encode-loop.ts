/** Dispatches a kernel whose invocations loop over what there is to do, so that no length needs too many workgroups. */

import { chooseByAdapter } from '../gpu/adapter-traits.js';
import type { Resources } from '../gpu/bind-groups.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel, KernelPath } from '../gpu/kernels.js';

/** Invocations of a workgroup: the default of the kernels' override constant `width`. */
const LOOP_WIDTH = 64;
/** Enough to fill a large GPU; on the CPU, measured with SwiftShader, more only take time. */
const MAX_WORKGROUPS = { gpu: 16_384, llvmpipe: 64, swiftshader: 64 } as const;

/** @param turns Of the loop, for all invocations together. */
export function encodeLoop<Path extends KernelPath>(
  gpu: Gpu,
  pass: GPUComputePassEncoder,
  kernel: Kernel<Path>,
  resources: Resources<Path>,
  turns: number,
): void {
  const maxWorkgroups = chooseByAdapter(gpu.traits, MAX_WORKGROUPS);
  encodeKernel(gpu, pass, kernel, resources, Math.max(1, Math.min(maxWorkgroups, Math.ceil(turns / LOOP_WIDTH))));
}
