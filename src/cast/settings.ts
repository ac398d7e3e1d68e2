/** How a frame is rendered: size, sampling, sharing out of the work, and what is wanted besides the picture. */
import type { Shape, WorkgroupOrder } from '../shapes/shape.js';
import type { LightSpace } from '../transfer/light/albedo.js';
import type { Tone } from '../transfer/light/tone.js';
import { findsExtreme, type RenderMode } from '../transfer/mode.js';
import type { FrameOutputs, OutputName } from './target/outputs.js';
import type { Filter, SamplingOptions } from './volume/sampling.js';

/** Intersectors of rays and triangles: bins of tiles and slabs, made for each frame, or a tree that is kept. */
export const RAY_TRACINGS = ['bins', 'bvh'] as const;
/** An intersector of rays and triangles. */
export type RayTracing = (typeof RAY_TRACINGS)[number];

/**
 * How rays to meshes are shared out. `quads`: an invocation has four rays and reads each triangle for them, without
 * barriers. `batches`: an invocation has a ray, and the workgroup brings triangles to its memory together.
 */
export const MESH_VARIANTS = ['quads', 'batches'] as const;
/** One of `quads` and `batches`, which share out the rays to meshes in different ways; the picture is the same. */
export type MeshVariant = (typeof MESH_VARIANTS)[number];

/**
 * Meanings of a volume's samples. `plain`: one per step, classified one by one. `fine`: composites take four per step, or one
 * where little changes along an unlit one (`sampling.steps`), which
 * comes nearer to what ever smaller steps converge to, and may light those together that are hardly seen (`sampling.lighting`); where
 * opacity rises steeply from nothing, it begins where the ray enters, between two samples; and the largest and smallest values of
 * rays are looked for between samples. `path`: light is followed from scatter to scatter, by as many random paths per pixel and frame
 * as there are samples per pixel; composites and meshes alone, lit by the scene's `environment`.
 */
export const QUALITIES = ['plain', 'fine', 'path'] as const;
/** One of `plain`, `fine` and `path`; see `QUALITIES`. */
export type Quality = (typeof QUALITIES)[number];

/**
 * Options of a frame. They are checked when they differ from those of the frame before; to change a shape, the sampling or the list
 * of outputs, give another object.
 */
export interface RenderOptions {
  /** Pixels. */
  readonly width?: number;
  /** Rows of pixels; default 512. */
  readonly height?: number;
  /** Distance between a volume's samples, in units of its smallest spacing. */
  readonly step?: number;
  /** Rays a pixel, 1 to 64. */
  readonly samplesPerPixel?: number;
  /** Seed of the blue noise that shifts the samples of each pixel's rays, which turns rings into grain; off by default. */
  readonly jitter?: number | undefined;
  /** Default: `fine`. */
  readonly quality?: Quality;
  /** Seed of the random numbers of quality `path`: the same paths in every run. */
  readonly seed?: number;
  /** How many paths of each pixel are traced elsewhere: quality `path` continues their random numbers, so that a mean may be shared out. */
  readonly firstPath?: number;
  /** Factor of the light of quality `path`, above 0. */
  readonly exposure?: number;
  /** How the light of quality `path` becomes pixels; the output `color` is without it, and without exposure. */
  readonly tone?: Tone;
  /**
   * The space in which quality `path` counts light: `linear` takes the scene's colours for encoded ones, as screens do, and encodes
   * the light of its pixels, but not that of the output `color`; `display` takes colours for light, as other qualities do.
   */
  readonly lightSpace?: LightSpace;
  /**
   * Mean cosine of the angle by which a volume scatters the light of quality `path`, between −1 and 1: 0 to all sides alike, towards 1
   * ahead. Surfaces of it are matt.
   */
  readonly anisotropy?: number;
  /** The share of surfaces that a clear coat covers, from 0 to 1, for quality `path`: of volumes and meshes. */
  readonly coat?: number;
  /** Roughness of the coat, from 0, a mirror, to 1. */
  readonly coatRoughness?: number;
  /** Diameter of the lens of quality `path`, in world units: what is not in focus is blurred. 0 is a pinhole. */
  readonly aperture?: number;
  /** World distance from the eye, along the view, of what is in focus; default: that of the camera's target. */
  readonly focusDistance?: number | undefined;
  /**
   * The most light, as the mean of its channels before `exposure`, that a path of quality `path` may bring of one place after two and
   * more scatterings, from 0, which is no limit. Fewer pixels stay bright among dark ones, and the picture is darker by what is cut off:
   * caustics above all. Same as Cycles's `sample_clamp_indirect`.
   */
  readonly clampIndirect?: number;
  /**
   * The shape of a workgroup's tile; `auto` follows the viewpoint, and what there is to see. Waiting of rays for each other
   * counts for composites of volumes alone, and is left out elsewhere.
   */
  readonly shape?: Shape | 'auto';
  /** Depth intervals that items are binned into, 1 to 64; `auto` is the fastest that was measured. */
  readonly slabs?: number | 'auto';
  /** The order that tiles are cast in, unless the shape has one. */
  readonly order?: WorkgroupOrder;
  /** How rays find triangles; default: what is fastest for the scene. */
  readonly variant?: MeshVariant | 'auto';
  /** The intersector of primary rays; `auto` takes the one with less time, as far as that was measured. */
  readonly primaryRays?: RayTracing | 'auto';
  /**
   * The intersector of rays from surfaces to the light. Rays of mirrors and of ambient occlusion take the tree, and where there are
   * any, those to the light do so too. A tree has its places in f32 for all meshes together: if they are far from each other
   * for their size, bins are more exact, and what `auto` takes.
   */
  readonly shadowRays?: RayTracing | 'auto';
  /** Whether rays skip samples that cannot contribute; `auto` does where it pays. The picture is the same. */
  readonly skip?: boolean | 'auto';
  /** How a volume's samples are fetched and classified; `auto` is the fastest measured. The picture is the same. */
  readonly sampling?: SamplingOptions | 'auto';
  /**
   * The interpolation between a volume's voxels. GPUs' filters have weights of 8 bits, which shows where values that are close
   * together look different. `auto` is `exact` on GPUs where the transfer function has a step, and `hardware` elsewhere.
   */
  readonly filter?: Filter | 'auto';
  /** Whether rays end when hardly any light is left (accumulated opacity 0.999). */
  readonly earlyTermination?: boolean;
  /** Outputs to read back of each pixel; nothing else is. */
  readonly outputs?: readonly OutputName[];
  /** Accumulated opacity of a volume's samples that counts as its surface, for distances, labels and normals: above 0, to 1. */
  readonly surfaceOpacity?: number;
  /**
   * Whether the frame is the mean of itself and of the frames before it that showed the same with the same options. Their rays
   * go through other places of the pixels, as the rays of `samplesPerPixel` do, and `jitter` shifts samples elsewhere.
   */
  readonly accumulate?: boolean;
  /** Whether frames of quality `path` that accumulate also gather what `Renderer.denoise` goes by. */
  readonly guides?: boolean;
  /** Whether to count samples and tests of triangles, pixel by pixel. */
  readonly counts?: boolean;
  /**
   * Whether to measure where in the image time goes: it is cast once more, block by block, several times. Tiles then follow
   * row by row, whatever `order` says. The picture is the same.
   */
  readonly timings?: boolean;
  /** Whether to count, tile by tile, the slabs of bins that triangles begin in; so not for rays by the tree. */
  readonly slabCounts?: boolean;
  /** Whether to time passes by the GPU's own clock where it has one, instead of the wall's. */
  readonly timestamps?: boolean;
  /** Whether a volume that the device cannot hold may be made smaller by a whole factor. */
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

/** How a caller follows a frame and ends it; not part of what it shows. */
export interface CallOptions {
  /** Ends the frame, before its turn comes or between parts of a long one: its promise then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the tiles that are cast, from 0 to 1, as a long frame goes on. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Whether a newer such frame replaces this one while it waits for its turn. */
  readonly replaceable?: boolean | undefined;
}

/** Options of a call, beside its settings, whose frame ends in memory. */
export interface ReadCall extends CallOptions {
  /**
   * A frame of before that is no longer needed: outputs of the same size are written into its arrays. Memory that is touched for
   * the first time takes several times as long as the copy itself.
   */
  readonly reuse?: Partial<FrameOutputs> | undefined;
}

/** Options with the defaults in place. */
export type GivenSettings = Required<RenderOptions>;

/** The settings that they come to for a scene. */
export interface Settings extends GivenSettings {
  /** Whether the largest or smallest value of a ray is looked for between its samples too. */
  readonly refined: boolean;
  /**
   * Whether a composite has several samples in a step of up to a voxel: those that are hardly seen may share their light, and between
   * samples it may be looked for where a ray enters what is visible.
   */
  readonly isFine: boolean;
}

/**
 * Samples per step of `fine`. Pre-integration between the samples of `plain` took two to five times as long on every adapter, with a
 * larger error in most pictures: experiments/quality.
 */
export const FINE_SAMPLES = 4;

/**
 * Smallest spacings of a step over which light may be shared, since gradients are differences over two voxels, and entries are looked for:
 * the sample before lies at most a quarter of a voxel beside a page or a part, which have voxels there.
 */
const LONGEST_SHARED = 1;

/** Modes other than composites have no use for more samples everywhere. */
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

/** Rays of an image, all pixels together. */
export const countRays = ({ width, height, samplesPerPixel }: Settings): number => width * height * samplesPerPixel;
