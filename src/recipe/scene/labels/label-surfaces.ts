/** Surfaces of labels in their colours. */
import { createMask, type LabelSurfaceOptions, type Mask, type PosedMesh, type Steps } from '../../../index.js';
import { decimateSurfaces, extractShownSurfaces, type LabelPart, type ShownSurfaces } from '../../../lab.js';
import { colorLabels } from './color-labels.js';
import { maskOfSurfaces } from './label-dots.js';

/** The mask with a colour for each label that has none. */
export const withLabelColors = (mask: Mask): Mask => createMask({ ...mask, styles: colorLabels(mask.styles) });

/** Surfaces of one opacity as a mesh. */
export interface LabelMesh {
  readonly posed: PosedMesh;
  /** The labels of its triangles, which follow each other. */
  readonly parts: readonly LabelPart[];
}

/** Does the steps of some work, in one go or piece by piece. */
export type RunSteps = (steps: Steps<ShownSurfaces[]>) => ShownSurfaces[] | Promise<ShownSurfaces[]>;

/**
 * The surfaces of a mask's labels as meshes, of which single voxels are balls unless stairs are asked for; none where no voxel has one of
 * them.
 * @throws InputError for a smoothing out of range, and for more than devices take.
 */
export async function createLabelMeshes(mask: Mask, options: LabelSurfaceOptions, run: RunSteps): Promise<LabelMesh[]> {
  const shown = maskOfSurfaces(mask, options.smoothing);
  const surfaces = await decimateSurfaces(await run(extractShownSurfaces(withLabelColors(shown), options)));
  return surfaces.map(({ mesh, opacity, parts }) => ({ posed: { mesh, opacity }, parts }));
}
