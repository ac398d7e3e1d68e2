/** Front-to-back compositing of a ray's samples, in float64. */
import { addScaled, type Vec3 } from '../math/vec3.js';

/** The colour and opacity of a part of a ray. */
export interface Layer {
  /** Weighted by opacity. */
  readonly color: Vec3;
  readonly opacity: number;
}

/** The sum of all of a ray's samples, before the background. */
export interface ReducedSamples extends Layer {
  /** Samples that were looked at. */
  readonly sampleCount: number;
}

/** Lays what each sample shows behind what the samples before it show; ends with the one that reaches `maxOpacity`. */
export function compositeSamples<Sample>(
  samples: Iterable<Sample>,
  layerOf: (sample: Sample) => Layer,
  maxOpacity: number,
): ReducedSamples {
  let color: Vec3 = [0, 0, 0];
  let opacity = 0;
  let sampleCount = 0;
  for (const sample of samples) {
    const layer = layerOf(sample);
    const transmittance = 1 - opacity;
    color = addScaled(color, layer.color, transmittance);
    opacity += transmittance * layer.opacity;
    sampleCount++;
    if (opacity >= maxOpacity) break;
  }
  return { color, opacity, sampleCount };
}
