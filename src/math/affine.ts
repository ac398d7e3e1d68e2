/** Affine maps of space: a 3×3 matrix, given by its columns, and a translation. */
import { addScaled, cross, dot, scale, type Vec3 } from './vec3.js';

/** An affine map of points, applied by `transformPoint`. */
export interface Affine {
  /** The images of the unit vectors i, j and k. */
  readonly columns: readonly [Vec3, Vec3, Vec3];
  /** The image of the zero point. */
  readonly origin: Vec3;
}

/** The identity map. */
export const IDENTITY_AFFINE: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

/** The map of a column-major 4×4 matrix, whose last row is (0, 0, 0, 1). */
export function affineOfMatrix(matrix: ArrayLike<number>): Affine {
  const column = (first: number): Vec3 => [matrix[first]!, matrix[first + 1]!, matrix[first + 2]!];
  return { columns: [column(0), column(4), column(8)], origin: column(12) };
}

/** The image of the vector `v`: the translation does not apply. */
export function transformVector({ columns }: Affine, v: Vec3): Vec3 {
  return addScaled(addScaled(scale(columns[0], v[0]), columns[1], v[1]), columns[2], v[2]);
}

/** The image of the point `p`. */
export function transformPoint({ columns: [i, j, k], origin }: Affine, p: Vec3): Vec3 {
  // Written out: five calls for each of a thousand points took five times as long, most of it before they were compiled.
  return [
    origin[0] + (i[0] * p[0] + j[0] * p[1] + k[0] * p[2]),
    origin[1] + (i[1] * p[0] + j[1] * p[1] + k[1] * p[2]),
    origin[2] + (i[2] * p[0] + j[2] * p[1] + k[2] * p[2]),
  ];
}

/** The map of `second`, and then of `first`. */
export const composeAffines = (first: Affine, { columns: [i, j, k], origin }: Affine): Affine => ({
  columns: [transformVector(first, i), transformVector(first, j), transformVector(first, k)],
  origin: transformPoint(first, origin),
});

/** The columns, each times the factor of its axis. */
export const scaleColumns = ([i, j, k]: Affine['columns'], factors: Vec3): Affine['columns'] => [
  scale(i, factors[0]),
  scale(j, factors[1]),
  scale(k, factors[2]),
];

/** Signed volume of the parallelepiped that the columns span; negative where the map turns a right hand into a left one. */
export function determinant({ columns: [a, b, c] }: Affine): number {
  return dot(a, cross(b, c));
}

/** The inverse map. The columns must be linearly independent: check `determinant` first. */
export function invert(affine: Affine): Affine {
  const [a, b, c] = affine.columns;
  const inverseDeterminant = 1 / determinant(affine);
  // The rows of the inverse are the columns' cross products over the determinant.
  const [r0, r1, r2] = [cross(b, c), cross(c, a), cross(a, b)].map((row) => scale(row, inverseDeterminant)) as [
    Vec3,
    Vec3,
    Vec3,
  ];
  const linear: Affine = {
    columns: [
      [r0[0], r1[0], r2[0]],
      [r0[1], r1[1], r2[1]],
      [r0[2], r1[2], r2[2]],
    ],
    origin: [0, 0, 0],
  };
  return { columns: linear.columns, origin: scale(transformVector(linear, affine.origin), -1) };
}
