/** Planes in the world, and the half-spaces that they bound. */
import { type Affine, invert } from './affine.js';
import { dot, type Vec3 } from './vec3.js';

/** Keeps the points p with normal · p ≥ offset. The normal has any length but 0; the offset is scaled with it. */
export interface HalfSpace {
  /** Points into the half that is kept. */
  readonly normal: Vec3;
  /** The dot product of the normal and any point of the plane. */
  readonly offset: number;
}

/** Whether the half-space keeps the point; its plane belongs to it. */
export const keepsPoint = ({ normal, offset }: HalfSpace, point: Vec3): boolean => dot(normal, point) >= offset;

/** The six half-spaces whose intersection is the box from `min` to `max`, along the axes of the points' own space. */
export function boxHalfSpaces(min: Vec3, max: Vec3): HalfSpace[] {
  return UNIT_VECTORS.flatMap((unit, axis) => [
    { normal: unit, offset: min[axis]! },
    // 0 − 0, not −0.
    { normal: unit.map((component) => 0 - component) as unknown as Vec3, offset: 0 - max[axis]! },
  ]);
}

const UNIT_VECTORS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const satisfies readonly Vec3[];

/** The half-space of the images of the points that `halfSpace` keeps, for a map whose columns are independent. */
export function transformHalfSpace(affine: Affine, { normal, offset }: HalfSpace): HalfSpace {
  const image = transformNormal(invert(affine), normal);
  return { normal: image, offset: offset + dot(image, affine.origin) };
}

/**
 * A plane's normal, or a gradient, taken to another space: the transpose of `inverse`, which maps that space back, so
 * that normal · vector stays the same for the images of both.
 */
export const transformNormal = (inverse: Pick<Affine, 'columns'>, normal: Vec3): Vec3 =>
  inverse.columns.map((column) => dot(column, normal)) as unknown as Vec3;
