/** The `Pattern` of wgsl/cast/frame/pattern.wgsl: where in their pixels rays are, and where in their steps samples. */
import { createConstants } from '../../gpu/buffers.js';
import type { Gpu } from '../../gpu/gpu.js';
import { packStruct } from '../../gpu/structs.js';
import { createBlueNoise } from '../../math/blue-noise.js';
import { subpixelOffsets } from '../../math/subpixels.js';

/** @param jitter seed of the noise; without it there is none. */
export function uploadPattern(gpu: Gpu, samplesPerPixel: number, jitter: number | undefined): GPUBuffer {
  const noise = jitter === undefined ? [] : inQuads(createBlueNoise(jitter));
  const subpixels = subpixelOffsets(samplesPerPixel).map(([x, y]) => [x, y, 0, 0] as const);
  return createConstants(gpu, 'cast.pattern', packStruct('Pattern', { subpixels, noise }));
}

const inQuads = (values: ArrayLike<number>) =>
  Array.from({ length: values.length / 4 }, (_, quad) => {
    const at = (lane: number) => values[4 * quad + lane]!;
    return [at(0), at(1), at(2), at(3)] as const;
  });
