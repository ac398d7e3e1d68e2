/** Corners of boxes around meshes, where they are in the world. */
import { affineOfMatrix, transformPoint } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { boundingBox, boxCorners } from '../../../mesh/bounding-box.js';
import type { PosedMesh } from '../../scene.js';

/** World corners of a box around the mesh. */
export function posedCorners({ mesh, transform }: PosedMesh): readonly Vec3[] {
  const corners = boxCorners(boundingBox(mesh));
  if (!transform) return corners;
  const toWorld = affineOfMatrix(transform);
  return corners.map((corner) => transformPoint(toWorld, corner));
}
