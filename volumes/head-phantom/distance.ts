/** Signed distances, in mm and negative inside, to the shapes that the head is made of. */

/** A point or a direction: x to the patient's right, y anterior, z superior, in mm. */
export type Point = readonly [number, number, number];

/** Approximate away from the surface, as all that blends with an ellipsoid is. */
export function ellipsoid([x, y, z]: Point, [cx, cy, cz]: Point, [rx, ry, rz]: Point): number {
  const [dx, dy, dz] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz];
  const scaled = Math.hypot(dx, dy, dz);
  const gradient = Math.hypot(dx / rx, dy / ry, dz / rz);
  return gradient === 0 ? -Math.min(rx, ry, rz) : (scaled * (scaled - 1)) / gradient;
}

/** A segment with a radius that goes linearly from `startRadius` to `endRadius`. */
export function cone([x, y, z]: Point, start: Point, startRadius: number, end: Point, endRadius: number): number {
  const [ax, ay, az] = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const [px, py, pz] = [x - start[0], y - start[1], z - start[2]];
  const along = clamp01((px * ax + py * ay + pz * az) / (ax * ax + ay * ay + az * az));
  const distance = Math.hypot(px - along * ax, py - along * ay, pz - along * az);
  return distance - startRadius - along * (endRadius - startRadius);
}

/** An upright box with rounded edges; `halfSizes` include the rounding. */
export function roundedBox([x, y, z]: Point, [cx, cy, cz]: Point, [hx, hy, hz]: Point, radius: number): number {
  const dx = Math.abs(x - cx) - hx + radius;
  const dy = Math.abs(y - cy) - hy + radius;
  const dz = Math.abs(z - cz) - hz + radius;
  const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
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
