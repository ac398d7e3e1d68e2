/** The surfaces of labels that options ask for: the labels, and how they are cut and smoothed. */
import type { HalfSpace, Mask, Volume } from '../../../index.js';
import { describeClip, resolveAppearance } from '../describe-volume-scene.js';
import type { Parts } from '../parts.js';
import type { SceneChoice } from '../scene-choice.js';
import type { SceneData } from '../scene-data.js';
import { keepMask, maskOfLabels } from './describe-masks.js';

/** Surfaces of labels that are to be made. */
export interface SurfaceRequest {
  readonly mask: Mask;
  /** Voxels. */
  readonly smoothing: number;
  readonly clip: readonly HalfSpace[];
}

/**
 * The surfaces of a mask's labels, of those that are named of the volume itself, or of all that it consists of; undefined where none
 * are wanted, or there are no labels.
 */
export function describeLabelSurfaces(
  parts: Parts,
  data: SceneData & { readonly volume: Volume },
  choice: SceneChoice,
): SurfaceRequest | undefined {
  const { labelSurfaces, labelSmoothing: smoothing, labels } = choice;
  if (!labelSurfaces) return undefined;
  const { volume, grid } = data;
  const ofOwn = () =>
    labels ? keepMask(parts, 'own labels', volume, labels, choice) : resolveAppearance(parts, data, choice).mask;
  const mask = data.labels ? maskOfLabels(parts, data, choice) : ofOwn();
  return mask && { mask, smoothing, clip: describeClip(parts, { volume, grid }, choice) };
}
