/** Casts a volume to an image on the CPU in float64: what wgsl/cast computes, plain and slow. */
import { type Camera, type ImageSize, rayThroughPixel } from '../camera/camera.js';
import { InputError } from '../errors.js';
import { BLUE_NOISE_SIZE, createBlueNoise } from '../math/blue-noise.js';
import type { HalfSpace } from '../math/plane.js';
import { MAX_SUBPIXELS, subpixelOffsets } from '../math/subpixels.js';
import { addScaled, scale, type Vec3 } from '../math/vec3.js';
import { OPAQUE, type RenderMode } from '../transfer/mode.js';
import type { Shading } from '../transfer/shading.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import type { Mask } from '../volume/mask.js';
import type { Volume } from '../volume/volume.js';
import type { Layer, ReducedSamples } from './composite.js';
import { createStyleLookup, keepSamples } from './keep-samples.js';
import { createReduction } from './reduce-ray.js';
import { sampleRay } from './sample-ray.js';

export interface CastVolumeOptions extends ImageSize {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  readonly camera: Camera;
  /** Red, green and blue between 0 and 1, or straight alpha instead of a background. */
  readonly background: Vec3 | 'transparent';
  /** Distance between samples, in units of the smallest spacing. */
  readonly stepVoxels?: number;
  /** Of mode composite. */
  readonly earlyTermination?: boolean;
  readonly mode?: RenderMode;
  /** The value whose surface mode isosurface shows. */
  readonly isoValue?: number;
  /** Of modes composite, which is unshaded without, and isosurface, which then takes the default. */
  readonly shading?: Shading;
  /** Samples outside any of these half-spaces of the world are left out. */
  readonly clip?: readonly HalfSpace[];
  readonly mask?: Mask;
  /** Seed of the blue noise that says where in their steps a pixel's samples lie; without it, in the middle. */
  readonly jitter?: number;
  /** Rays through each pixel, of which it shows the mean. */
  readonly samplesPerPixel?: number;
  /** Integrates over the values between samples; mode composite only, and not with gradients or labels. */
  readonly preintegrated?: boolean;
}

export const CAST_VOLUME_DEFAULTS = {
  stepVoxels: 1,
  earlyTermination: true,
  mode: 'composite',
  clip: [],
  samplesPerPixel: 1,
  preintegrated: false,
} as const satisfies Partial<CastVolumeOptions>;

export interface ReferenceImage {
  /** 4 bytes a pixel, rows from the top. */
  readonly pixels: Uint8Array;
  /** `pixels` before quantisation, between 0 and 1. */
  readonly colors: Float64Array;
  /** Samples that were neither left out nor behind the end of their ray. */
  readonly sampleCount: number;
}

/** @throws InputError if an option is out of range, the isosurface has no value or pre-integration does not apply. */
export function castVolume(options: CastVolumeOptions): ReferenceImage {
  const settings = { ...CAST_VOLUME_DEFAULTS, ...options };
  checkOptions(settings);
  const { volume, camera, width, height, background, stepVoxels, clip, mask, jitter, samplesPerPixel } = settings;
  const styleAt = mask && createStyleLookup(mask);
  const maxOpacity = settings.earlyTermination ? OPAQUE : Infinity;
  const reduceRay = createReduction({ ...settings, maxOpacity });
  const phases = jitter === undefined ? undefined : createBlueNoise(jitter);
  const offsets = subpixelOffsets(samplesPerPixel);

  const colors = new Float64Array(4 * width * height);
  let sampleCount = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const phase = phases?.[(x % BLUE_NOISE_SIZE) + BLUE_NOISE_SIZE * (y % BLUE_NOISE_SIZE)];
      const reductions = offsets.map(([right, up]) => {
        const ray = rayThroughPixel(camera, { width, height }, x + right, y - up);
        return reduceRay(keepSamples(sampleRay(volume, ray, stepVoxels, phase), clip, styleAt), ray);
      });
      colors.set(blend(mean(reductions), background), 4 * (y * width + x));
      for (const reduction of reductions) sampleCount += reduction.sampleCount;
    }
  }
  return { pixels: Uint8Array.from(colors, (value) => Math.round(255 * value)), colors, sampleCount };
}

/** Of what the rays of one pixel show. */
function mean(reductions: readonly ReducedSamples[]): Layer {
  let color: Vec3 = [0, 0, 0];
  let opacity = 0;
  for (const layer of reductions) {
    color = addScaled(color, layer.color, 1 / reductions.length);
    opacity += layer.opacity / reductions.length;
  }
  return { color, opacity };
}

/** Red, green, blue and straight alpha. */
function blend({ color, opacity }: Layer, background: Vec3 | 'transparent'): readonly number[] {
  if (background !== 'transparent') return [...addScaled(color, background, 1 - opacity), 1];
  return opacity === 0 ? [0, 0, 0, 0] : [...scale(color, 1 / opacity), opacity];
}

function checkOptions(
  options: CastVolumeOptions & Required<Pick<CastVolumeOptions, keyof typeof CAST_VOLUME_DEFAULTS>>,
) {
  const { width, height, stepVoxels, mode, isoValue, jitter, samplesPerPixel, preintegrated } = options;
  if (![width, height].every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new InputError(`an image's width and height must be positive integers, not ${width} × ${height}`);
  }
  if (!(stepVoxels > 0 && stepVoxels < Infinity)) {
    throw new InputError(`the step must be a positive number of voxels, not ${stepVoxels}`);
  }
  if (mode === 'isosurface' && !Number.isFinite(isoValue)) {
    throw new InputError(`an isosurface needs a finite value, not ${isoValue}`);
  }
  if (jitter !== undefined && !(Number.isSafeInteger(jitter) && jitter >= 0)) {
    throw new InputError(`the jitter's seed must be an integer from 0 on, not ${jitter}`);
  }
  if (!(Number.isInteger(samplesPerPixel) && samplesPerPixel >= 1 && samplesPerPixel <= MAX_SUBPIXELS)) {
    throw new InputError(`the samples per pixel must be an integer from 1 to ${MAX_SUBPIXELS}, not ${samplesPerPixel}`);
  }
  if (preintegrated) checkPreintegrated(options);
}

function checkPreintegrated({ mode, transfer, shading, mask }: CastVolumeOptions): void {
  const obstacles = {
    [`mode ${mode}`]: mode !== 'composite',
    shading: shading !== undefined,
    'gradient opacities': transfer.gradientOpacities !== undefined,
    'a mask': mask !== undefined,
  };
  const obstacle = Object.keys(obstacles).find((name) => obstacles[name]);
  if (obstacle !== undefined) throw new InputError(`pre-integration must be without ${obstacle}`);
}
