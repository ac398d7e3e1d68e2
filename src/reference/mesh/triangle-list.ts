/** Rays from anywhere to anywhere among triangles, in float64: every ray against every triangle. */
import type { Ray } from '../../camera/camera.js';
import type { FaceHit } from './find-hits.js';
import { intersectTriangle, shearRay } from './intersect-triangle.js';
import { cornersFrom, type Face } from './mesh-faces.js';
import { isBlocking } from './surface-finish.js';

/** Triangles with their corners at hand, since many rays ask for them. */
export interface TriangleList {
  readonly faces: readonly Face[];
  /** World coordinates: nine numbers per triangle. */
  readonly corners: Float64Array;
}

export function listTriangles(faces: readonly Face[]): TriangleList {
  const corners = new Float64Array(9 * faces.length);
  for (const [index, face] of faces.entries()) corners.set(cornersFrom(face, [0, 0, 0]), 9 * index);
  return { faces, corners };
}

/** All triangles that the ray hits, from both sides, in order; hits as far as each other by their ids. */
export function hitsAlong({ faces, corners }: TriangleList, ray: Ray): FaceHit[] {
  const sheared = shearRay(ray);
  const hits: FaceHit[] = [];
  for (let index = 0; index < faces.length; index++) {
    const hit = intersectTriangle(sheared, corners, 9 * index, ray.origin);
    if (hit) hits.push({ ...hit, face: faces[index]! });
  }
  return hits.sort((a, b) => a.t - b.t || a.face.id - b.face.id);
}

/** Whether the ray hits any triangle that lets no light through nearer than a world distance. */
export function isBlocked({ faces, corners }: TriangleList, ray: Ray, distance = Infinity): boolean {
  const sheared = shearRay(ray);
  for (let index = 0; index < faces.length; index++) {
    const hit = intersectTriangle(sheared, corners, 9 * index, ray.origin);
    if (!hit || hit.t >= distance) continue;
    const { mesh, triangle } = faces[index]!;
    if (isBlocking(mesh, { triangle, u: hit.u, v: hit.v })) return true;
  }
  return false;
}
