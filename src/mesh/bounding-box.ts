/** The place of a mesh in the world. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import { isBadTriangle, type Mesh } from './mesh.js';

/** An axis-aligned box in the world, its faces included. */
export interface Box {
  /** The corner with the smallest coordinates. */
  readonly min: Vec3;
  /** The corner with the largest coordinates. */
  readonly max: Vec3;
}

/**
 * The bounding box of all valid triangles, in world coordinates.
 * @throws InputError if all of them are.
 */
export function boundingBox(mesh: Mesh): Box {
  const { positions, triangles, origin } = mesh;
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      const at = 3 * triangles[corner]!;
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = positions[at + axis]!;
        if (coordinate < min[axis]!) min[axis] = coordinate;
        if (coordinate > max[axis]!) max[axis] = coordinate;
      }
    }
  }
  if (min[0] === Infinity) {
    throw new InputError('a mesh has no triangle with three finite vertices; at least one is needed');
  }
  return {
    min: [origin[0] + min[0], origin[1] + min[1], origin[2] + min[2]],
    max: [origin[0] + max[0], origin[1] + max[1], origin[2] + max[2]],
  };
}

/** The eight corners of a box; the bits of a corner's index are set on the axes on which it is at the maximum. */
export function boxCorners({ min, max }: Box): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [
    corner & 1 ? max[0] : min[0],
    corner & 2 ? max[1] : min[1],
    corner & 4 ? max[2] : min[2],
  ]);
}
