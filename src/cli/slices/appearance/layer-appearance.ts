/** How volumes look on slices. */
import type { LabelStyle, Volume } from '../../../index.js';
import type { ValueBar } from '../../../recipe/slices/value-bar.js';
import type { SliceLayer } from '../../../slices/draw-slice.js';

/** How a volume shows. */
export interface LayerAppearance {
  readonly layer: SliceLayer;
  /** Colours of values, for a colour bar. */
  readonly bar?: ValueBar | undefined;
  /** Whether these colours are greys. */
  readonly isGrey?: boolean;
  /** Labels with their names. */
  readonly styles?: readonly LabelStyle[] | undefined;
}

/** That of the first volume. */
export interface BaseAppearance extends LayerAppearance {
  /** Whether a value of the basis, at an index in memory, can be seen. */
  readonly isSeen: (basis: Volume) => (voxel: number) => boolean;
}
