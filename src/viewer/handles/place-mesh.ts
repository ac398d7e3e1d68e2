/** A mesh's transform, moved, turned and scaled about its middle in the world. */
import { type Affine, boundingBox, type Mesh, transformPoint, type Vec3 } from '../../index.js';
import { addScaled, rotateAbout, scale, subtract } from '../../math/vec3.js';

/** The middle of the mesh's box in the world. */
export function middleOfMesh(mesh: Mesh, transform: Affine): Vec3 {
  const { min, max } = boundingBox(mesh);
  return transformPoint(transform, scale(addScaled(min, max, 1), 0.5));
}

export const moveBy = ({ columns, origin }: Affine, by: Vec3): Affine => ({
  columns,
  origin: addScaled(origin, by, 1),
});

/** @param axis of unit length. */
export function turnAbout(transform: Affine, center: Vec3, axis: Vec3, radians: number): Affine {
  return about(transform, center, (v) => rotateAbout(v, axis, radians));
}

export const scaleAbout = (transform: Affine, center: Vec3, factor: number): Affine =>
  about(transform, center, (v) => scale(v, factor));

/** The transform with a linear map about `center` behind it. */
function about({ columns, origin }: Affine, center: Vec3, map: (v: Vec3) => Vec3): Affine {
  const [i, j, k] = columns;
  return { columns: [map(i), map(j), map(k)], origin: addScaled(center, map(subtract(origin, center)), 1) };
}
