/** Measures an adapter once: every shape, from viewpoints all around, so that `auto` knows what is fast there. */

import type { Camera } from '../camera/camera.js';
import { fitCamera } from '../camera/fit.js';
import { spreadViews } from '../camera/spread-views.js';
import { type ViewDirection, viewDirection } from '../camera/views.js';
import { ruleAdapterOf } from '../cast/frame/rule-adapter.js';
import type { FrameStats } from '../cast/frame.js';
import type { Renderer } from '../cast/renderer.js';
import type { RenderOptions } from '../cast/settings.js';
import { InputError } from '../errors.js';
import type { Gpu } from '../gpu/gpu.js';
import type { PassTimes } from '../gpu/timer.js';
import { TEXTURE_USAGE } from '../gpu/usages.js';
import { boundingSphere } from '../math/sphere.js';
import { measurePixelSteps } from '../shapes/pixel-steps.js';
import type { Shape } from '../shapes/shape.js';
import { blockShapes, candidateShapes, compactShapes, STATIC_SHAPE, stripShapes } from '../shapes/shape-families.js';
import { fitReach, type ProfileView, type ShapeProfile } from '../shapes/shape-profile.js';
import { createTransferFunction } from '../transfer/transfer-function.js';
import { corners, createVolume, type Volume } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { chooseTuneSize, type TuneProbe } from './choose-tune-size.js';
import {
  frameMs,
  type MeasureOptions,
  measureShapes,
  spreadOf,
  type TimeSpread,
  typicalNoise,
} from './measure-shapes.js';

/** Options of `tuneShapes`. */
export interface TuneOptions extends Partial<Pick<MeasureOptions, 'frames' | 'onFrame' | 'signal'>> {
  /** Viewpoints over the sphere, besides the six along the axes. */
  readonly views?: number;
  /**
   * Voxels along each side of the volume that is rendered, and pixels along each side of the image. Default: 1024 on GPUs that
   * are fast enough and can hold that, else 512; 128 on software adapters. Parts of one profile must have the same.
   */
  readonly size?: number;
  /** The shapes that are measured. */
  readonly shapes?: readonly Shape[];
  /** Measures every `count`-th viewpoint from `index` on alone; `mergeProfiles` puts the parts together. */
  readonly part?: { readonly index: number; readonly count: number };
  /** Called before the first frame with how many there will be. */
  readonly onStart?: (frames: number) => void;
}

/** Shapes differ so little on the CPU that fewer viewpoints choose as well. */
export const TUNE_DEFAULTS = { views: { cpu: 18, gpu: 42 }, frames: 3 } as const;

const AXIS_VIEW_NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/**
 * Renders a made-up volume, every sample of every ray, from viewpoints all around.
 * @returns the profile of the renderer's adapter, or undefined where it was aborted.
 * @throws InputError for a size that is no positive whole number, or that the device cannot hold.
 */
export async function tuneShapes(renderer: Renderer, options: TuneOptions = {}): Promise<ShapeProfile | undefined> {
  const { gpu } = renderer;
  const { views, frames, signal, onFrame } = withDefaults(
    { ...TUNE_DEFAULTS, views: TUNE_DEFAULTS.views[gpu.software ? 'cpu' : 'gpu'] },
    options,
  );
  if (options.size !== undefined && !(Number.isSafeInteger(options.size) && options.size > 0))
    throw new InputError(`the size must be a positive whole number, not ${options.size}`);
  const size = options.size ?? (await chooseTuneSize(gpu.traits, (probed) => probeSize(renderer, probed)));
  const shapes = options.shapes ?? listCandidates(gpu);
  const volume = createFilledVolume(size);
  const directions = listDirections(volume, views, options.part);
  const target = gpu.has('timestamp-query') ? createTarget(gpu, size) : undefined;
  const work: TuneWork = { renderer, volume, size, shapes, frames, signal, onFrame, target };

  const measured: ViewTimes[] = [];
  const comparisons = target ? 1 : directions.length;
  options.onStart?.(shapes.length * (directions.length * frames + comparisons));
  try {
    for (const direction of directions) {
      const times = await measureView(work, direction, measured.length === 0);
      if (!times) return undefined;
      measured.push(times);
    }
  } finally {
    target?.destroy();
  }
  const { vendor, architecture, device, description } = gpu.adapterInfo;
  const profileViews = measured.map(({ steps, spreads }) => ({
    steps,
    msMedian: spreads.map(({ msMedian }) => msMedian),
  }));
  return {
    adapter: { vendor, architecture, device, description },
    timer: measured.at(-1)?.timer ?? 'gpu',
    volume: { sizes: volume.sizes, format: measured[0]?.format ?? '' },
    image: { width: size, height: size },
    shapes,
    views: profileViews,
    noise: typicalNoise(measured.flatMap(({ spreads }) => spreads)),
    reach: fitReach(profileViews),
  };
}

/** The viewpoints along the axes and those over the sphere, or a part of them. */
function listDirections(
  { indexToWorld }: Volume,
  views: number,
  { index: first, count: step }: NonNullable<TuneOptions['part']> = { index: 0, count: 1 },
): ViewDirection[] {
  const along = AXIS_VIEW_NAMES.map((name) => viewDirection(name, indexToWorld));
  return [...along, ...spreadViews(views)].filter((_, index) => index % step === first);
}

/** Settings that all viewpoints share. */
interface TuneWork extends Pick<MeasureOptions, 'frames' | 'signal'> {
  readonly onFrame: MeasureOptions['onFrame'] | undefined;
  readonly renderer: Renderer;
  readonly volume: Volume;
  readonly size: number;
  readonly shapes: readonly Shape[];
  /** Timed frames end in it, so that nothing is read back; undefined without a clock on the GPU. */
  readonly target: GPUTexture | undefined;
}

interface ViewTimes {
  readonly steps: ProfileView['steps'];
  /** The times of each shape. */
  readonly spreads: readonly TimeSpread[];
  readonly timer: ShapeProfile['timer'];
  /** The voxels' format on the device; empty where no picture was compared. */
  readonly format: string;
}

/** Times all shapes from a viewpoint. @returns undefined where it was aborted. */
async function measureView(
  { renderer, volume, size, shapes, frames, signal, onFrame, target }: TuneWork,
  direction: ViewDirection,
  isFirst: boolean,
): Promise<ViewTimes | undefined> {
  const camera = cameraFor(volume, direction);
  const image = { width: size, height: size };
  let format = '';
  const measurement = await measureShapes(
    shapes,
    async (shape) => {
      const frame = await renderEverySample(renderer, volume, camera, { ...image, shape });
      const resident = frame.stats.volume!;
      if (resident.downsampleFactor > 1)
        throw new InputError(`${renderer.gpu.adapterName} cannot hold ${size}³ voxels; a smaller size can be measured`);
      format = resident.format;
      return frame;
    },
    {
      frames,
      ...(onFrame && { onFrame }),
      signal,
      time: target && ((shape) => timeEverySample(renderer, volume, camera, target, { ...image, shape })),
      isCompared: target !== undefined && !isFirst,
    },
  );
  if (!measurement) return undefined;
  return {
    // A fitted view always meets the volume.
    steps: measurePixelSteps({ camera, volume, image })!,
    spreads: measurement.times.map(({ runsMs }) => spreadOf(runsMs)),
    timer: measurement.timer,
    format,
  };
}

/** The CPU's workgroups share nothing, so larger ones gain nothing, and their kernels take a fifth of a second to compile. */
const MOST_ON_CPU = 256;

/**
 * Every shape of the families; on GPUs the blocks and strips that the continuous rule chooses from too. Where that has compact
 * subgroups, shapes with these alone: others are a tenth slower, which is less than the noise of a busy CPU.
 */
function listCandidates(gpu: Gpu): Shape[] {
  const { maxInvocations, lanes } = ruleAdapterOf(gpu);
  const plain = candidateShapes(gpu.software ? Math.min(maxInvocations, MOST_ON_CPU) : maxInvocations);
  if (gpu.software) {
    const compact = lanes === undefined ? [] : compactShapes(plain, lanes);
    return compact.length > 0 ? compact : plain;
  }
  const strips = stripShapes(maxInvocations).filter(({ laneLayout }) => laneLayout);
  return [...plain, ...blockShapes(maxInvocations), ...strips];
}

/** Renders a few frames of the size from somewhere between the axes. */
export async function probeSize(renderer: Renderer, size: number): Promise<TuneProbe> {
  let volume: Volume;
  try {
    volume = createFilledVolume(size);
  } catch (error) {
    // Engines throw that where they have no memory for an array.
    if (error instanceof RangeError) return { frameMs: Infinity, fits: false };
    throw error;
  }
  const camera = cameraFor(volume, spreadViews(1)[0]!);
  const frames: FrameStats[] = [];
  for (let frame = 0; frame <= PROBE_FRAMES; frame++) {
    const image = { width: size, height: size, shape: STATIC_SHAPE };
    frames.push((await renderEverySample(renderer, volume, camera, image)).stats);
  }
  const [, ...warm] = frames;
  return {
    frameMs: Math.min(...warm.map(frameMs)),
    fits: warm.every((stats) => stats.volume?.downsampleFactor === 1),
  };
}

/** Frames after a first one that uploads and compiles; a GPU that was idle takes some more to be as fast as it can. */
const PROBE_FRAMES = 5;

type TunedImage = Required<Pick<RenderOptions, 'width' | 'height' | 'shape'>>;

const EVERY_SAMPLE = { quality: 'plain', skip: false, earlyTermination: false, timestamps: true } as const;

const renderEverySample = (renderer: Renderer, volume: Volume, camera: Camera, image: TunedImage) =>
  renderer.render({ volume, transfer: THIN }, camera, { ...image, ...EVERY_SAMPLE });

/** Renders to a texture: to read a picture back takes several times as long as to cast it, and lets a GPU's clock fall. */
async function timeEverySample(
  renderer: Renderer,
  volume: Volume,
  camera: Camera,
  target: GPUTexture,
  image: TunedImage,
): Promise<PassTimes> {
  const { done } = await renderer.render({ volume, transfer: THIN }, camera, { ...image, ...EVERY_SAMPLE, target });
  return (await done).times!;
}

const createTarget = ({ device }: Gpu, size: number): GPUTexture =>
  device.createTexture({
    label: 'tune.target',
    size: [size, size],
    format: 'rgba8unorm',
    usage: TEXTURE_USAGE.RENDER_ATTACHMENT,
  });

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
