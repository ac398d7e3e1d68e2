/** The surfaces of labels that options ask for: the labels, and how they are cut and smoothed. */
import type { HalfSpace, Mask, Volume } from '../../../index.js';
import { describeClip, resolveAppearance } from '../describe-volume-scene.js';
import type { Parts } from '../parts.js';
import type { SceneChoice } from '../scene-choice.js';
import type { SceneData } from '../scene-data.js';
import { maskOfLabels, maskOfOwn } from './describe-masks.js';

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
  const { labelSurfaces, labelSmoothing: smoothing } = choice;
  if (!labelSurfaces) return undefined;
  const { volume, grid } = data;
  const ofOwn = () => maskOfOwn(parts, volume, choice, resolveAppearance(parts, data, choice).mask);
  const mask = data.labels ? maskOfLabels(parts, data, choice) : ofOwn();
  return mask && { mask, smoothing, clip: describeClip(parts, { volume, grid }, choice) };
}

/**
 * The choice with an answer to whether labels are shown by their surfaces, where it leaves that open: those that a volume consists of
 * are, and so are those of one beside another; masks that are named select voxels, and labels in pages have no whole surfaces.
 */
export function settleSurfaces<Choice extends SceneChoice>(parts: Parts, data: SceneData, choice: Choice): Choice {
  if (choice.labelSurfaces !== undefined) return choice;
  const labelSurfaces = takesSurfaces(parts, data, choice);
  return parts.keep('settled surfaces', [choice, labelSurfaces], () => ({ ...choice, labelSurfaces }));
}

function takesSurfaces(parts: Parts, data: SceneData, choice: SceneChoice): boolean {
  const { volume, pages, labels, fused = [] } = data;
  if (labels) return !labels.isNamed && !labels.pages;
  if (!volume || pages || fused.length > 0) return false;
  return resolveAppearance(parts, { ...data, volume }, choice).mask !== undefined;
}
