/** The bind groups of kernels: made when a kernel first meets its resources, and found again in the frames after. */
import type { BindingName, Kernel, KernelPath } from './kernels.js';

/** A texture stands for the view of all of it; a part of a buffer is found again by its identity. */
export type Resource = GPUBuffer | GPUBufferBinding | GPUTexture | GPUTextureView | GPUSampler;

/** Resources by their name in the WGSL; a variant takes those that it has, so that one list serves all. */
export type Resources<Path extends KernelPath> = Readonly<Partial<Record<BindingName<Path>, Resource | undefined>>>;

/** Sets of resources that are kept for one kernel and one first resource. */
const MAX_SETS = 16;

interface BoundSet {
  /** Ordered as the kernel's groups and slots. */
  readonly resources: readonly Resource[];
  readonly groups: readonly GPUBindGroup[];
}

/**
 * The first resource of a set holds its bind groups, so that they go with its owner. Most often it is the uniform buffer of
 * whoever encodes the kernel. The set used last comes first.
 */
const setsByFirst = new WeakMap<object, WeakMap<object, BoundSet[]>>();

/** The bind groups of a kernel, by number. @throws Error naming the resource that it needs and was not given. */
export function bindKernel<Path extends KernelPath>(
  device: GPUDevice,
  kernel: Kernel<Path>,
  resources: Resources<Path>,
): readonly GPUBindGroup[] {
  const firstName = kernel.groups[0]?.[0]?.name;
  const sets = setsOf(kernel, (firstName && resources[firstName]) ?? kernel);
  for (let index = 0; index < sets.length; index++) {
    const set = sets[index]!;
    if (!matches(set, kernel, resources)) continue;
    if (index > 0) sets.unshift(...sets.splice(index, 1));
    return set.groups;
  }
  const bound = kernel.groups.map((slots) => slots.map(({ name }) => resources[name] ?? missing(kernel, name)));
  const groups = bound.map((group, index) => createGroup(device, kernel, index, group));
  sets.unshift({ resources: bound.flat(), groups });
  if (sets.length > MAX_SETS) sets.pop();
  return groups;
}

/** Compares one by one: keys of texts would be garbage of every dispatch. */
function matches<Path extends KernelPath>(
  set: BoundSet,
  { groups }: Kernel<Path>,
  resources: Resources<Path>,
): boolean {
  let index = 0;
  for (const slots of groups) {
    for (const { name } of slots) if (set.resources[index++] !== resources[name]) return false;
  }
  return true;
}

function missing(kernel: Kernel, name: string): never {
  throw new Error(`the kernel ${kernel.path} needs ${name}`);
}

function setsOf(kernel: Kernel, first: object): BoundSet[] {
  let byFirst = setsByFirst.get(kernel);
  if (!byFirst) {
    byFirst = new WeakMap();
    setsByFirst.set(kernel, byFirst);
  }
  let sets = byFirst.get(first);
  if (!sets) {
    sets = [];
    byFirst.set(first, sets);
  }
  return sets;
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
  if ('buffer' in resource) return resource;
  return 'createView' in resource ? resource.createView() : resource;
}
