/** How often a surface goes around a point, by the solid angle of every triangle in float64. */
import { cross, dot, length, subtract, type Vec3 } from '../../math/vec3.js';
import { isBadTriangle, type Mesh } from '../../mesh/mesh.js';
import { triangleCorners } from '../../mesh/triangle/triangle-corners.js';

/**
 * A. van Oosterom and J. Strackee, "The solid angle of a plane triangle", IEEE Transactions on Biomedical Engineering 30(2),
 * 1983. A triangle seen from its own plane has none.
 */
export function windingNumber(mesh: Mesh, point: Vec3): number {
  let sum = 0;
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    const [a, b, c] = triangleCorners(mesh, triangle).map((corner) => subtract(corner, point)) as [Vec3, Vec3, Vec3];
    const volume = dot(a, cross(b, c));
    const [sizeA, sizeB, sizeC] = [length(a), length(b), length(c)];
    const rest = sizeA * sizeB * sizeC + dot(a, b) * sizeC + dot(b, c) * sizeA + dot(c, a) * sizeB;
    if (volume !== 0) sum += 2 * Math.atan2(volume, rest);
  }
  return sum / (4 * Math.PI);
}
