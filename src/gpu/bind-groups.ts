/** The bind groups of kernels: made when a kernel first meets its resources, and found again in the frames after. */
import type { BindingName, Kernel, KernelPath } from './kernels.js';

/** A texture stands for the view of all of it. */
export type Resource = GPUBuffer | GPUTexture | GPUTextureView | GPUSampler;

/** Resources by their name in the WGSL; a variant takes those that it has, so that one list serves all. */
export type Resources<Path extends KernelPath> = Readonly<Partial<Record<BindingName<Path>, Resource | undefined>>>;

/** Sets of resources that are kept for one kernel and one first resource. */
const MAX_SETS = 16;

/**
 * The first resource of a set holds its bind groups, so that they go with its owner. Most often it is the uniform buffer of
 * whoever encodes the kernel.
 */
const groupsOf = new WeakMap<object, WeakMap<object, Map<string, readonly GPUBindGroup[]>>>();

const numbers = new WeakMap<Resource, number>();
let nextNumber = 0;

/** The bind groups of a kernel, by number. @throws Error naming the resource that it needs and was not given. */
export function bindKernel<Path extends KernelPath>(
  device: GPUDevice,
  kernel: Kernel<Path>,
  resources: Resources<Path>,
): readonly GPUBindGroup[] {
  const groups = kernel.groups.map((slots) => slots.map(({ name }) => resources[name] ?? missing(kernel, name)));
  const sets = setsOf(kernel, groups[0]?.[0] ?? kernel);
  const key = groups.flat().map(numberOf).join();
  let bound = sets.get(key);
  if (!bound) {
    bound = groups.map((group, index) => createGroup(device, kernel, index, group));
    const [oldest] = sets.keys();
    if (sets.size === MAX_SETS) sets.delete(oldest!);
    sets.set(key, bound);
  }
  return bound;
}

function missing(kernel: Kernel, name: string): never {
  throw new Error(`the kernel ${kernel.path} needs ${name}`);
}

function setsOf(kernel: Kernel, first: object): Map<string, readonly GPUBindGroup[]> {
  const byFirst = groupsOf.get(kernel) ?? new WeakMap<object, Map<string, readonly GPUBindGroup[]>>();
  const sets = byFirst.get(first) ?? new Map<string, readonly GPUBindGroup[]>();
  groupsOf.set(kernel, byFirst);
  byFirst.set(first, sets);
  return sets;
}

function numberOf(resource: Resource): number {
  const number = numbers.get(resource) ?? nextNumber++;
  numbers.set(resource, number);
  return number;
}

function createGroup(device: GPUDevice, kernel: Kernel, index: number, resources: readonly Resource[]): GPUBindGroup {
  return device.createBindGroup({
    label: kernel.path,
    layout: kernel.pipeline.getBindGroupLayout(index),
    entries: kernel.groups[index]!.map(({ binding }, slot) => ({ binding, resource: toBinding(resources[slot]!) })),
  });
}

function toBinding(resource: Resource): GPUBindingResource {
  if ('mapState' in resource) return { buffer: resource };
  return 'createView' in resource ? resource.createView() : resource;
}
