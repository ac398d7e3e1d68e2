/** The triangles closest to a point, by trying every one in float64. */
import type { Vec3 } from '../../math/vec3.js';
import { isBadTriangle, type Mesh } from '../../mesh/mesh.js';
import { type ClosestPoint, closestOnTriangle } from '../../mesh/triangle/closest-on-triangle.js';
import { triangleCorners } from '../../mesh/triangle/triangle-corners.js';

export interface ClosestTriangle extends ClosestPoint {
  readonly triangle: number;
}

/** All triangles that are not bad, the closest first; of those as close the one with the lower index. */
export function sortByDistance(mesh: Mesh, point: Vec3): ClosestTriangle[] {
  const found: ClosestTriangle[] = [];
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    found.push({ triangle, ...closestOnTriangle(point, ...triangleCorners(mesh, triangle)) });
  }
  return found.sort((a, b) => a.distance - b.distance || a.triangle - b.triangle);
}
