/** The box of a scan's subject, in fractions of the volume: copies with other voxels are cut alike. */
import type { Vec3 } from '../math/vec3.js';

/** A part of a volume's box, from its lower side (0) to its upper one (1) along each axis. */
export interface SubjectBox {
  readonly from: Vec3;
  readonly to: Vec3;
}

/** The first and the last voxel of a part of a box. */
export function voxelsOfSubject({ from, to }: SubjectBox, sizes: Vec3): { readonly first: Vec3; readonly last: Vec3 } {
  const along = (ends: Vec3, step: number) =>
    ends.map((end, axis) => Math.round(end * sizes[axis]!) - step) as unknown as Vec3;
  return { first: along(from, 0), last: along(to, 1) };
}
