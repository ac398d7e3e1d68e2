/** Casts a volume to an image on the CPU in float64: what wgsl/cast computes, plain and slow. */
import { type Camera, type ImageSize, rayThroughPixel } from '../camera/camera.js';
import { InputError } from '../errors.js';
import { addScaled, scale, type Vec3 } from '../math/vec3.js';
import { evaluateColor, evaluateOpacity, type TransferFunction } from '../transfer/transfer-function.js';
import { smallestSpacing, type Volume } from '../volume/volume.js';
import { type RaySample, sampleRay } from './sample-ray.js';

export interface CastVolumeOptions extends ImageSize {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  readonly camera: Camera;
  /** Red, green and blue between 0 and 1, or straight alpha instead of a background. */
  readonly background: Vec3 | 'transparent';
  /** Distance between samples, in units of the smallest spacing. */
  readonly stepVoxels?: number;
  readonly earlyTermination?: boolean;
}

export const CAST_VOLUME_DEFAULTS = {
  stepVoxels: 1,
  earlyTermination: true,
} as const satisfies Partial<CastVolumeOptions>;

export interface ReferenceImage {
  /** 4 bytes a pixel, rows from the top. */
  readonly pixels: Uint8Array;
  /** `pixels` before quantisation, between 0 and 1. */
  readonly colors: Float64Array;
  /** Samples that were composited. */
  readonly sampleCount: number;
}

/** Accumulated opacity at which a ray ends early. */
const TERMINATION_OPACITY = 0.999;

/** @throws InputError if the image has no pixels or the step is not positive. */
export function castVolume(options: CastVolumeOptions): ReferenceImage {
  const { volume, transfer, camera, width, height, background, stepVoxels, earlyTermination } = {
    ...CAST_VOLUME_DEFAULTS,
    ...options,
  };
  if (![width, height].every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new InputError(`an image's width and height must be positive integers, not ${width} × ${height}`);
  }
  if (!(stepVoxels > 0 && stepVoxels < Infinity)) {
    throw new InputError(`the step must be a positive number of voxels, not ${stepVoxels}`);
  }
  const spacing = smallestSpacing(volume);
  const stepUnits = (stepVoxels * spacing) / (transfer.unit ?? spacing);
  const maxOpacity = earlyTermination ? TERMINATION_OPACITY : Infinity;

  const colors = new Float64Array(4 * width * height);
  let sampleCount = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const samples = sampleRay(volume, rayThroughPixel(camera, { width, height }, x, y), stepVoxels);
      const reduced = compositeSamples(samples, transfer, stepUnits, maxOpacity);
      colors.set(blend(reduced, background), 4 * (y * width + x));
      sampleCount += reduced.sampleCount;
    }
  }
  return { pixels: Uint8Array.from(colors, (value) => Math.round(255 * value)), colors, sampleCount };
}

/** What a ray's samples come to, before the background. */
interface ReducedSamples {
  /** Weighted by opacity. */
  readonly color: Vec3;
  readonly opacity: number;
  readonly sampleCount: number;
}

/** Front-to-back compositing; `stepUnits` is the distance between samples in the transfer function's unit of length. */
function compositeSamples(
  samples: Iterable<RaySample>,
  transfer: TransferFunction,
  stepUnits: number,
  maxOpacity: number,
): ReducedSamples {
  let color: Vec3 = [0, 0, 0];
  let opacity = 0;
  let sampleCount = 0;
  for (const { value } of samples) {
    const sampleOpacity = 1 - (1 - evaluateOpacity(transfer, value)) ** stepUnits;
    const weight = (1 - opacity) * sampleOpacity;
    color = addScaled(color, evaluateColor(transfer, value), weight);
    opacity += weight;
    sampleCount++;
    if (opacity >= maxOpacity) break;
  }
  return { color, opacity, sampleCount };
}

/** Red, green, blue and straight alpha. */
function blend({ color, opacity }: ReducedSamples, background: Vec3 | 'transparent'): readonly number[] {
  if (background !== 'transparent') return [...addScaled(color, background, 1 - opacity), 1];
  return opacity === 0 ? [0, 0, 0, 0] : [...scale(color, 1 / opacity), opacity];
}
