/** How a frame is rendered: its size, its sampling, how work is divided among workgroups, and its outputs. */
import type { Shape, WorkgroupOrder } from '../shapes/shape.js';
import type { LightSpace } from '../transfer/light/albedo.js';
import type { Tone } from '../transfer/light/tone.js';
import { findsExtreme, type RenderMode } from '../transfer/mode.js';
import type { FrameOutputs, OutputName } from './target/outputs.js';
import type { Filter, SamplingOptions } from './volume/sampling.js';

/** Intersectors of rays and triangles: bins of tiles and slabs, rebuilt every frame, or a BVH that is kept. */
export const RAY_TRACINGS = ['bins', 'bvh'] as const;
/** An intersector of rays and triangles. */
export type RayTracing = (typeof RAY_TRACINGS)[number];

/**
 * How primary rays to meshes are divided among invocations. `quads`: an invocation traces four rays and tests each triangle for
 * all of them, without barriers. `batches`: an invocation traces one ray, and the workgroup loads triangles into its memory.
 */
export const MESH_VARIANTS = ['quads', 'batches'] as const;
/** One of `quads` and `batches`; the picture is the same. */
export type MeshVariant = (typeof MESH_VARIANTS)[number];

/**
 * How a volume is sampled. `plain`: one sample per step, each classified by itself. `fine`: composites take four samples per step,
 * or one where an unlit step is nearly uniform (`sampling.steps`), so that the picture is closer to the limit of small steps;
 * samples that are hardly visible may share their light (`sampling.lighting`); where opacity rises steeply from zero, the point of
 * entry is found between two samples; and the extremes of `mip` and `minip` are found between samples too. `path`: path tracing,
 * with `samplesPerPixel` paths per pixel and frame; for composites and meshes only, lit by the scene's `environment`.
 */
export const QUALITIES = ['plain', 'fine', 'path'] as const;
/** One of `plain`, `fine` and `path`; see `QUALITIES`. */
export type Quality = (typeof QUALITIES)[number];

/**
 * Options of a frame. They are checked when they differ from those of the previous frame; to change a shape, the sampling or the
 * list of outputs, pass a new object.
 */
export interface RenderOptions {
  /** Pixels in a row; default 512. */
  readonly width?: number;
  /** Rows of pixels; default 512. */
  readonly height?: number;
  /** Distance between a volume's samples, in units of its smallest spacing. */
  readonly step?: number;
  /** Rays per pixel, 1 to 64. */
  readonly samplesPerPixel?: number;
  /** Seed of the blue noise that offsets the samples of each pixel's rays: grain in place of ring artefacts. Off by default. */
  readonly jitter?: number | undefined;
  /** Default: `fine`. */
  readonly quality?: Quality;
  /** Seed of the random numbers of quality `path`: the same paths in every run. */
  readonly seed?: number;
  /**
   * Number of paths per pixel that are traced elsewhere. Quality `path` continues their random numbers, so that several devices can
   * share the samples of a picture.
   */
  readonly firstPath?: number;
  /** Factor on the light of quality `path`, above 0. */
  readonly exposure?: number;
  /** Tone curve from the light of quality `path` to pixels; the output `color` has neither it nor the exposure. */
  readonly tone?: Tone;
  /**
   * The space in which quality `path` adds light: `linear` decodes the scene's colours from sRGB and encodes the pixels, but not the
   * output `color`; `display` uses colours as they are, as other qualities do.
   */
  readonly lightSpace?: LightSpace;
  /**
   * Mean cosine of the scattering angle in a volume with quality `path`, between −1 and 1: 0 is isotropic, towards 1 is forward.
   * Surfaces of the volume are matt.
   */
  readonly anisotropy?: number;
  /** Clear coat on the surfaces of volumes and meshes with quality `path`: the share of them that it covers, from 0 to 1. */
  readonly coat?: number;
  /** Roughness of the coat, from 0, a mirror, to 1. */
  readonly coatRoughness?: number;
  /** Diameter of the lens of quality `path`, in world units: what is out of focus is blurred. 0 is a pinhole. */
  readonly aperture?: number;
  /** Distance from the eye to the plane in focus, in world units along the view; default: that of the camera's target. */
  readonly focusDistance?: number | undefined;
  /**
   * Upper bound on the light, as the mean of its channels before `exposure`, that each point of a path of quality `path` adds after
   * two or more scatterings; 0 is no bound. Removes fireflies and darkens the picture by what is cut off, caustics above all. Same as
   * Cycles's `sample_clamp_indirect`.
   */
  readonly clampIndirect?: number;
  /**
   * The shape of a workgroup's tile; `auto` follows the viewpoint and the scene. `together`, after how many samples rays wait for
   * each other, applies to composites of volumes only.
   */
  readonly shape?: Shape | 'auto';
  /** Number of depth slabs that triangles are binned into, 1 to 64; `auto` takes the fastest measured. */
  readonly slabs?: number | 'auto';
  /** The order in which tiles are cast, unless the shape has one. */
  readonly order?: WorkgroupOrder;
  /** How rays to meshes are divided among invocations; default: the fastest for the scene. */
  readonly variant?: MeshVariant | 'auto';
  /** The intersector of primary rays; `auto` takes the faster one, as far as that was measured. */
  readonly primaryRays?: RayTracing | 'auto';
  /**
   * The intersector of shadow rays. Reflections and ambient occlusion always use the BVH, and in scenes with either, shadow rays
   * do too. The BVH holds all meshes in one f32 space: for meshes that are far apart for their size bins are more exact, and `auto`
   * takes those.
   */
  readonly shadowRays?: RayTracing | 'auto';
  /** Whether rays skip empty space; `auto` skips where that is faster. The picture is the same. */
  readonly skip?: boolean | 'auto';
  /** How a volume's samples are fetched and classified; `auto` takes the fastest measured. The picture is the same. */
  readonly sampling?: SamplingOptions | 'auto';
  /**
   * The interpolation of voxels. Texture units of GPUs have 8-bit weights, which is visible where a transfer function tells apart
   * values that are close together. `auto` is `exact` on GPUs if the transfer function has a step, and else `hardware`.
   */
  readonly filter?: Filter | 'auto';
  /** Early ray termination: whether rays end at an accumulated opacity of 0.999. */
  readonly earlyTermination?: boolean;
  /** Per-pixel outputs to read back; nothing else is read back. */
  readonly outputs?: readonly OutputName[];
  /** Accumulated opacity at which a ray meets the volume's surface, for depths, labels and normals: above 0, at most 1. */
  readonly surfaceOpacity?: number;
  /**
   * Whether to average the frame with the frames before it that have the same scene, camera and options. Each has its own subpixel
   * positions, as the rays of `samplesPerPixel` have, and its own `jitter`.
   */
  readonly accumulate?: boolean;
  /** Whether accumulated frames of quality `path` also gather the guides that `Renderer.denoise` needs. */
  readonly guides?: boolean;
  /** Whether to count samples and ray-triangle tests per pixel. */
  readonly counts?: boolean;
  /**
   * Whether to measure how long each block of the image takes: it is cast again, block by block, several times, with tiles in rows
   * whatever `order` says. The picture is the same.
   */
  readonly timings?: boolean;
  /** Whether to count, per tile, the slabs in which triangles begin; for rays through bins only. */
  readonly slabCounts?: boolean;
  /** Whether to time passes with the GPU's timestamps, where it has any, instead of wall time. */
  readonly timestamps?: boolean;
  /** Whether a volume that does not fit the device may be downsampled by an integer factor. */
  readonly allowDownsample?: boolean;
}

/** Defaults of `RenderOptions`. */
export const RENDER_DEFAULTS = {
  width: 512,
  height: 512,
  step: 1,
  samplesPerPixel: 1,
  jitter: undefined,
  quality: 'fine',
  seed: 0,
  firstPath: 0,
  exposure: 1,
  tone: 'soft',
  lightSpace: 'linear',
  anisotropy: 0,
  coat: 0,
  coatRoughness: 0.3,
  aperture: 0,
  focusDistance: undefined,
  clampIndirect: 0,
  shape: 'auto',
  slabs: 'auto',
  order: 'rows',
  variant: 'auto',
  primaryRays: 'auto',
  shadowRays: 'auto',
  skip: 'auto',
  sampling: 'auto',
  filter: 'auto',
  earlyTermination: true,
  outputs: ['pixels'],
  surfaceOpacity: 0.5,
  accumulate: false,
  guides: false,
  counts: false,
  timings: false,
  slabCounts: false,
  timestamps: false,
  allowDownsample: true,
} as const satisfies Required<RenderOptions>;

/** How a caller follows and cancels a frame. */
export interface CallOptions {
  /** Cancels the frame, before its turn or between the parts of a long one; its promise then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called during a long frame with the share of its tiles that are done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Whether a newer replaceable frame replaces this one while it waits for its turn. */
  readonly replaceable?: boolean | undefined;
}

/** Options of a call, beside its settings, whose frame ends in memory. */
export interface ReadCall extends CallOptions {
  /**
   * An earlier frame that is no longer needed: outputs of the same size are written into its arrays. Touching new memory takes
   * several times as long as the copy itself.
   */
  readonly reuse?: Partial<FrameOutputs> | undefined;
}

/** Options with defaults filled in. */
export type GivenSettings = Required<RenderOptions>;

/** The settings that options resolve to for a scene. */
export interface Settings extends GivenSettings {
  /** Whether the extreme of a ray is searched between its samples too. */
  readonly refined: boolean;
  /**
   * Whether a composite takes several samples in a step of at most a voxel: samples that are hardly visible may then share their
   * light, and points of entry are searched between samples.
   */
  readonly isFine: boolean;
}

/**
 * Samples per step of `fine`. Pre-integration between the samples of `plain` took two to five times as long on every adapter, with a
 * larger error in most pictures: experiments/quality.
 */
export const FINE_SAMPLES = 4;

/**
 * Longest step, in smallest spacings, over which light may be shared, since gradients are differences over two voxels, and over
 * which points of entry are searched: the previous sample lies at most a quarter of a voxel beside a page or a part, which have
 * voxels there.
 */
const LONGEST_SHARED = 1;

/** Resolves options for a render mode: only composites gain from more samples everywhere. */
export function settle(settings: GivenSettings, mode: RenderMode = 'composite'): Settings {
  const { quality, step } = settings;
  // Paths go everywhere, which bins are not for, and take no samples that could be counted.
  if (quality === 'path')
    return {
      ...settings,
      refined: false,
      isFine: false,
      counts: false,
      primaryRays: 'bvh',
      shadowRays: 'bvh',
    };
  const isFine = quality === 'fine' && mode === 'composite';
  return {
    ...settings,
    step: isFine ? step / FINE_SAMPLES : step,
    refined: quality === 'fine' && findsExtreme(mode),
    isFine: isFine && step <= LONGEST_SHARED,
  };
}

/** Number of primary rays of an image. */
export const countRays = ({ width, height, samplesPerPixel }: Settings): number => width * height * samplesPerPixel;
