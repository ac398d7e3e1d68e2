/** The `Pattern` of wgsl/cast/frame/pattern.wgsl: where in their pixels rays are, and where in their steps samples. */
import { BUFFER_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { BLUE_NOISE_SIZE, createBlueNoise } from '../../math/blue-noise.js';
import { MAX_SUBPIXELS, subpixelOffsets } from '../../math/subpixels.js';

const WORDS_PER_SUBPIXEL = 4;
const FIRST_NOISE = WORDS_PER_SUBPIXEL * MAX_SUBPIXELS;

export const PATTERN_SIZE_BYTES = 4 * (FIRST_NOISE + BLUE_NOISE_SIZE ** 2);

/** @param jitter seed of the noise; without it there is none. */
export function uploadPattern({ device }: Gpu, samplesPerPixel: number, jitter: number | undefined): GPUBuffer {
  const words = new Float32Array(PATTERN_SIZE_BYTES / 4);
  for (const [index, offset] of subpixelOffsets(samplesPerPixel).entries())
    words.set(offset, WORDS_PER_SUBPIXEL * index);
  if (jitter !== undefined) words.set(createBlueNoise(jitter), FIRST_NOISE);
  const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
  const buffer = device.createBuffer({ label: 'cast.pattern', size: PATTERN_SIZE_BYTES, usage });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}
