/** Signed distances, in mm and negative inside, to the shapes that the head is made of. */

/** A point or a direction: x to the patient's right, y anterior, z superior, in mm. */
export type Point = readonly [number, number, number];

/** Approximate away from the surface, as all that blends with an ellipsoid is. */
export function ellipsoid(p: Point, centre: Point, radii: Point): number {
  const dx = (p[0] - centre[0]) / radii[0];
  const dy = (p[1] - centre[1]) / radii[1];
  const dz = (p[2] - centre[2]) / radii[2];
  const scaled = length(dx, dy, dz);
  const gradient = length(dx / radii[0], dy / radii[1], dz / radii[2]);
  return gradient === 0 ? -Math.min(radii[0], radii[1], radii[2]) : (scaled * (scaled - 1)) / gradient;
}

/** A segment with a radius that goes linearly from `startRadius` to `endRadius`. */
export function cone(p: Point, start: Point, startRadius: number, end: Point, endRadius: number): number {
  const ax = end[0] - start[0];
  const ay = end[1] - start[1];
  const az = end[2] - start[2];
  const px = p[0] - start[0];
  const py = p[1] - start[1];
  const pz = p[2] - start[2];
  const along = clamp01((px * ax + py * ay + pz * az) / (ax * ax + ay * ay + az * az));
  return length(px - along * ax, py - along * ay, pz - along * az) - startRadius - along * (endRadius - startRadius);
}

/** An upright box with rounded edges; `halfSizes` include the rounding. */
export function roundedBox(p: Point, centre: Point, halfSizes: Point, radius: number): number {
  const dx = Math.abs(p[0] - centre[0]) - halfSizes[0] + radius;
  const dy = Math.abs(p[1] - centre[1]) - halfSizes[1] + radius;
  const dz = Math.abs(p[2] - centre[2]) - halfSizes[2] + radius;
  const outside = length(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
  return outside + Math.min(Math.max(dx, dy, dz), 0) - radius;
}

/** The union of two shapes, filleted over about `width` mm. */
export function blend(a: number, b: number, width: number): number {
  const overlap = Math.max(width - Math.abs(a - b), 0) / width;
  return Math.min(a, b) - (overlap * overlap * width) / 4;
}

/** What is in both shapes, filleted. */
export const blendIntersect = (a: number, b: number, width: number): number => -blend(-a, -b, width);

/** The first shape without the second, filleted. */
export const carve = (a: number, b: number, width: number): number => blendIntersect(a, -b, width);

export const clamp01 = (x: number): number => Math.min(Math.max(x, 0), 1);

/** How much of a voxel is in a shape: a ramp over this many mm makes surfaces that shade smoothly. */
const SOFT_EDGE = 3;
export const coverage = (distance: number): number => clamp01(0.5 - distance / SOFT_EDGE);

/** Math.hypot guards against overflow, which makes it several times slower. */
const length = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);
