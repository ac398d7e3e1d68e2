/** Finds the machine's adapters through Dawn: its own GPUs first, then lavapipe, then SwiftShader. */

import { setImmediate } from 'node:timers/promises';
import { type AdapterKind, DeviceError, describeAdapter, Gpu, type GpuFeature, InputError } from '../index.js';
import { explainMissingLavapipe, explainNoAdapter } from './lavapipe.js';
import { withQuietStderr } from './quiet-stderr.js';
import { hasVulkanLoader, useSoftwareAdapter } from './software-adapter.js';

export const ADAPTER_CHOICES = ['auto', 'gpu', 'lavapipe', 'swiftshader'] as const;

/** `auto` is the best GPU, and where there is none the best adapter on the CPU. */
export type AdapterChoice = (typeof ADAPTER_CHOICES)[number];

/** Options of `findAdapter`. */
export interface FindAdapterOptions {
  readonly adapter?: AdapterChoice;
  /** Use the best CPU adapter, even if there is a GPU: lavapipe (on Windows WARP), else SwiftShader. */
  readonly software?: boolean;
  /**
   * Keep what Dawn warns of while it looks for adapters off standard error; Linux only. The process must not open files
   * meanwhile.
   */
  readonly quiet?: boolean;
}

export const FIND_ADAPTER_DEFAULTS = {
  adapter: 'auto',
  software: false,
  quiet: false,
} as const satisfies Required<FindAdapterOptions>;

/** Options of `openGpu`: which adapter, and what of it. */
export interface OpenGpuOptions extends FindAdapterOptions {
  readonly withoutFeatures?: readonly GpuFeature[];
  /** Treat the adapter as one of this kind, not as what it is: to measure or test the variants that are chosen there. */
  readonly treatAs?: AdapterKind;
}

/** An adapter of this machine. */
export interface FoundAdapter {
  readonly adapter: GPUAdapter;
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

/** Every distinct adapter of the system, then SwiftShader where nothing else computes on the CPU, or why it does not run. */
export async function listAdapters(
  options: Pick<FindAdapterOptions, 'quiet'> = {},
): Promise<{ adapters: FoundAdapter[]; softwareProblem?: string }> {
  const { quiet } = { ...FIND_ADAPTER_DEFAULTS, ...options };
  const adapters: FoundAdapter[] = [];
  const add = (found: FoundAdapter | undefined) => {
    if (found && !adapters.some((known) => isSameAdapter(known, found))) adapters.push(found);
  };
  for (const backend of BACKENDS[process.platform] ?? []) {
    for (const powerPreference of ['high-performance', 'low-power'] as const) {
      add(await request({ backend, powerPreference, quiet }));
    }
  }
  if (!adapters.some(({ software }) => software)) add(await findSystemCpuAdapter(quiet));
  if (adapters.some(({ software }) => software)) return { adapters };
  try {
    return { adapters: [...adapters, await findSwiftShader()] };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return { adapters, softwareProblem: error.message };
  }
}

/**
 * The adapter that is asked for; by default the system's GPU, else the best one on the CPU.
 * @throws DeviceError, saying what to install, where there is none; InputError where `software` is asked of a GPU.
 */
export async function findAdapter(options: FindAdapterOptions = {}): Promise<FoundAdapter> {
  const { adapter, software, quiet } = { ...FIND_ADAPTER_DEFAULTS, ...options };
  if (software && adapter === 'gpu') throw new InputError('software rules out the adapter gpu; ask for one of them');
  if (adapter === 'swiftshader') return findSwiftShader();
  if (adapter === 'lavapipe') {
    const lavapipe = await findSystemCpuAdapter(quiet);
    if (lavapipe?.kind === 'llvmpipe') return lavapipe;
    throw new DeviceError(explainMissingLavapipe());
  }
  const first = software ? undefined : await request({ powerPreference: 'high-performance', quiet });
  if (first?.kind === 'gpu') return first;
  if (adapter === 'gpu') {
    throw new DeviceError(
      'the system offers no GPU: install its driver with Vulkan, Metal or D3D12, or use the adapter auto',
    );
  }
  return (first?.kind === 'llvmpipe' ? first : await findSystemCpuAdapter(quiet)) ?? first ?? findLast();
}

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
    for (const [index, name] of DRIVER_VARIABLES.entries()) {
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
    }
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
  const flags = [PRECISE_TIMESTAMPS];
  if (backend) flags.push(`backend=${backend}`);
  if (name) flags.push(`adapter=${name}`);
  const dawn = await loadDawn();
  const ask = () => {
    const key = [...flags, ...DRIVER_VARIABLES.map((variable) => process.env[variable] ?? '')].join('\n');
    const gpu = instances.get(key) ?? dawn.create(flags);
    instances.set(key, gpu);
    return gpu.requestAdapter(powerPreference ? { powerPreference } : {});
  };
  // Dawn throws where there are adapters, but none of that name.
  const adapter = await (quiet ? withQuietStderr(ask) : ask()).catch(() => null);
  if (!adapter) return undefined;
  const { kind } = describeAdapter(adapter.info);
  const driver = backend ?? BACKENDS[process.platform]?.[0] ?? 'unknown';
  return { adapter, kind, software: kind !== 'gpu', backend: driver };
}

/** Dawn itself does not load: no adapter would help. */
class MissingDawnError extends DeviceError {}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') {
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
