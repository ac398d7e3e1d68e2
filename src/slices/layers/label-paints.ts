/** The appearance of labels on slices. */
import type { Vec3 } from '../../math/vec3.js';
import type { LabelStyle } from '../../volume/mask.js';

/** The appearance of one label. */
export interface LabelPaint {
  readonly color: Vec3;
  /** Opacities of its fill and of its outline, from 0 to 1. */
  readonly fill: number;
  readonly outline: number;
}

export interface LabelPaints {
  /** Undefined where a label is not shown, and for NaN. */
  readonly get: (label: number) => LabelPaint | undefined;
  readonly isOutlined: boolean;
}

/** How opaque labels' fills and outlines are. */
export interface LabelShares {
  readonly fill: number;
  readonly outline: number;
}

/** The appearance of labels that have colours. */
export function paintLabels(styles: readonly LabelStyle[], { fill, outline }: LabelShares): LabelPaints {
  const paints = new Map<number, LabelPaint>();
  for (const { label, color, opacity = 1 } of styles) {
    paints.set(label, { color: color!, fill: fill * opacity, outline: outline * opacity });
  }
  return { get: (label) => paints.get(label), isOutlined: outline > 0 };
}
