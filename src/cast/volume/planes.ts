/** Writes the planes that bound a volume's samples, for wgsl/cast/volume/ray.wgsl. */
import { invert } from '../../math/affine.js';
import { boxHalfSpaces, type HalfSpace, transformHalfSpace } from '../../math/plane.js';
import { dot, type Vec3 } from '../../math/vec3.js';
import type { Volume } from '../../volume/volume.js';
import { remainder, type ViewFields } from './view.js';

/** `MAX_PLANES` of the WGSL, of which six are the box's. */
export const MAX_PLANES = 64;
/** The faces of the volume's box. */
export const BOX_PLANES = 6;
export const MAX_HALF_SPACES = MAX_PLANES - BOX_PLANES;

/** Byte offsets of the fields of `Plane` of wgsl/cast/volume/ray.wgsl. */
export const PLANE_OFFSETS = { eye: 0, eye_low: 16, direction: 32, direction_low: 48 } as const;

export const PLANE_SIZE_BYTES = 64;

/** The planes that end a ray's samples: the faces of the volume's box, low and high along each axis, and `halfSpaces`. */
export function packPlanes(
  view: ViewFields,
  { sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>,
  halfSpaces: readonly HalfSpace[],
): Float32Array<ArrayBuffer> {
  const faces = boxHalfSpaces([-0.5, -0.5, -0.5], sizes.map((size) => size - 0.5) as unknown as Vec3);
  const toIndex = invert(indexToWorld);
  const planes = [...faces, ...halfSpaces.map((halfSpace) => transformHalfSpace(toIndex, halfSpace))];
  const packed = new Float32Array((planes.length * PLANE_SIZE_BYTES) / 4);
  for (const [index, { normal, offset }] of planes.entries()) {
    const along = (field: keyof ViewFields) => dot(normal, view[field] as Vec3);
    const eye = [offset - along('eye'), -along('eye_right'), -along('eye_up')];
    const direction = [along('forward'), along('right'), along('up')];
    const start = (index * PLANE_SIZE_BYTES) / 4;
    for (const [name, values] of Object.entries({ eye, direction }) as ['eye' | 'direction', number[]][]) {
      packed.set(values, start + PLANE_OFFSETS[name] / 4);
      packed.set(values.map(remainder), start + PLANE_OFFSETS[`${name}_low`] / 4);
    }
  }
  return packed;
}
