/** Regions of slices: ellipses between two corners. */
import type { Vec3 } from '../../index.js';
import { add, dot, scale, subtract } from '../../math/vec3.js';
import type { Measurement } from '../document/document.js';

/** The ellipse that touches the sides of the rectangle between two corners. */
export interface Ellipse {
  readonly center: Vec3;
  /** Unit vectors along its axes, and half their lengths. */
  readonly right: Vec3;
  readonly down: Vec3;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

export function ellipseOf({ points, region }: Measurement): Ellipse | undefined {
  const [from, to] = points;
  if (!region || !from || !to) return undefined;
  const across = subtract(to, from);
  return {
    ...region,
    center: scale(add(from, to), 0.5),
    halfWidth: Math.abs(dot(across, region.right)) / 2,
    halfHeight: Math.abs(dot(across, region.down)) / 2,
  };
}

export const areaOf = ({ halfWidth, halfHeight }: Ellipse) => Math.PI * halfWidth * halfHeight;
