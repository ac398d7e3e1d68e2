/** From a ray's samples to what the ray shows, by render mode, in float64. */
import type { Ray } from '../camera/camera.js';
import { transformVector } from '../math/affine.js';
import { addScaled, scale } from '../math/vec3.js';
import type { RenderMode } from '../transfer/mode.js';
import { createShading, type Shading } from '../transfer/shading.js';
import { evaluateColor, type TransferFunction } from '../transfer/transfer-function.js';
import { smallestSpacing, type Volume, worldToIndex } from '../volume/volume.js';
import { classifySample } from './classify-sample.js';
import { compositeSamples, type ReducedSamples } from './composite.js';
import { findCrossing } from './find-crossing.js';
import { createGradient } from './gradient.js';
import { createSegmentIntegral } from './integrate-segment.js';
import type { KeptSample } from './keep-samples.js';
import { type ProjectionMode, reduceValues } from './reduce-values.js';
import { sampleVolume } from './sample-volume.js';
import { createShade } from './shade.js';

export interface ReduceRayOptions {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  readonly mode: RenderMode;
  /** Of mode isosurface. */
  readonly isoValue?: number | undefined;
  readonly shading?: Shading | undefined;
  readonly stepVoxels: number;
  readonly preintegrated: boolean;
  /** Accumulated opacity at which compositing ends. */
  readonly maxOpacity: number;
}

export type ReduceRay = (samples: Iterable<KeptSample>, rayWorld: Ray) => ReducedSamples;

export function createReduction(options: ReduceRayOptions): ReduceRay {
  const { mode, preintegrated, isoValue } = options;
  if (mode === 'isosurface') return showSurface(options, isoValue!);
  if (mode !== 'composite') return showValue(options, mode);
  return preintegrated ? compositeSegments(options) : compositeClassified(options);
}

/** Each sample stands for the step about it. */
function compositeClassified(options: ReduceRayOptions): ReduceRay {
  const { volume, transfer, shading, maxOpacity } = options;
  const classification = {
    transfer,
    stepUnits: stepUnits(options),
    gradient: createGradient(volume),
    shade: shading && createShade(shading, transfer),
  };
  return (samples, { direction }) => {
    const toEye = scale(direction, -1);
    return compositeSamples(samples, (sample) => classifySample(sample, toEye, classification), maxOpacity);
  };
}

/** Each sample stands for a step-long segment about it, along which the value changes linearly. */
function compositeSegments(options: ReduceRayOptions): ReduceRay {
  const { volume, transfer, stepVoxels, maxOpacity } = options;
  const integrateSegment = createSegmentIntegral(transfer);
  const toIndex = worldToIndex(volume);
  const stepWorld = stepVoxels * smallestSpacing(volume);
  return (samples, { direction }) => {
    const stepIndex = scale(transformVector(toIndex, direction), stepWorld);
    const layerOf = ({ positionIndex }: KeptSample) => {
      const front = sampleVolume(volume, addScaled(positionIndex, stepIndex, -0.5));
      const back = sampleVolume(volume, addScaled(positionIndex, stepIndex, 0.5));
      return integrateSegment(front, back, stepUnits(options));
    };
    return compositeSamples(samples, layerOf, maxOpacity);
  };
}

function showSurface({ volume, transfer, shading }: ReduceRayOptions, isoValue: number): ReduceRay {
  const gradient = createGradient(volume);
  const shade = createShade(shading ?? createShading(), transfer);
  return (samples, { direction }) => {
    const { crossing, sampleCount } = findCrossing(volume, samples, isoValue);
    if (crossing === undefined) return { ...NOTHING, sampleCount };
    const color = crossing.style?.color ?? evaluateColor(transfer, isoValue);
    const shaded = shade(color, gradient(crossing.positionIndex), scale(direction, -1));
    return { color: shaded, opacity: 1, sampleCount };
  };
}

function showValue({ transfer }: ReduceRayOptions, mode: ProjectionMode): ReduceRay {
  return (samples) => {
    const { value, sampleCount } = reduceValues(samples, mode);
    if (value === undefined) return { ...NOTHING, sampleCount };
    return { color: evaluateColor(transfer, value), opacity: 1, sampleCount };
  };
}

const NOTHING = { color: [0, 0, 0], opacity: 0 } as const;

/** The distance between samples in the transfer function's unit of length. */
function stepUnits({ volume, transfer, stepVoxels }: ReduceRayOptions): number {
  const spacing = smallestSpacing(volume);
  return (stepVoxels * spacing) / (transfer.unit ?? spacing);
}
