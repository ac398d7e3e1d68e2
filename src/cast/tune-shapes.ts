/** Measures an adapter once: every shape, from viewpoints all around, so that `auto` knows what is fast there. */
import { fitCamera } from '../camera/fit.js';
import { spreadViews } from '../camera/spread-views.js';
import { type ViewDirection, viewDirection } from '../camera/views.js';
import { InputError } from '../errors.js';
import { boundingSphere } from '../math/sphere.js';
import { measurePixelSteps } from '../shapes/pixel-steps.js';
import type { Shape } from '../shapes/shape.js';
import { candidateShapes } from '../shapes/shape-families.js';
import { fitReach, type ProfileView, type ShapeProfile } from '../shapes/shape-profile.js';
import { createTransferFunction } from '../transfer/transfer-function.js';
import { corners, createVolume, type Volume } from '../volume/volume.js';
import { type MeasureOptions, measureShapes, spreadOf, type TimeSpread, typicalNoise } from './measure-shapes.js';
import type { Renderer } from './renderer.js';

export interface TuneOptions extends Partial<MeasureOptions> {
  /** Viewpoints over the sphere, besides the six along the axes. */
  readonly views?: number;
  /** Voxels along each side of the volume that is rendered, and pixels along each side of the image. */
  readonly size?: number;
  readonly shapes?: readonly Shape[];
  /** Measures every `count`-th viewpoint from `index` on alone; `mergeProfiles` puts the parts together. */
  readonly part?: { readonly index: number; readonly count: number };
  /** Called before the first frame with how many there will be. */
  readonly onStart?: (frames: number) => void;
}

/**
 * Large enough that a GPU's caches do not hold the volume; a software adapter would take an hour for that. Powers of two, so
 * that the tiles of hardly any shape hang over the image's edge.
 */
const SIZES = { gpu: 512, software: 128 } as const;

export const TUNE_DEFAULTS = { views: 42, frames: 5 } as const;

const AXIS_VIEW_NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/**
 * Renders a made-up volume, every sample of every ray, from viewpoints all around.
 * @returns the profile of the renderer's adapter, or undefined where it was aborted.
 * @throws InputError for a size that is no positive whole number.
 */
export async function tuneShapes(renderer: Renderer, options: TuneOptions = {}): Promise<ShapeProfile | undefined> {
  const { gpu } = renderer;
  const { views, frames, signal, onFrame } = { ...TUNE_DEFAULTS, ...options };
  const size = options.size ?? (gpu.software ? SIZES.software : SIZES.gpu);
  if (!(Number.isSafeInteger(size) && size > 0))
    throw new InputError(`the size must be a positive whole number, not ${size}`);
  const shapes = options.shapes ?? candidateShapes(gpu.device.limits.maxComputeInvocationsPerWorkgroup);
  const volume = createFilledVolume(size);
  const scene = { volume, transfer: THIN };
  const image = { width: size, height: size };
  const allDirections = [
    ...AXIS_VIEW_NAMES.map((name) => viewDirection(name, volume.indexToWorld)),
    ...spreadViews(views),
  ];
  const { index: first, count: step } = options.part ?? { index: 0, count: 1 };
  const directions = allDirections.filter((_, index) => index % step === first);
  options.onStart?.(directions.length * shapes.length * (frames + 1));

  const measured: ProfileView[] = [];
  const spreads: TimeSpread[] = [];
  let timer: ShapeProfile['timer'] = 'gpu';
  let format = '';
  for (const direction of directions) {
    const camera = cameraFor(volume, direction);
    const measurement = await measureShapes(
      shapes,
      async (shape) => {
        const frame = await renderer.render(scene, camera, {
          ...image,
          shape,
          skip: false,
          earlyTermination: false,
          timestamps: true,
        });
        format = frame.stats.volume?.format ?? '';
        return frame;
      },
      { frames, ...(onFrame && { onFrame }), signal },
    );
    if (!measurement) return undefined;
    const times = measurement.times.map(({ runsMs }) => spreadOf(runsMs));
    spreads.push(...times);
    timer = measurement.timer;
    // A fitted view always meets the volume.
    const steps = measurePixelSteps({ camera, volume, image })!;
    measured.push({ steps, msMedian: times.map(({ msMedian }) => msMedian) });
  }
  const { vendor, architecture, device, description } = gpu.adapter.info;
  const adapter = { vendor, architecture, device, description };
  return {
    adapter,
    timer,
    volume: { sizes: volume.sizes, format },
    image,
    shapes,
    views: measured,
    noise: typicalNoise(spreads),
    reach: fitReach(measured),
  };
}

const cameraFor = (volume: Volume, direction: ViewDirection) =>
  fitCamera(boundingSphere(corners(volume)), direction, { aspect: 1 });

/** Hardly opaque, and nowhere wholly transparent: no sample is left out. */
const THIN = createTransferFunction({
  colors: [
    { value: 0, color: [1, 0.5, 0] },
    { value: 255, color: [0, 0.5, 1] },
  ],
  opacities: [
    { value: 0, opacity: 0.0005 },
    { value: 255, opacity: 0.004 },
  ],
});

/** A volume of all values, different along every axis. */
function createFilledVolume(size: number): Volume {
  const voxels = new Uint8Array(size ** 3);
  for (let k = 0, index = 0; k < size; k++) {
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++, index++) voxels[index] = (3 * i) ^ (5 * j) ^ (7 * k);
    }
  }
  return createVolume({ sizes: [size, size, size], voxels });
}
