/** Encodes dispatches of kernels with the resources that they work on, bound by their names in the WGSL. */
import { bindKernel, type Resources } from './bind-groups.js';
import type { Gpu } from './gpu.js';
import type { Kernel, KernelPath } from './kernels.js';

/**
 * Encodes one dispatch.
 * @param workgroups along x, or along x and y; at most 65,535 each on every adapter, so kernels for more items loop.
 */
export function encodeKernel<Path extends KernelPath>(
  gpu: Gpu,
  pass: GPUComputePassEncoder,
  kernel: Kernel<Path>,
  resources: Resources<Path>,
  workgroups: number | readonly [number, number],
): void {
  pass.setPipeline(kernel.pipeline);
  // Not by iterators, which are garbage of every dispatch.
  const groups = bindKernel(gpu.device, kernel, resources);
  for (let group = 0; group < groups.length; group++) pass.setBindGroup(group, groups[group]);
  if (typeof workgroups === 'number') pass.dispatchWorkgroups(workgroups);
  else pass.dispatchWorkgroups(workgroups[0], workgroups[1]);
}
