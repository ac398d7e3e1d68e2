/** Options of label surfaces, apart from what makes them: many commands list options, and few make any. */
import type { HalfSpace } from '../math/half-space.js';

/** Options of `extractLabelSurfaces`. */
export interface LabelSurfaceOptions {
  /** Standard deviation in voxels of a Gaussian that smooths as much, 0 to 8; 0 leaves the stairs of voxels. */
  readonly smoothing?: number;
  /** Half-spaces of the world that regions are cut to, which closes them along the planes. */
  readonly clip?: readonly HalfSpace[];
}

/** Defaults of `LabelSurfaceOptions`. */
export const LABEL_SURFACE_DEFAULTS = {
  smoothing: 2,
  clip: [],
} as const satisfies Required<LabelSurfaceOptions>;

/** Wider Gaussians are slow, and leave nothing more to smooth. */
export const MAX_LABEL_SMOOTHING = 8;
