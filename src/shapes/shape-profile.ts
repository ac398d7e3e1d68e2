/** Measurements on an adapter of each shape from many viewpoints, and what they say of any other. */
import type { Vec3 } from '../math/vec3.js';
import type { PixelRectangle, PixelSteps } from './pixel-steps.js';
import { formatShape, type Shape } from './shape.js';
import type { ShapeRanking } from './shape-ranking.js';
import { wastedOctaves } from './strips.js';

/** Names that identify adapters and their drivers; a `GPUAdapterInfo` has them. */
export interface AdapterIdentity {
  /** As WebGPU names it. */
  readonly vendor: string;
  /** As WebGPU names it. */
  readonly architecture: string;
  /** As WebGPU names it. */
  readonly device: string;
  /** Names the driver and its version if the platform reports it. */
  readonly description: string;
}

/** A viewpoint's measurements. */
export interface ProfileView {
  /** How far pixels step through the volume. */
  readonly steps: PixelSteps;
  /** Median milliseconds of the profile's shapes, in their order. */
  readonly msMedian: readonly number[];
}

/** Times of workgroup shapes from many viewpoints, measured on one adapter by `tilecast tune`. */
export interface ShapeProfile {
  /** The adapter that was measured. */
  readonly adapter: AdapterIdentity;
  /** Whether the device measured the times, or the clock of the program. */
  readonly timer: 'gpu' | 'wall';
  /** The volume that was rendered: voxels, their texture's format, pixels. */
  readonly volume: { readonly sizes: Vec3; readonly format: string };
  /** Size of the images that were measured, in pixels. */
  readonly image: { readonly width: number; readonly height: number };
  /** The shapes that were measured. */
  readonly shapes: readonly Shape[];
  /** The views that were measured, with the times of each shape. */
  readonly views: readonly ProfileView[];
  /** Typical relative difference between two measurements of the same; shapes closer than this are as good as equal. */
  readonly noise: number;
  /** Standard deviation of the weight that a measured view has for another, as `fitReach` finds it. */
  readonly reach: number;
}

/** Whether two adapters have the same vendor, architecture, device and driver. */
export function isSameAdapter(a: AdapterIdentity, b: AdapterIdentity): boolean {
  return (
    a.vendor === b.vendor &&
    a.architecture === b.architecture &&
    a.device === b.device &&
    a.description === b.description
  );
}

/**
 * How unlike two views are to memory: the distance between their steps, with the signs left out, which mirror the volume,
 * and with the common length left out, which is the zoom.
 */
export function viewDistanceSquared(a: PixelSteps, b: PixelSteps): number {
  const [unitA, unitB] = [unitOf(a), unitOf(b)];
  let sum = 0;
  for (const name of ['right', 'down'] as const) {
    for (const axis of [0, 1, 2] as const) sum += (a[name][axis] / unitA - b[name][axis] / unitB) ** 2;
  }
  return sum;
}

/** Geometric mean of the steps' lengths. */
const unitOf = ({ right, down }: PixelSteps) => Math.sqrt(Math.hypot(...right) * Math.hypot(...down));

/**
 * Relative time of each shape, in octaves of the fastest's, as the measured views around foretell it: means weighted by
 * nearness (Nadaraya 1964, Watson 1964), so that it changes continuously from view to view.
 */
export function predictOctaves({ views, reach }: Pick<ShapeProfile, 'views' | 'reach'>, steps: PixelSteps): number[] {
  const octaves = averageOctaves(views, steps, reach);
  const least = Math.min(...octaves);
  return octaves.map((value) => value - least);
}

/** Times of each shape in octaves of the view's geometric mean, over the views by their nearness. */
function averageOctaves(views: readonly ProfileView[], steps: PixelSteps, reach: number): number[] {
  const distances = views.map((view) => viewDistanceSquared(view.steps, steps));
  // Relative to the nearest, so that not all weights vanish far from all of them.
  const nearest = Math.min(...distances);
  const weights = distances.map((distance) => Math.exp((nearest - distance) / (2 * reach * reach)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sums = views[0]!.msMedian.map(() => 0);
  for (const [index, view] of views.entries()) {
    for (const [shape, octaves] of octavesOf(view).entries()) sums[shape]! += (weights[index]! / total) * octaves;
  }
  return sums;
}

function octavesOf({ msMedian }: ProfileView): number[] {
  const octaves = msMedian.map((ms) => Math.log2(ms));
  const mean = octaves.reduce((sum, value) => sum + value, 0) / octaves.length;
  return octaves.map((value) => value - mean);
}

/** Views a and e, whose steps swap, are 2 apart; at the last of these all views count nearly the same. */
const REACHES = [0.1, 0.2, 0.3, 0.45, 0.7, 1, 1.5, 3] as const;

/**
 * The reach with which the other views predict each view's times best (leave-one-out cross-validation): short where the
 * viewpoint decides, long where there is hardly more than noise to average out.
 */
export function fitReach(views: readonly ProfileView[]): number {
  if (views.length < 3) return REACHES[2];
  const errors = REACHES.map((reach) =>
    views.reduce((sum, view) => {
      const others = views.filter((other) => other !== view);
      const foretold = averageOctaves(others, view.steps, reach);
      return sum + octavesOf(view).reduce((total, value, shape) => total + (value - foretold[shape]!) ** 2, 0);
    }, 0),
  );
  return REACHES[errors.indexOf(Math.min(...errors))]!;
}

/** One profile of several of the same adapter, shapes and sizes, from different viewpoints; at least one. */
export function mergeProfiles(parts: readonly ShapeProfile[]): ShapeProfile {
  const views = parts.flatMap((part) => part.views);
  const noise = parts.reduce((sum, part) => sum + part.noise, 0) / parts.length;
  return { ...parts[0]!, views, noise, reach: fitReach(views) };
}

/** Octaves of invocations that may be wasted in what was measured, too: a volume leaves the ends of rows and columns free. */
const MEASURED_WASTE = 0.5;

const unmeasuredWaste = (shape: Shape, covered: PixelRectangle) =>
  Math.max(0, wastedOctaves(shape, covered) - MEASURED_WASTE);

/**
 * The profile's shapes of at most that many invocations, by predicted time.
 * @param covered the part of the image that they are to cover, where that counts.
 */
export function rankByProfile(
  profile: ShapeProfile,
  steps: PixelSteps,
  maxInvocations: number,
  covered?: PixelRectangle,
): ShapeRanking {
  const octaves = predictOctaves(profile, steps);
  const shapes = profile.shapes
    .map((shape, index) => ({ shape, cost: octaves[index]! + (covered ? unmeasuredWaste(shape, covered) : 0) }))
    .filter(({ shape }) => shape.width * shape.height <= maxInvocations)
    .sort((a, b) => a.cost - b.cost);
  const best = shapes[0]?.shape;
  const reason = `of ${shapes.length} shapes measured on this adapter from ${profile.views.length} viewpoints, the fastest around here${best ? ` is ${formatShape(best)}` : ''}`;
  return { policy: 'profile', shapes, tolerance: Math.log2(1 + profile.noise), reason };
}
