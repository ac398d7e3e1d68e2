/** From a ray's samples to what it shows of the volume and where, by render mode, in float64. */
import type { Ray } from '../../camera/camera.js';
import { transformVector } from '../../math/affine.js';
import { addScaled, scale } from '../../math/vec3.js';
import type { RenderMode } from '../../transfer/mode.js';
import { createShading, type Shading } from '../../transfer/shading.js';
import { evaluateColor, type TransferFunction } from '../../transfer/transfer-function.js';
import type { Mask } from '../../volume/mask.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../volume/volume.js';
import type { PlacedLayer } from '../order-layers.js';
import { classifySample } from './classify-sample.js';
import { findCrossing } from './find-crossing.js';
import { createGradient } from './gradient.js';
import { createSegmentIntegral } from './integrate-segment.js';
import type { KeptSample } from './keep-samples.js';
import { createLabelEdge } from './label-edge.js';
import { type ProjectionMode, reduceValues } from './reduce-values.js';
import { sampleVolume } from './sample-volume.js';
import { createShade } from './shade.js';

export interface VolumeLook {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  readonly mode: RenderMode;
  /** Read by mode isosurface. */
  readonly isoValue?: number | undefined;
  readonly shading?: Shading | undefined;
  readonly mask?: Mask | undefined;
  readonly stepVoxels: number;
  readonly preintegrated: boolean;
}

/** What a ray shows of a volume, front to back. */
export type ListLayers = (samples: Iterable<KeptSample>, rayWorld: Ray) => Iterable<PlacedLayer>;

export function createVolumeLayers(options: VolumeLook): ListLayers {
  const { mode, preintegrated, isoValue } = options;
  if (mode === 'isosurface') return showSurface(options, isoValue!);
  if (mode !== 'composite') return showValue(options, mode);
  return preintegrated ? compositeSegments(options) : compositeClassified(options);
}

/** Each sample stands for the step about it. */
function compositeClassified(options: VolumeLook): ListLayers {
  const { volume, transfer, shading, mask } = options;
  const classification = {
    transfer,
    stepUnits: stepUnits(options),
    gradient: createGradient(volume),
    shade: shading && createShade(shading, transfer),
    labelEdge: shading && mask && createLabelEdge(mask),
  };
  return function* (samples, { direction }) {
    const toEye = scale(direction, -1);
    for (const sample of samples) {
      yield { ...classifySample(sample, toEye, classification), t: sample.t, sampleCount: 1 };
    }
  };
}

/** Each sample stands for a step-long segment about it, along which the value changes linearly. */
function compositeSegments(options: VolumeLook): ListLayers {
  const { volume, transfer, stepVoxels } = options;
  const integrateSegment = createSegmentIntegral(transfer);
  const toIndex = worldToIndex(volume);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  return function* (samples, { direction }) {
    const stepIndex = scale(transformVector(toIndex, direction), stepWorld);
    for (const { positionIndex, t } of samples) {
      const front = sampleVolume(volume, addScaled(positionIndex, stepIndex, -0.5));
      const back = sampleVolume(volume, addScaled(positionIndex, stepIndex, 0.5));
      yield { ...integrateSegment(front, back, stepUnits(options)), t, sampleCount: 1 };
    }
  };
}

function showSurface({ volume, transfer, shading }: VolumeLook, isoValue: number): ListLayers {
  const gradient = createGradient(volume);
  const shade = createShade(shading ?? createShading(), transfer);
  return (samples, { direction }) => {
    const { crossing, sampleCount } = findCrossing(volume, samples, isoValue);
    if (crossing === undefined) return [{ ...NOTHING, sampleCount }];
    const color = crossing.style?.color ?? evaluateColor(transfer, isoValue);
    const shaded = shade(color, gradient(crossing.positionIndex), scale(direction, -1));
    return [{ color: shaded, opacity: 1, t: crossing.t, sampleCount }];
  };
}

/** A value that stands for a whole ray has no place on it: it is behind all that has one. */
function showValue({ transfer }: VolumeLook, mode: ProjectionMode): ListLayers {
  return (samples) => {
    const { value, sampleCount } = reduceValues(samples, mode);
    if (value === undefined) return [{ ...NOTHING, sampleCount }];
    return [{ color: evaluateColor(transfer, value), opacity: 1, t: Infinity, sampleCount }];
  };
}

const NOTHING = { color: [0, 0, 0], opacity: 0, t: Infinity } as const;

/** The distance between samples in the transfer function's unit of length. */
function stepUnits({ volume, transfer, stepVoxels }: VolumeLook): number {
  const spacing = smallestSpacing(volume);
  return (stepVoxels * spacing) / (transfer.unit ?? spacing);
}
