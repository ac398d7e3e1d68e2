/** A triangle's corners. */
import { cross, subtract, type Vec3 } from '../../math/vec3.js';
import type { Mesh } from '../mesh.js';

/** World positions of the three corners. */
export function triangleCorners(
  { positions, triangles, origin }: Pick<Mesh, 'positions' | 'triangles' | 'origin'>,
  triangle: number,
): [Vec3, Vec3, Vec3] {
  const corner = (index: number): Vec3 => {
    const at = 3 * triangles[3 * triangle + index]!;
    return [origin[0] + positions[at]!, origin[1] + positions[at + 1]!, origin[2] + positions[at + 2]!];
  };
  return [corner(0), corner(1), corner(2)];
}

/** Perpendicular to the triangle, on the side from which its corners are counter-clockwise, and twice as long as it is large. */
export function triangleNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  return cross(subtract(b, a), subtract(c, a));
}
