/** Lights samples of a step together that are hardly seen, in float64: what wgsl/cast/volume/lit_step.wgsl does. */
import { addScaled, scale, type Vec3 } from '../../math/vec3.js';
import type { PlacedLayer } from '../order-layers.js';
import { type Classification, classifyUnlit, type LitPosition, lightColor } from './classify-sample.js';
import type { KeptSample } from './samples/keep-samples.js';

/** Samples of a step of `fine`. */
const STEP_SAMPLES = 4;
/** Opacity of samples together from which on they are lit without those that follow. */
const LEAST_ALONE = 0.01;

interface WeightedSample {
  readonly sample: KeptSample;
  readonly color: Vec3;
  readonly opacity: number;
  /** Share of the opacity of all. */
  readonly weight: number;
}

/** Layers of a ray's samples, front to back. @param toEye unit world direction. */
export function* lightSteps(
  samples: Iterable<KeptSample>,
  toEye: Vec3,
  classification: Classification,
): Generator<PlacedLayer> {
  let left = 1;
  let together: WeightedSample[] = [];
  for (const sample of samples) {
    const step = Math.floor(sample.index / STEP_SAMPLES);
    const isNew = together.length > 0 && step !== Math.floor(together[0]!.sample.index / STEP_SAMPLES);
    if (isNew || totalWeight(together) > LEAST_ALONE) {
      yield* lightTogether(together, toEye, classification);
      together = [];
      left = 1;
    }
    const { color, opacity } = classifyUnlit(sample, classification);
    together.push({ sample, color, opacity, weight: left * opacity });
    left *= 1 - opacity;
  }
  yield* lightTogether(together, toEye, classification);
}

const totalWeight = (samples: readonly WeightedSample[]) => samples.reduce((sum, { weight }) => sum + weight, 0);

/** All have the light of their mean position, on their mean colour. */
function* lightTogether(
  samples: readonly WeightedSample[],
  toEye: Vec3,
  classification: Classification,
): Generator<PlacedLayer> {
  const total = totalWeight(samples);
  const meanOf = (pick: (one: WeightedSample) => Vec3) =>
    samples.reduce<Vec3>((sum, one) => addScaled(sum, pick(one), one.weight / total), [0, 0, 0]);
  const visible = samples.find(({ weight }) => weight > 0);
  const lit =
    visible &&
    lightColor(
      meanOf(({ color }) => color),
      middleOf(visible),
      toEye,
      classification,
    );
  for (const { sample, opacity } of samples) {
    yield { color: scale(lit ?? [0, 0, 0], opacity), opacity, t: sample.t, sampleCount: 1 };
  }

  function middleOf({ sample: { style } }: WeightedSample): LitPosition {
    return {
      positionIndex: meanOf(({ sample }) => sample.positionIndex),
      pointWorld: meanOf(({ sample }) => sample.pointWorld),
      style,
    };
  }
}
