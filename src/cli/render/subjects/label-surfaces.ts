/** The surfaces of labels of `tilecast render`. */
import { finishSteps, InputError, type Mask, type PosedMesh } from '../../../index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { SurfaceRequest } from '../../../recipe/scene/labels/describe-label-surfaces.js';
import { createLabelMeshes, type LabelMesh, withLabelColors } from '../../../recipe/scene/labels/label-surfaces.js';
import { say } from '../../say.js';

export interface LabelSurfaces {
  /** One for each opacity, in the labels' colours. */
  readonly meshes: readonly PosedMesh[];
  /** The labels of their triangles, which follow each other. */
  readonly parts: LabelMesh['parts'];
  /** The labels with their colours, for legends. */
  readonly mask: Mask;
}

/**
 * @param isAsked whether an option asks for them; where they are but a default, what they cannot be is said.
 * @returns undefined where labels are to be shown by their voxels all the same.
 * @throws InputError where no voxel has one of the labels.
 */
export async function makeLabelSurfaces(
  { mask: given, smoothing, clip }: SurfaceRequest,
  isAsked: boolean,
): Promise<LabelSurfaces | undefined> {
  const mask = withLabelColors(given);
  try {
    const meshes = await createLabelMeshes(mask, { smoothing, clip }, finishSteps);
    if (meshes.length === 0) {
      const numbers = mask.styles.map(({ label }) => label).join(', ');
      fail(`no voxel${clip.length > 0 ? ' that the cuts leave' : ''} has a label of ${numbers}`);
    }
    return { meshes: meshes.map(({ posed }) => posed), parts: meshes.flatMap(({ parts }) => parts), mask };
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    if (isAsked) throw new InputError(`--label-surfaces: ${cause.message}`, { cause });
    say(`labels are shown by their voxels: ${cause.message}`);
    return undefined;
  }
}
