/** Decides what finds the triangles that a frame's rays hit: bins, which are made for each frame, or a tree, which is kept. */
import type { Settings } from './check-scene.js';
import type { RayTracing } from './scene.js';
import type { MeshPart } from './scene-parts.js';

export interface RayPlan {
  readonly eye: RayTracing;
  /** Undefined where nothing casts shadows. */
  readonly shadow: RayTracing | undefined;
  readonly mirrors: boolean;
  readonly occlusion: boolean;
  /** Whether rays from surfaces take the tree. */
  readonly traced: boolean;
  /** Whether any rays do. */
  readonly tree: boolean;
}

export function planRays(
  { shadows, shading, styles, reflections, ambientOcclusion }: MeshPart,
  { eyeRays, shadowRays }: Settings,
): RayPlan {
  const mirrors = styles.mirrors && reflections > 0;
  const occlusion = ambientOcclusion !== undefined;
  const needsTree = mirrors || occlusion;
  const eye = eyeRays === 'auto' ? 'bins' : eyeRays;
  // What the eye sees, a light at the eye reaches.
  const castsShadows = shadows && shading.light !== 'headlight';
  const shadow = castsShadows ? (needsTree ? 'bvh' : shadowRays === 'auto' ? 'bins' : shadowRays) : undefined;
  const traced = needsTree || shadow === 'bvh';
  return { eye, shadow, mirrors, occlusion, traced, tree: traced || eye === 'bvh' };
}
