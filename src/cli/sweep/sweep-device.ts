/** The device that a sweep runs on, as far as its choices and its results depend on it. */
import type { AdapterIdentity, Gpu, ShapeProfile } from '../../index.js';
import { ruleAdapterOf } from '../../lab.js';
import { findProfile } from '../find-profile.js';

export interface SweepDevice {
  readonly adapter: string;
  readonly adapterInfo: AdapterIdentity;
  readonly software: boolean;
  readonly timer: 'gpu' | 'wall';
  readonly maxInvocations: number;
  /** Lanes of a subgroup, as in `RuleAdapter`. */
  readonly lanes?: number | undefined;
  readonly profile: ShapeProfile | undefined;
}

export async function describeDevice(gpu: Gpu): Promise<SweepDevice> {
  const { vendor, architecture, device, description } = gpu.adapterInfo;
  const { maxInvocations, lanes } = ruleAdapterOf(gpu);
  return {
    adapter: gpu.adapterName,
    adapterInfo: { vendor, architecture, device, description },
    software: gpu.software,
    timer: gpu.has('timestamp-query') ? 'gpu' : 'wall',
    maxInvocations,
    ...(lanes !== undefined && { lanes }),
    profile: await findProfile(gpu),
  };
}
