/** Refuses what cannot be rendered, before anything is allocated for it. */
import { InputError } from '../errors.js';
import { MAX_SUBPIXELS } from '../math/subpixels.js';
import type { RenderOptions, Scene } from './scene.js';

export type Settings = Required<RenderOptions>;

/** @throws InputError that names the option. */
export function checkSettings(
  { width, height, step, samplesPerPixel, jitter }: Settings,
  limits: GPUSupportedLimits,
): void {
  const sides = [width, height];
  if (!sides.every((side) => Number.isSafeInteger(side) && side > 0)) {
    throw new InputError(`an image's size must be two positive whole numbers, not ${width}x${height}`);
  }
  const maxBytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize / 2);
  if (4 * width * height > maxBytes || sides.some((side) => side > limits.maxComputeWorkgroupsPerDimension)) {
    const megapixels = Math.floor(maxBytes / 4e6);
    throw new InputError(
      `an image of ${width}x${height} is too large for this adapter, which takes ${megapixels} megapixels`,
    );
  }
  if (!(Number.isFinite(step) && step > 0)) {
    throw new InputError(`the step between samples must be a positive number, not ${step}`);
  }
  if (!(Number.isSafeInteger(samplesPerPixel) && samplesPerPixel >= 1 && samplesPerPixel <= MAX_SUBPIXELS)) {
    throw new InputError(`the rays a pixel must be a whole number from 1 to ${MAX_SUBPIXELS}, not ${samplesPerPixel}`);
  }
  if (jitter !== undefined && !(Number.isSafeInteger(jitter) && jitter >= 0)) {
    throw new InputError(`the jitter's seed must be a whole number from 0 on, not ${jitter}`);
  }
}

/** @throws InputError if parts of the scene contradict each other or the settings. */
export function checkScene(scene: Scene, { preintegrated }: Settings): void {
  const { mode = 'composite', isoValue, shading, mask, transfer } = scene;
  if (mode === 'isosurface' && !Number.isFinite(isoValue)) {
    throw new InputError('an isosurface needs the value that it is at, a finite number');
  }
  if (!preintegrated) return;
  if (mode !== 'composite') throw new InputError(`pre-integration is for the mode composite, not for ${mode}`);
  if (shading || mask || transfer.gradientOpacities) {
    throw new InputError('pre-integration cannot be combined with shading, gradient opacities or a mask');
  }
}
