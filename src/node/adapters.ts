/** Finds the machine's adapters through Dawn: its own GPUs first, else the software adapter. */

import { setImmediate } from 'node:timers/promises';
import { DeviceError, Gpu, type GpuFeature } from '../index.js';
import { hasVulkanLoader, useSoftwareAdapter } from './software-adapter.js';

export interface OpenGpuOptions {
  /** Use the software adapter even where there is a GPU. */
  readonly software?: boolean;
  readonly withoutFeatures?: readonly GpuFeature[];
}

/** An adapter of this machine. */
export interface FoundAdapter {
  readonly adapter: GPUAdapter;
  readonly software: boolean;
  /** The graphics API that reached it, e.g. "vulkan". */
  readonly backend: string;
}

/**
 * Dawn's entry points must outlive every device: collected early, the process aborts or hangs at random. They are few
 * and small, so they are kept for good; what keeps Node alive are devices, and those are destroyed by their owners.
 */
const instances: GPU[] = [];

/**
 * Opens the best adapter: the system's GPU, else the software adapter.
 * @throws DeviceError, saying what to install, where neither works.
 */
export async function openGpu({ software = false, withoutFeatures = [] }: OpenGpuOptions = {}): Promise<Gpu> {
  const found = (software ? undefined : await findHardwareAdapter()) ?? (await findSoftwareAdapter());
  return Gpu.open(found.adapter, {
    software: found.software,
    withoutFeatures,
    ...(found.software && { wait: waitIdly }),
  });
}

const POLL_INTERVAL_MS = 0.5;
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/**
 * Dawn's Node binding asks for finished work in a busy loop of setImmediate, which takes a core from an adapter that
 * computes on the same cores: measured on two, frames take 1.7 times as long. So the loop sleeps between its rounds.
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

/** Every distinct adapter: hardware by backend and power preference, then the software one, or why there is none. */
export async function listAdapters(): Promise<{ adapters: FoundAdapter[]; softwareProblem?: string }> {
  const adapters: FoundAdapter[] = [];
  for (const backend of hasVulkanLoader() ? (BACKENDS[process.platform] ?? []) : []) {
    for (const powerPreference of ['high-performance', 'low-power'] as const) {
      const adapter = await request([`backend=${backend}`], { powerPreference });
      const known = adapters.some((other) => sameAdapter(other.adapter, adapter) && other.backend === backend);
      if (adapter && !known) adapters.push({ adapter, software: isSoftware(adapter), backend });
    }
  }
  if (adapters.some(({ software }) => software)) return { adapters };
  try {
    return { adapters: [...adapters, await findSoftwareAdapter()] };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return { adapters, softwareProblem: error.message };
  }
}

async function findHardwareAdapter(): Promise<FoundAdapter | undefined> {
  if (!hasVulkanLoader()) return undefined;
  const adapter = await request([], { powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  return { adapter, software: isSoftware(adapter), backend: BACKENDS[process.platform]?.[0] ?? 'unknown' };
}

/** @throws DeviceError where it does not run. */
async function findSoftwareAdapter(): Promise<FoundAdapter> {
  await useSoftwareAdapter();
  const adapter = await request(['backend=vulkan'], {});
  if (!adapter) throw new DeviceError('the software adapter loads, but gives no adapter');
  return { adapter, software: true, backend: 'vulkan' };
}

/** Dawn rounds timestamps to 0.1 ms, so that pages of the web cannot tell what others do; here nobody has to be kept from it. */
const PRECISE_TIMESTAMPS = 'disable-dawn-features=timestamp_quantization';

async function request(flags: string[], options: GPURequestAdapterOptions): Promise<GPUAdapter | undefined> {
  const gpu = (await loadDawn()).create([...flags, PRECISE_TIMESTAMPS]);
  instances.push(gpu);
  return (await gpu.requestAdapter(options)) ?? undefined;
}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu');
  } catch (cause) {
    const reason = (cause as Error).message.split('\n', 1)[0];
    throw new DeviceError(
      `the npm package webgpu has no build that loads on ${process.platform} on ${process.arch}: ${reason}`,
      { cause },
    );
  }
}

const isSoftware = ({ info }: GPUAdapter) =>
  info.isFallbackAdapter || /swiftshader|llvmpipe|basic render/i.test(info.description);

function sameAdapter(a: GPUAdapter, b: GPUAdapter | undefined): boolean {
  return a.info.description === b?.info.description && a.info.device === b.info.device;
}
