/** The part of an adapter in the choice of shapes. */
import { type ByAdapter, chooseByAdapter } from '../../gpu/adapter-traits.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { RuleAdapter } from '../../shapes/continuous-rule.js';

/**
 * Whether subgroups are compact blocks. llvmpipe's, of 8 lanes, take 0.88 to 0.98 of the time of rows where they are 4 × 2 or
 * 2 × 4 pixels, whatever the workgroup: fewer of their lanes go through a brick or light a sample for the others. SwiftShader's
 * 4 lanes gain up to 7 % unlit and lose 4 % lit (experiments/peers).
 */
const COMPACT: ByAdapter<boolean> = { gpu: false, llvmpipe: true, swiftshader: false };

/** The adapter as the rule of shapes knows it. */
export function ruleAdapterOf({ traits, device, software }: Pick<Gpu, 'traits' | 'device' | 'software'>): RuleAdapter {
  return {
    maxInvocations: device.limits.maxComputeInvocationsPerWorkgroup,
    isGpu: !software,
    ...(chooseByAdapter(traits, COMPACT) && { lanes: traits.subgroupSizes?.most }),
  };
}
