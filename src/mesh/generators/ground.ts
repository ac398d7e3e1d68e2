/** A ground for things to stand on. */
import { InputError } from '../../errors.js';
import { boundingSphere } from '../../math/sphere.js';
import { addScaled, cross, dot, length, normalize, type Vec3 } from '../../math/vec3.js';
import type { Mesh } from '../mesh.js';
import { transformMesh } from '../transform-mesh.js';
import { createGrid } from './create-basic-meshes.js';

/** Sides of the square, in radii of the sphere around what stands on it: long enough for the shadows of low lights. */
const SIDE = 8;

/** Keeps flat bottoms off the ground, in radii. */
const GAP = 1e-3;

/**
 * A flat square below the lowest of `points`, which faces `up` and is four times as wide as what the points are around.
 * @param up any length but 0.
 * @throws InputError if there is no point, or no direction.
 */
export function createGround(points: readonly Vec3[], up: Vec3): Mesh {
  const { point, normal, size } = findGround(points, up);
  const across = normalize(cross(Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], normal));
  return transformMesh(createGrid({ width: SIDE * size, height: SIDE * size, columns: 1, rows: 1 }), {
    columns: [across, cross(normal, across), normal],
    origin: point,
  });
}

/** The plane of a ground: the point below the middle of the points, its unit normal, and their radius. */
export function findGround(points: readonly Vec3[], up: Vec3) {
  if (points.length === 0) throw new InputError('a ground needs at least one point to lie below');
  if (!(length(up) > 0)) throw new InputError(`a ground faces a direction, not (${up.join(', ')})`);
  const normal = normalize(up);
  const { center, radius } = boundingSphere(points);
  const size = radius > 0 ? radius : 1;
  const lowest = points.reduce((least, point) => Math.min(least, dot(point, normal)), Infinity);
  const point = addScaled(center, normal, lowest - dot(center, normal) - GAP * size);
  return { point, normal, size };
}
