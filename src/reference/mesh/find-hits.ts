/** All triangles that the rays of an image hit, front to back, in float64: every ray against every triangle. */
import { type Camera, cameraBasis, type ImageSize, type Ray } from '../../camera/camera.js';
import { dot, length } from '../../math/vec3.js';
import { intersectTriangle, shearRay, type TriangleHit } from './intersect-triangle.js';
import { cornersFrom, type Face } from './mesh-faces.js';

/** Which triangles are left out: those whose corners are clockwise as the eye sees them are the backs. */
export type Cull = 'none' | 'back' | 'front';

export interface FaceHit extends TriangleHit {
  readonly face: Face;
  /** Its own opacity, where its material has one beside its face's. */
  readonly opacity?: number | undefined;
}

interface View extends ImageSize {
  readonly camera: Camera;
  readonly cull: Cull;
}

/** @param rays one for each pixel, rows from the top. @returns for each, in order; hits as far as each other by their ids. */
export function findHits(
  faces: readonly Face[],
  rays: readonly Ray[],
  { camera, width, height, cull }: View,
): FaceHit[][] {
  const hits = rays.map((): FaceHit[] => []);
  const sheared = rays.map(shearRay);
  const rectangleOf = createRectangles(camera, { width, height });
  for (const face of faces) {
    const { left, right, top, bottom } = rectangleOf(cornersFrom(face, camera.eye));
    for (let y = top; y <= bottom; y++) {
      for (let pixel = y * width + left; pixel <= y * width + right; pixel++) {
        const ray = sheared[pixel]!;
        const hit = intersectTriangle(ray, cornersFrom(face, ray.origin));
        if (hit && cull !== (hit.isFront ? 'front' : 'back')) hits[pixel]!.push({ ...hit, face });
      }
    }
  }
  for (const along of hits) along.sort((a, b) => a.t - b.t || a.face.id - b.face.id);
  return hits;
}

/** Fraction of a corner's distance: a corner less deep, or behind the eye, has no accurate place in the image. */
const MIN_DEPTH = 1e-6;

/**
 * Maps a triangle's corners, relative to the eye, to the pixels that it may cover: those of the rectangle about the corners in
 * the image, and one more around for rounding. All, where a corner is not in front of a perspective eye.
 */
function createRectangles(camera: Camera, { width, height }: ImageSize) {
  const basis = cameraBasis(camera);
  return (corners: Float64Array) => {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < 9; at += 3) {
      const point = [corners[at]!, corners[at + 1]!, corners[at + 2]!] as const;
      const depth = dot(point, basis.forward);
      if (camera.projection === 'perspective' && !(depth > MIN_DEPTH * length(point))) {
        return { left: 0, right: width - 1, top: 0, bottom: height - 1 };
      }
      const heightWorld =
        camera.projection === 'perspective' ? 2 * depth * Math.tan((camera.fovDegrees * Math.PI) / 360) : camera.height;
      const x = width / 2 + (dot(point, basis.right) / heightWorld) * height;
      const y = height / 2 - (dot(point, basis.up) / heightWorld) * height;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    return {
      left: Math.max(0, Math.floor(left) - 1),
      right: Math.min(width - 1, Math.floor(right) + 1),
      top: Math.max(0, Math.floor(top) - 1),
      bottom: Math.min(height - 1, Math.floor(bottom) + 1),
    };
  };
}
