/** Plans the intersectors of a frame's rays: bins, rebuilt for each frame, or a BVH that is kept. */

import { type AdapterTraits, chooseByAdapter } from '../../gpu/adapter-traits.js';
import { countDirections } from '../../transfer/light/lights.js';
import type { MeshSettings } from '../scene-parts.js';
import { countRays, type RayTracing, type Settings } from '../settings.js';

export interface RayPlan {
  readonly primary: RayTracing;
  /** Undefined where nothing casts shadows. */
  readonly shadow: RayTracing | undefined;
  readonly mirrors: boolean;
  readonly occlusion: boolean;
  /** Whether lights have an extent. */
  readonly softShadows: boolean;
  /** Whether rays from surfaces take the tree. */
  readonly traced: boolean;
  /** Whether any rays do. */
  readonly tree: boolean;
}

/** The facts that the choice depends on. */
export interface RaySituation {
  readonly traits: AdapterTraits;
  readonly triangles: number;
  /** Frames in a row before this one that had the same triangles in the same places. */
  readonly stillFrames: number;
  /** How far the tree may have triangles elsewhere, where the camera looks. */
  readonly treeErrorPixels: () => number;
  /** Whether something else than rays from the picture asks for it. */
  readonly treeIsNeeded: boolean;
  /** Whether rays end and begin at any time, as those of volumes in pages do: workgroups cannot go through bins together. */
  readonly raysWait: boolean;
  /** Whether the device has buffers for it. */
  readonly treeFits: boolean;
}

/** More than that may be seen. */
const MAX_ERROR_PIXELS = 0.1;

/** Still frames that make it likely that a tree, its building and the compilation of kernels pay. */
const PATIENCE = { gpu: 4, llvmpipe: 16, swiftshader: 16 } as const;

export function planRays(
  { shadows, softShadows, shading, styles, reflections, ambientOcclusion }: MeshSettings,
  settings: Settings,
  situation: RaySituation,
): RayPlan {
  const mirrors = styles.mirrors && reflections > 0;
  const occlusion = ambientOcclusion !== undefined;
  const directions = countDirections(shading.light);
  // Bins are of one light.
  const isSoft = softShadows !== undefined && shadows && directions > 0;
  const needsTree = mirrors || occlusion || isSoft || (shadows && directions > 1);
  const { traits, stillFrames, treeErrorPixels, treeFits, treeIsNeeded, raysWait } = situation;
  // A light at the camera reaches what the camera sees.
  const castsShadows = shadows && directions > 0;
  const isAskedFor =
    needsTree ||
    treeIsNeeded ||
    raysWait ||
    settings.primaryRays === 'bvh' ||
    (castsShadows && settings.shadowRays === 'bvh');
  const hasTree = isAskedFor || (treeFits && stillFrames >= chooseByAdapter(traits, PATIENCE));
  const rays = countRays(settings);
  const choose = (asked: RayTracing | 'auto', treeIsFaster: boolean) =>
    asked !== 'auto' ? asked : hasTree && treeIsFaster && treeErrorPixels() <= MAX_ERROR_PIXELS ? 'bvh' : 'bins';
  // A tree has no slabs to count.
  const chosen = choose(settings.primaryRays, !settings.slabCounts && isTreeFaster('primary', rays, situation));
  const primary = raysWait ? 'bvh' : chosen;
  const chooseForShadows = () =>
    needsTree ? 'bvh' : choose(settings.shadowRays, isTreeFaster('shadow', rays, situation));
  const shadow = castsShadows ? chooseForShadows() : undefined;
  const traced = needsTree || shadow === 'bvh';
  return {
    primary,
    shadow,
    mirrors,
    occlusion,
    softShadows: isSoft,
    traced,
    tree: traced || primary === 'bvh' || treeIsNeeded,
  };
}

/**
 * Bins cost by the triangle, and a tree that is there by the ray: up to so many rays, and so many more for each triangle, the
 * tree takes less time. Measured: experiments/bins-or-bvh has the crossovers.
 */
const MOST_RAYS_BY_TREE = {
  gpu: { primary: { base: 100_000, perTriangle: 1 / 4 }, shadow: { base: 500_000, perTriangle: 1 } },
  llvmpipe: { primary: { base: 0, perTriangle: 1 / 3 }, shadow: { base: 50_000, perTriangle: 1 } },
  swiftshader: { primary: { base: 0, perTriangle: 1 / 3 }, shadow: { base: 50_000, perTriangle: 1 } },
} as const;

function isTreeFaster(kind: 'primary' | 'shadow', rays: number, { traits, triangles }: RaySituation): boolean {
  const { base, perTriangle } = chooseByAdapter(traits, MOST_RAYS_BY_TREE)[kind];
  return rays < base + perTriangle * triangles;
}
