/** RAS worlds, as in neuroimaging programs, converted to LPS. */
import type { Affine } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';

/** Adding zero makes zeros of negative ones. */
const flip = ([x, y, z]: Vec3): Vec3 => [-x + 0, -y + 0, z + 0];

/** Turns a map into a RAS world into one into an LPS world. */
export const rasToLps = ({ columns: [i, j, k], origin }: Affine): Affine => ({
  columns: [flip(i), flip(j), flip(k)],
  origin: flip(origin),
});
