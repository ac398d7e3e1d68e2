/** The step across a slice that stands alone. */
import { cross, length, normalize, scale, type Vec3 } from '../../../math/vec3.js';

/**
 * The step across a slice that a file holds alone, saying nothing of others: at right angles to the steps along i and j and as
 * long as the shorter, whatever their unit. It leads up where the slice is level, and else makes a right-handed frame. Steps
 * that span no plane have none: NaN, which no volume takes.
 */
export function acrossSlice(i: Vec3, j: Vec3): Vec3 {
  // Normalized before, so that steps of micrometres in metres are not too short to multiply.
  const normal = normalize(cross(normalize(i), normalize(j)));
  const step = Math.min(length(i), length(j));
  return normal[0] === 0 && normal[1] === 0 ? [0, 0, step] : scale(normal, step);
}
