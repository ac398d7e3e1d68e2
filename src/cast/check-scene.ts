/** Refuses what cannot be rendered, before anything is allocated for it. */
import { InputError } from '../errors.js';
import { BUFFER_USAGE } from '../gpu/constants.js';
import { MAX_SUBPIXELS } from '../math/subpixels.js';
import { type AmbientOcclusion, MAX_OCCLUSION_RAYS, MAX_REFLECTIONS, type VolumeScene } from './scene.js';
import type { MeshPart, SceneParts } from './scene-parts.js';
import { RAY_TRACINGS, type RayTracing, type Settings } from './settings.js';
import { wordsPerPixel } from './target/frame-output.js';
import { MAX_HALF_SPACES } from './volume/planes.js';

const TRACINGS: readonly (RayTracing | 'auto')[] = ['auto', ...RAY_TRACINGS];

/** @throws InputError that names the option. */
export function checkSettings(settings: Settings, limits: GPUSupportedLimits): void {
  const { width, height, step, samplesPerPixel, jitter, eyeRays, shadowRays, slabCounts } = settings;
  const sides = [width, height];
  if (!sides.every((side) => Number.isSafeInteger(side) && side > 0)) {
    throw new InputError(`an image's size must be two positive whole numbers, not ${width}x${height}`);
  }
  const maxBytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize / 2);
  const maxPixels = maxBytes / (4 * wordsPerPixel(settings));
  if (width * height > maxPixels || sides.some((side) => side > limits.maxComputeWorkgroupsPerDimension)) {
    const megapixels = Math.floor(maxPixels / 1e6);
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
  for (const [name, tracing] of Object.entries({ eyeRays, shadowRays })) {
    if (!TRACINGS.includes(tracing)) throw new InputError(`${name} must be ${TRACINGS.join(', ')}, not ${tracing}`);
  }
  if (slabCounts && eyeRays === 'bvh') {
    throw new InputError('the slabs of bins can be counted, but eyeRays are to be traced by bvh');
  }
  if (jitter !== undefined && !(Number.isSafeInteger(jitter) && jitter >= 0)) {
    throw new InputError(`the jitter's seed must be a whole number from 0 on, not ${jitter}`);
  }
}

/** @throws InputError if parts of the scene are missing, or contradict each other or the settings. */
export function checkScene({ volume, meshes }: SceneParts, settings: Settings): void {
  if (!volume && !meshes) throw new InputError('a scene needs a volume, meshes, or both');
  if (volume) checkVolume(volume, settings);
  if (meshes) checkMeshes(meshes);
}

function checkVolume(scene: VolumeScene, { preintegrated }: Settings): void {
  const { mode = 'composite', isoValue, shading, mask, transfer, clip = [] } = scene;
  if (!transfer) throw new InputError('a volume needs a transfer function');
  if (mode === 'isosurface' && !Number.isFinite(isoValue)) {
    throw new InputError('an isosurface needs the value that it is at, a finite number');
  }
  if (clip.length > MAX_HALF_SPACES) {
    throw new InputError(`a scene can be clipped by up to ${MAX_HALF_SPACES} half-spaces, not ${clip.length}`);
  }
  if (!preintegrated) return;
  if (mode !== 'composite') throw new InputError(`pre-integration is for the mode composite, not for ${mode}`);
  if (shading || mask || transfer.gradientOpacities) {
    throw new InputError('pre-integration cannot be combined with shading, gradient opacities or a mask');
  }
}

function checkMeshes({ meshes, reflections, ambientOcclusion }: MeshPart): void {
  if (meshes.length === 0) throw new InputError('there must be one mesh at least');
  for (const { mesh, positions } of meshes) {
    const expected = mesh.positions.length;
    const given = positions instanceof Float32Array ? positions.length : positions && positions.size / 4;
    if (given !== undefined && given !== expected) {
      throw new InputError(`a mesh's positions must be ${expected} numbers, not ${given}`);
    }
    if (positions && !(positions instanceof Float32Array) && !(positions.usage & BUFFER_USAGE.COPY_SRC)) {
      throw new InputError("a buffer of a mesh's positions must have the usage COPY_SRC");
    }
  }
  if (!isWholeBetween(reflections, 0, MAX_REFLECTIONS)) {
    throw new InputError(`reflections must be a whole number from 0 to ${MAX_REFLECTIONS}, not ${reflections}`);
  }
  if (ambientOcclusion) checkAmbientOcclusion(ambientOcclusion);
}

function checkAmbientOcclusion({ rays, distance = Infinity }: AmbientOcclusion): void {
  if (!isWholeBetween(rays, 1, MAX_OCCLUSION_RAYS)) {
    throw new InputError(`ambient occlusion takes a whole number from 1 to ${MAX_OCCLUSION_RAYS} of rays, not ${rays}`);
  }
  if (!(distance > 0)) throw new InputError(`ambient occlusion's distance must be a positive number, not ${distance}`);
}

const isWholeBetween = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most;
