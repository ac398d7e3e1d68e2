/** The default view direction of posed meshes; loaded only for scenes without a volume and a camera. */
import { meshView } from '../../../camera/mesh-view/mesh-view.js';
import type { ViewDirection } from '../../../camera/views.js';
import { affineOfMatrix } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { sampleFaces } from '../../../mesh/sample-faces.js';
import { transformMesh } from '../../../mesh/transform-mesh.js';
import type { PosedMesh } from '../../scene.js';

/** @param points world corners of the meshes' boxes. */
export function posedView(points: readonly Vec3[], meshes: readonly PosedMesh[]): ViewDirection {
  // Moving ones are seen at the start of their motion.
  const posed = meshes.map(({ mesh, transform }) =>
    transform ? transformMesh(mesh, affineOfMatrix(transform)) : mesh,
  );
  return meshView(points, { samples: sampleFaces(posed) });
}
