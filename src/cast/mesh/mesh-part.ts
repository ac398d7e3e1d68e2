/** One mesh among those of a scene. */
import type { Vec3 } from '../../math/vec3.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { MeshPartRange } from './uniforms.js';

export interface MeshPart extends MeshPartRange {
  readonly mesh: Mesh;
  /** World point that its positions on the device are relative to; follows its transform. */
  origin: Vec3;
}
