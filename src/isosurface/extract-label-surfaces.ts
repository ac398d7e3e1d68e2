/** The regions of a label volume as closed meshes. */
import { InputError } from '../errors.js';
import type { Gpu } from '../gpu/gpu.js';
import type { HalfSpace } from '../math/half-space.js';
import type { Mesh } from '../mesh/mesh.js';
import { createLabelField, findLabelBoxes, LABEL_ISOVALUE } from '../volume/grids/label-field.js';
import type { LabelStyle, Mask } from '../volume/mask.js';
import { withDefaults } from '../with-defaults.js';
import { extractIsosurface } from './extract-isosurface.js';

/** Options of `extractLabelSurfaces`. */
export interface LabelSurfaceOptions {
  /** Standard deviation in voxels of the Gaussian that smooths regions, 0 to 8; 0 leaves their voxels' stairs. */
  readonly smoothing?: number;
  /** Half-spaces of the world that regions are cut to, which closes them along the planes. */
  readonly clip?: readonly HalfSpace[];
  /** Called with the share of the labels that are done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const LABEL_SURFACE_DEFAULTS = {
  smoothing: 1,
  clip: [],
  onProgress: undefined,
  signal: undefined,
} as const satisfies Required<LabelSurfaceOptions>;

/** Wider Gaussians are slow, and leave nothing more to smooth. */
export const MAX_LABEL_SMOOTHING = 8;

/** The boundary of one label's region. */
export interface LabelSurface {
  readonly style: LabelStyle;
  /** Closed and facing outwards, in the world of the label volume. */
  readonly mesh: Mesh;
}

/**
 * The boundary of each label's region, smooth, but on the same side of every voxel's centre: thin parts stay, and regions
 * that touch each other share their boundary but for 2 % of a voxel. Regions end at the faces of the volume. Labels that no voxel has
 * are left out.
 * @throws InputError for a smoothing out of range; DeviceError without memory.
 */
export async function extractLabelSurfaces(
  gpu: Gpu,
  { labels, styles }: Mask,
  options: LabelSurfaceOptions = {},
): Promise<LabelSurface[]> {
  const { smoothing, clip, onProgress, signal } = withDefaults(LABEL_SURFACE_DEFAULTS, options);
  if (!(smoothing >= 0 && smoothing <= MAX_LABEL_SMOOTHING)) {
    throw new InputError(`the smoothing of labels must be from 0 to ${MAX_LABEL_SMOOTHING} voxels, not ${smoothing}`);
  }
  const boxes = findLabelBoxes(labels);
  const surfaces: LabelSurface[] = [];
  for (const [index, style] of styles.entries()) {
    signal?.throwIfAborted();
    const box = boxes.get(style.label);
    const field = box && createLabelField(labels, style.label, box, { smoothing, clip });
    // Cuts may remove all of it.
    if (field?.voxels.some((value) => value >= LABEL_ISOVALUE)) {
      surfaces.push({ style, mesh: await extractIsosurface(gpu, field, LABEL_ISOVALUE, { signal }) });
    }
    onProgress?.((index + 1) / styles.length);
  }
  return surfaces;
}
