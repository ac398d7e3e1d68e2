/** Compute kernels by WGSL module, conditions and override constants, each linked and compiled once a device. */
import { DeviceError } from '../errors.js';
import { linkShader, preloadShaders } from './shaders/link-shader.js';
import type { KernelContracts } from './shaders/wgsl-contracts.js';

/** Waits for work of the device that is under way. */
export type Wait = <T>(pending: Promise<T>) => Promise<T>;

/** Modules below `wgsl/` with an entry point. */
export type KernelPath = keyof KernelContracts;

/** The parts of its modules to keep, `@if(name)`; those left out or undefined are false. */
export type Conditions<Path extends KernelPath> = Readonly<
  Partial<Record<KernelContracts[Path]['conditions'], boolean | undefined>>
>;

/** Values of its override constants; those that the variant does not have are ignored. */
export type Constants<Path extends KernelPath> = Readonly<
  Partial<Record<KernelContracts[Path]['constants'], number | undefined>>
>;

export type BindingName<Path extends KernelPath> = KernelContracts[Path]['bindings'];

export interface KernelVariant<Path extends KernelPath> {
  readonly conditions?: Conditions<Path>;
  readonly constants?: Constants<Path>;
}

/** A variant of a kernel, compiled. */
export interface Kernel<Path extends KernelPath = KernelPath> {
  readonly path: Path;
  readonly pipeline: GPUComputePipeline;
  /** The variant's bindings: names of its WGSL with their numbers, by group. */
  readonly groups: readonly (readonly BindingSlot<Path>[])[];
}

export interface BindingSlot<Path extends KernelPath> {
  readonly name: BindingName<Path>;
  readonly binding: number;
}

interface LinkedModule<Path extends KernelPath> extends Pick<Kernel<Path>, 'groups'> {
  readonly module: GPUShaderModule;
  readonly constants: ReadonlySet<string>;
}

export class Kernels {
  readonly #device: GPUDevice;
  readonly #wait: Wait;
  readonly #modules = new Map<string, Promise<LinkedModule<KernelPath>>>();
  readonly #kernels = new Map<string, Promise<Kernel>>();

  constructor(device: GPUDevice, wait: Wait) {
    this.#device = device;
    this.#wait = wait;
    preloadShaders();
  }

  /**
   * The variant of the kernel in the module at `path` below `wgsl/`.
   * @throws DeviceError if the adapter's compiler refuses it.
   */
  get<Path extends KernelPath>(path: Path, variant: KernelVariant<Path> = {}): Promise<Kernel<Path>> {
    return memoize(this.#kernels, keyOf(path, variant), () => this.#compile(path, variant)) as Promise<Kernel<Path>>;
  }

  async #compile(path: KernelPath, variant: KernelVariant<KernelPath>): Promise<Kernel> {
    const conditions = listTrue(variant.conditions ?? {});
    const constants = Object.entries<number | undefined>(variant.constants ?? {});
    const linked = await memoize(this.#modules, JSON.stringify([path, conditions]), () => this.#link(path, conditions));
    const present = constants.filter(
      (entry): entry is [string, number] => entry[1] !== undefined && linked.constants.has(entry[0]),
    );
    const { module, groups } = linked;
    const compute = { module, entryPoint: 'main', constants: Object.fromEntries(present) };
    try {
      const pipeline = await this.#wait(
        this.#device.createComputePipelineAsync({ label: path, layout: 'auto', compute }),
      );
      return { path, pipeline, groups };
    } catch (cause) {
      throw new DeviceError(`the adapter refuses the kernel ${path}: ${(cause as Error).message}`, { cause });
    }
  }

  async #link(path: KernelPath, conditions: readonly string[]): Promise<LinkedModule<KernelPath>> {
    const code = await linkShader(path, Object.fromEntries(conditions.map((name) => [name, true])));
    return {
      module: this.#device.createShaderModule({ label: path, code }),
      groups: findGroups(code),
      constants: new Set([...code.matchAll(/\boverride (\w+)/g)].map(([, name]) => name!)),
    };
  }
}

/**
 * Text that variants of one kernel differ by. Frames ask for many kernels, so nothing is sorted here: names in another order
 * are another key of the same module.
 */
function keyOf(path: string, variant: KernelVariant<KernelPath>): string {
  const conditions: Readonly<Record<string, boolean | undefined>> = variant.conditions ?? {};
  const constants: Readonly<Record<string, number | undefined>> = variant.constants ?? {};
  let key = path;
  for (const name in conditions) if (conditions[name]) key += ` ${name}`;
  for (const name in constants) if (constants[name] !== undefined) key += ` ${name}=${constants[name]}`;
  return key;
}

const listTrue = (conditions: Readonly<Record<string, boolean | undefined>>) =>
  Object.keys(conditions)
    .filter((name) => conditions[name])
    .sort();

/**
 * The declarations of linked WGSL; the linker keeps only what the entry point needs, and numbers equal names.
 */
function findGroups(code: string): Kernel['groups'] {
  const groups: BindingSlot<KernelPath>[][] = [];
  for (const [, group, binding, name] of code.matchAll(
    /@group\((\d+)\)\s*@binding\((\d+)\)\s*var(?:<[^>]*>)?\s+(\w+)/g,
  )) {
    groups[Number(group)] ??= [];
    groups[Number(group)]!.push({
      name: name!.replace(/\d+$/, '') as BindingName<KernelPath>,
      binding: Number(binding),
    });
  }
  return Array.from(groups, (slots) => slots ?? []);
}

function memoize<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let value = cache.get(key);
  if (!value) {
    value = make();
    // A kernel that failed may work the next time, as where memory was short.
    value.catch(() => cache.delete(key));
    cache.set(key, value);
  }
  return value;
}
