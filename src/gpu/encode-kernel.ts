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
  for (const [group, bindGroup] of bindKernel(gpu.device, kernel, resources).entries()) {
    pass.setBindGroup(group, bindGroup);
  }
  const [columns, rows] = typeof workgroups === 'number' ? [workgroups, 1] : workgroups;
  pass.dispatchWorkgroups(columns, rows);
}
