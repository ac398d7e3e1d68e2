/** Encodes one dispatch of a kernel with the buffers it works on. */
import type { Gpu } from './gpu.js';

/**
 * @param resources In group 0 by their index; where `undefined` stands, the kernel has no binding.
 * @param workgroups Along x; at most 65,535 on every adapter, so kernels for more items loop.
 */
export function encodeKernel(
  { device }: Gpu,
  pass: GPUComputePassEncoder,
  kernel: GPUComputePipeline,
  resources: readonly (GPUBuffer | GPUTextureView | undefined)[],
  workgroups: number,
): void {
  const entries = resources.flatMap((resource, binding) =>
    resource ? [{ binding, resource: isBuffer(resource) ? { buffer: resource } : resource }] : [],
  );
  pass.setPipeline(kernel);
  pass.setBindGroup(0, device.createBindGroup({ label: kernel.label, layout: kernel.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(workgroups);
}

const isBuffer = (resource: GPUBuffer | GPUTextureView): resource is GPUBuffer => 'mapState' in resource;
