/** The device that a sweep runs on, as far as its choices and its results depend on it. */
import type { AdapterIdentity, Gpu, ShapeProfile } from '../../index.js';
import { findProfile } from '../find-profile.js';

export interface SweepDevice {
  readonly adapter: string;
  readonly adapterInfo: AdapterIdentity;
  readonly software: boolean;
  readonly timer: 'gpu' | 'wall';
  readonly maxInvocations: number;
  readonly profile: ShapeProfile | undefined;
}

export async function describeDevice(gpu: Gpu): Promise<SweepDevice> {
  const { vendor, architecture, device, description } = gpu.adapterInfo;
  return {
    adapter: gpu.adapterName,
    adapterInfo: { vendor, architecture, device, description },
    software: gpu.software,
    timer: gpu.has('timestamp-query') ? 'gpu' : 'wall',
    maxInvocations: gpu.device.limits.maxComputeInvocationsPerWorkgroup,
    profile: await findProfile(gpu),
  };
}
