/** Encodes dispatches of kernels with the resources that they work on, bound by their names in the WGSL. */
import type { Gpu } from './gpu.js';
import type { BindingName, Kernel, KernelPath } from './kernels.js';

export type Resource = GPUBuffer | GPUTextureView | GPUSampler;

/** By name in the WGSL; a variant takes those that it has, so that one list serves all. */
export type Resources<Path extends KernelPath> = Readonly<Partial<Record<BindingName<Path>, Resource | undefined>>>;

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
  for (const [group, bindGroup] of bindKernel(gpu, kernel, resources).entries()) pass.setBindGroup(group, bindGroup);
  const [columns, rows] = typeof workgroups === 'number' ? [workgroups, 1] : workgroups;
  pass.dispatchWorkgroups(columns, rows);
}

/** The bind groups of a kernel, by number. @throws Error naming the resource that it needs and was not given. */
export function bindKernel<Path extends KernelPath>(
  { device }: Gpu,
  kernel: Kernel<Path>,
  resources: Resources<Path>,
): GPUBindGroup[] {
  return kernel.groups.map((slots, group) =>
    device.createBindGroup({
      label: kernel.path,
      layout: kernel.pipeline.getBindGroupLayout(group),
      entries: slots.map(({ name, binding }) => {
        const resource: Resource | undefined = resources[name];
        if (!resource) throw new Error(`the kernel ${kernel.path} needs ${name}`);
        return { binding, resource: 'mapState' in resource ? { buffer: resource } : resource };
      }),
    }),
  );
}
