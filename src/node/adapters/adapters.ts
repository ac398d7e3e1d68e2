/** Finds the machine's adapters through Dawn: its own GPUs first, then lavapipe, then SwiftShader. */

import { setImmediate } from 'node:timers/promises';
import { type AdapterKind, DeviceError, describeAdapter, Gpu, type GpuFeature, InputError } from '../../index.js';
import { isMissingModule } from '../is-missing-module.js';
import { withQuietStderr } from '../quiet-stderr.js';
import { giveMemoryBack } from '../threads/return-freed-memory.js';
import { FIND_ADAPTER_DEFAULTS, type FindAdapterOptions, parseGpuIndex } from './adapter-choices.js';
import { findEqualGpus, hasSelectionLayer, listPciGpus, SELECTION_VARIABLES, selectionValues } from './equal-gpus.js';
import { explainMissingLavapipe, explainNoAdapter } from './lavapipe.js';
import { hasVulkanLoader, useSoftwareAdapter } from './software-adapter.js';

/** Options of `openGpu`: which adapter, and what of it. */
export interface OpenGpuOptions extends FindAdapterOptions {
  /** Features that the device is opened without, for tests and comparisons. */
  readonly withoutFeatures?: readonly GpuFeature[];
  /** Treat the adapter as one of this kind, not as what it is: to measure or test the variants that are chosen there. */
  readonly treatAs?: AdapterKind;
}

/** An adapter of this machine. */
export interface FoundAdapter {
  /** WebGPU's adapter. */
  readonly adapter: GPUAdapter;
  /** Its kind. */
  readonly kind: AdapterKind;
  /** Whether it computes on the CPU. */
  readonly software: boolean;
  /** The graphics API that reached it, e.g. "vulkan". */
  readonly backend: string;
}

/**
 * Dawn's entry points by their flags and drivers. They must outlive every device: collected early, the process aborts or hangs
 * at random. Each keeps a descriptor and a mebibyte of lavapipe's for good, so that one serves all devices of a kind. Neither
 * they nor idle devices keep Node alive.
 */
const instances = new Map<string, GPU>();

/**
 * Opens an adapter: by default the system's GPU, else the best one on the CPU.
 * @throws DeviceError, saying what to install, where there is none.
 */
export async function openGpu({ withoutFeatures = [], treatAs, ...choice }: OpenGpuOptions = {}): Promise<Gpu> {
  return openAdapter(await findAdapter(choice), { withoutFeatures, ...(treatAs && { treatAs }) });
}

/** Opens an adapter that was found. */
export async function openAdapter(
  { adapter, software }: FoundAdapter,
  options: Pick<OpenGpuOptions, 'withoutFeatures' | 'treatAs'> = {},
): Promise<Gpu> {
  return Gpu.open(adapter, { ...options, ...(software && { wait: waitIdly }) });
}

const POLL_INTERVAL_MS = 0.5;
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/**
 * Dawn's Node binding asks for finished work in a busy loop of setImmediate, which takes a core from an adapter that computes
 * on the same cores: measured on two, frames take 1.7 times as long. The loop therefore sleeps between its rounds.
 */
async function waitIdly<T>(pending: Promise<T>): Promise<T> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  pending.then(settle, settle);
  while (!settled) {
    Atomics.wait(neverNotified, 0, 0, POLL_INTERVAL_MS);
    await setImmediate();
  }
  giveMemoryBack();
  return pending;
}

/** Backends worth asking for, by platform; the first is what Dawn takes by default. */
const BACKENDS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['metal'],
  linux: ['vulkan'],
  win32: ['d3d12', 'vulkan'],
};

/** The adapter on the CPU that the system may bring, by platform: part of its name for Dawn. WARP was never run. */
const SYSTEM_CPU_ADAPTERS: Partial<Record<NodeJS.Platform, { readonly name: string; readonly backend: string }>> = {
  linux: { name: 'llvmpipe', backend: 'vulkan' },
  win32: { name: 'Microsoft', backend: 'd3d12' },
};

/** Adapters, and what keeps others from being among them. */
export interface ListedAdapters {
  /** All adapters that were found. */
  readonly adapters: FoundAdapter[];
  /** Names that further adapters of the system have, which Dawn therefore does not tell from those that are listed. */
  readonly namesakes: string[];
  /** Why SwiftShader does not run. */
  readonly softwareProblem?: string;
}

/** Every adapter of the system that can be told from the others, then SwiftShader where nothing else computes on the CPU. */
export async function listAdapters(options: Pick<FindAdapterOptions, 'quiet'> = {}): Promise<ListedAdapters> {
  const { quiet } = { ...FIND_ADAPTER_DEFAULTS, ...options };
  const { adapters, namesakes } = await listSystemAdapters(quiet);
  if (!adapters.some(({ software }) => software)) addDistinct(adapters, await findSystemCpuAdapter(quiet));
  if (adapters.some(({ software }) => software)) return { adapters, namesakes };
  try {
    return { adapters: [...adapters, await findSwiftShader()], namesakes };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return { adapters, namesakes, softwareProblem: error.message };
  }
}

async function listSystemAdapters(quiet: boolean): Promise<Pick<ListedAdapters, 'adapters' | 'namesakes'>> {
  const adapters: FoundAdapter[] = [];
  const namesakes: string[] = [];
  for (const backend of BACKENDS[process.platform] ?? []) {
    for (const powerPreference of ['high-performance', 'low-power'] as const) {
      addDistinct(adapters, await request({ backend, powerPreference, quiet }));
    }
    const names = await listNames(backend, quiet);
    for (const name of new Set(names)) {
      const count = names.filter((each) => each === name).length;
      const equal = await listEqualGpus({ backend, name, quiet }, count);
      const [first] = equal;
      if (first) {
        const at = adapters.findIndex((known) => isSameAdapter(known, first));
        adapters.splice(at < 0 ? adapters.length : at, at < 0 ? 0 : 1, ...equal);
        continue;
      }
      addDistinct(adapters, await request({ backend, name, quiet }));
      namesakes.push(...Array.from({ length: count - 1 }, () => name));
    }
  }
  return { adapters, namesakes };
}

/** Adapters that have one name, each shown to Dawn alone; none where they cannot be. */
async function listEqualGpus(named: AdapterRequest, count: number): Promise<FoundAdapter[]> {
  if (count < 2 || !hasSelectionLayer()) return [];
  const found: FoundAdapter[] = [];
  for (const address of findEqualGpus(count, listPciGpus())) {
    const adapter = await withVariables(SELECTION_VARIABLES, selectionValues(address), () => request(named));
    if (adapter?.kind !== 'gpu') return [];
    found.push(adapter);
  }
  return found;
}

/** Sets variables of the environment for as long as something takes. */
async function withVariables<T>(
  names: readonly string[],
  values: readonly string[],
  use: () => Promise<T>,
): Promise<T> {
  const before = names.map((name) => process.env[name]);
  for (const [index, name] of names.entries()) process.env[name] = values[index];
  try {
    return await use();
  } finally {
    restoreVariables(names, before);
  }
}

function restoreVariables(names: readonly string[], values: readonly (string | undefined)[]): void {
  for (const [index, name] of names.entries()) {
    if (values[index] === undefined) delete process.env[name];
    else process.env[name] = values[index];
  }
}

function addDistinct(adapters: FoundAdapter[], found: FoundAdapter | undefined): void {
  if (found && !adapters.some((known) => isSameAdapter(known, found))) adapters.push(found);
}

/**
 * The adapter that is asked for; by default the system's GPU, else the best one on the CPU.
 * @throws DeviceError, saying what to install, where there is none; InputError where `software` is asked of a GPU, and for a GPU
 * that is not among those of the system.
 */
export async function findAdapter(options: FindAdapterOptions = {}): Promise<FoundAdapter> {
  const { adapter, software, quiet } = { ...FIND_ADAPTER_DEFAULTS, ...options };
  const index = parseGpuIndex(adapter);
  if (software && (adapter === 'gpu' || index !== undefined)) {
    throw new InputError(`software rules out the adapter ${adapter}; ask for one of them`);
  }
  if (index !== undefined) return findNumberedGpu(index, quiet);
  if (adapter === 'swiftshader') return findSwiftShader();
  if (adapter === 'lavapipe') {
    const lavapipe = await findSystemCpuAdapter(quiet);
    if (lavapipe?.kind === 'llvmpipe') return lavapipe;
    throw new DeviceError(explainMissingLavapipe());
  }
  const first = software ? undefined : await request({ powerPreference: 'high-performance', quiet });
  if (first?.kind === 'gpu') return first;
  if (adapter === 'gpu') {
    throw new DeviceError(NO_GPU);
  }
  return (first?.kind === 'llvmpipe' ? first : await findSystemCpuAdapter(quiet)) ?? first ?? findLast();
}

const NO_GPU = 'the system offers no GPU: install its driver with Vulkan, Metal or D3D12, or use the adapter auto';

async function findNumberedGpu(index: number, quiet: boolean): Promise<FoundAdapter> {
  const { adapters, namesakes } = await listSystemAdapters(quiet);
  const gpus = adapters.filter(({ kind }) => kind === 'gpu');
  const found = gpus[index];
  if (found) return found;
  if (gpus.length === 0) throw new DeviceError(NO_GPU);
  const last = gpus.length - 1;
  const why = namesakes.length > 0 ? `; ${explainNamesakes(namesakes)}` : '';
  throw new InputError(`there is no adapter gpu:${index}: the last one is gpu:${last}${why}`);
}

/** Says why GPUs of one name are not all listed, and how each of them is used all the same. */
export const explainNamesakes = (names: readonly string[]): string =>
  `several adapters are called ${[...new Set(names)].join(', ')}, and Dawn gives the first one of a name alone: install ` +
  "Mesa's Vulkan drivers, whose layer for device selection tells them apart, or hide the others from a process, as by " +
  'docker run --gpus device=1';

/** @throws DeviceError that says what to install, where SwiftShader does not run either. */
async function findLast(): Promise<FoundAdapter> {
  try {
    return await findSwiftShader();
  } catch (error) {
    if (!(error instanceof DeviceError) || error instanceof MissingDawnError) throw error;
    throw new DeviceError(`${error.message}; ${explainNoAdapter()}`, { cause: error });
  }
}

async function findSystemCpuAdapter(quiet: boolean): Promise<FoundAdapter | undefined> {
  const known = SYSTEM_CPU_ADAPTERS[process.platform];
  return known && request({ ...known, quiet });
}

/** Variables that make Vulkan's loader take SwiftShader, and nothing else that the system has. */
const DRIVER_VARIABLES = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES'] as const;

/** @throws DeviceError where it does not run. */
async function findSwiftShader(): Promise<FoundAdapter> {
  const before = DRIVER_VARIABLES.map((name) => process.env[name]);
  try {
    await useSoftwareAdapter();
    // SwiftShader has the limits that Dawn wants, and nothing to warn of.
    const found = await request({ backend: 'vulkan', quiet: false });
    if (!found) throw new DeviceError('SwiftShader loads, but offers no adapter');
    return found;
  } finally {
    restoreVariables(DRIVER_VARIABLES, before);
  }
}

interface AdapterRequest {
  readonly backend?: string;
  /** Part of the adapter's name. */
  readonly name?: string;
  readonly powerPreference?: GPUPowerPreference;
  readonly quiet: boolean;
}

/** Dawn rounds timestamps to 0.1 ms, so that web pages cannot spy on each other; here there are no others. */
const PRECISE_TIMESTAMPS = 'disable-dawn-features=timestamp_quantization';

async function request({ backend, name, powerPreference, quiet }: AdapterRequest): Promise<FoundAdapter | undefined> {
  if (!hasVulkanLoader()) return undefined;
  const flags = [...(backend ? [`backend=${backend}`] : []), ...(name ? [`adapter=${name}`] : [])];
  // Dawn throws where there are adapters, but none of that name.
  const adapter = await ask(flags, powerPreference ? { powerPreference } : {}, quiet).catch((error) => {
    if (error instanceof MissingDawnError) throw error;
    return null;
  });
  if (!adapter) return undefined;
  const { kind } = describeAdapter(adapter.info);
  const driver = backend ?? BACKENDS[process.platform]?.[0] ?? 'unknown';
  return { adapter, kind, software: kind !== 'gpu', backend: driver };
}

/** Variables on which it depends what an instance of Dawn sees. */
const CHOOSING_VARIABLES = [...DRIVER_VARIABLES, ...SELECTION_VARIABLES];

async function ask(flags: readonly string[], options: GPURequestAdapterOptions, quiet: boolean) {
  const dawn = await loadDawn();
  const all = [PRECISE_TIMESTAMPS, ...flags];
  const requestNow = () => {
    const key = [...all, ...CHOOSING_VARIABLES.map((variable) => process.env[variable] ?? '')].join('\n');
    const gpu = instances.get(key) ?? dawn.create(all);
    instances.set(key, gpu);
    return gpu.requestAdapter(options);
  };
  return quiet ? withQuietStderr(requestNow) : requestNow();
}

/** No adapter has it, so that Dawn names those that there are. */
const NO_ADAPTERS_NAME = 'none of the adapters';

/** Names of all adapters of a backend, some of which may be the same. */
async function listNames(backend: string, quiet: boolean): Promise<string[]> {
  if (!hasVulkanLoader()) return [];
  try {
    await ask([`backend=${backend}`, `adapter=${NO_ADAPTERS_NAME}`], {}, quiet);
    return [];
  } catch (error) {
    if (error instanceof MissingDawnError) throw error;
    return parseNames(String((error as Error)?.message ?? error), backend);
  }
}

/** Names of the adapters of a backend in the message by which Dawn says that it has none of a name. */
export function parseNames(message: string, backend: string): string[] {
  const listed = [...message.matchAll(/^ \* backend: '(.*?)', name: '(.*)'$/gm)];
  return listed.flatMap(([, of, name]) => (of === backend && name ? [name] : []));
}

/** Dawn itself does not load: no adapter would help. */
class MissingDawnError extends DeviceError {}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu');
  } catch (cause) {
    if (isMissingModule(cause)) {
      throw new MissingDawnError('the optional npm package webgpu is not installed; npm install webgpu brings it', {
        cause,
      });
    }
    const reason = (cause as Error).message.split('\n', 1)[0];
    throw new MissingDawnError(
      `the npm package webgpu has no build that loads on ${process.platform} on ${process.arch}: ${reason}`,
      { cause },
    );
  }
}

function isSameAdapter(a: FoundAdapter, b: FoundAdapter): boolean {
  return (
    a.adapter.info.description === b.adapter.info.description &&
    a.adapter.info.device === b.adapter.info.device &&
    a.backend === b.backend
  );
}
