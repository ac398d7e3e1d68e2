/** The surfaces of labels that the options of `tilecast render` ask for. */
import { type Gpu, InputError, type Mask, type PosedMesh } from '../../index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import type { SurfaceRequest } from '../../recipe/scene/labels/describe-label-surfaces.js';
import { createLabelMeshes, type LabelMesh, withLabelColors } from '../../recipe/scene/labels/label-surfaces.js';
import { showProgress } from '../read-volume-input.js';

export interface LabelSurfaces {
  /** One for each opacity, in the labels' colours. */
  readonly meshes: readonly PosedMesh[];
  /** The labels of their triangles, which follow each other. */
  readonly parts: LabelMesh['parts'];
  /** The labels with their colours, for legends. */
  readonly mask: Mask;
}

/** @throws InputError where no voxel has one of the labels. */
export async function makeLabelSurfaces(gpu: Gpu, request: SurfaceRequest): Promise<LabelSurfaces> {
  const mask = withLabelColors(request.mask);
  const meshes = await extract(gpu, { ...request, mask });
  if (meshes.length === 0) {
    const numbers = mask.styles.map(({ label }) => label).join(', ');
    fail(
      `--label-surfaces: no voxel${request.clip.length > 0 ? ' that the cuts leave' : ''} has a label of ${numbers}`,
    );
  }
  return { meshes: meshes.map(({ posed }) => posed), parts: meshes.flatMap(({ parts }) => parts), mask };
}

async function extract(gpu: Gpu, { mask, smoothing, clip }: SurfaceRequest) {
  try {
    return await showProgress(
      (report) => createLabelMeshes(gpu, mask, { smoothing, clip, onProgress: (share) => report(share, 1) }),
      'labels',
    );
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(`--label-surfaces: ${cause.message}`, { cause });
  }
}
