/** Meshes from formulas: spheres, tori, planes, and triangles at random. */

import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { withDefaults } from '../../with-defaults.js';
import { createMesh, type Mesh } from '../mesh.js';
import { subdivide } from '../topology/subdivide.js';
import { type LatheRing, turnLathe } from './lathe.js';
import { createRandom } from './random.js';

/** The golden ratio: three perpendicular rectangles of these sides have an icosahedron's corners. */
const PHI = (1 + Math.sqrt(5)) / 2;

const ICOSAHEDRON = createMesh({
  // biome-ignore format: one rectangle a line
  positions: Float32Array.from([
    -1, PHI, 0, 1, PHI, 0, -1, -PHI, 0, 1, -PHI, 0,
    0, -1, PHI, 0, 1, PHI, 0, -1, -PHI, 0, 1, -PHI,
    PHI, 0, -1, PHI, 0, 1, -PHI, 0, -1, -PHI, 0, 1,
  ]),
  // biome-ignore format: five triangles a line
  triangles: Uint32Array.from([
    0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11,
    1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
    3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9,
    4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
  ]),
});

/** Options of `createIcosphere`. */
export interface IcosphereOptions {
  /** Default 1. */
  readonly radius?: number;
  /** Default: the origin. */
  readonly center?: Vec3;
  /** How often an icosahedron is subdivided: there are 20 · 4 ^ subdivisions triangles. */
  readonly subdivisions?: number;
}

/** Defaults of `IcosphereOptions`. */
export const ICOSPHERE_DEFAULTS = { radius: 1, center: [0, 0, 0], subdivisions: 3 } as const satisfies IcosphereOptions;

/** The normals alone would take 126 MB after 10 subdivisions. */
const SUBDIVISIONS_MAX = 9;

/**
 * A sphere of nearly equal triangles, closed, with exact normals.
 * @throws InputError if there are more than 9 subdivisions.
 */
export function createIcosphere(options: IcosphereOptions = {}): Mesh {
  const { radius, center, subdivisions } = withDefaults(ICOSPHERE_DEFAULTS, options);
  if (!Number.isInteger(subdivisions) || subdivisions < 0 || subdivisions > SUBDIVISIONS_MAX) {
    throw new InputError(`an icosphere has 0 to ${SUBDIVISIONS_MAX} subdivisions, as an integer, not ${subdivisions}`);
  }
  let sphere = ICOSAHEDRON;
  for (let level = 0; level < subdivisions; level++) sphere = subdivide(sphere);
  const positions = new Float32Array(sphere.positions.length);
  const normals = new Float32Array(sphere.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const length = Math.hypot(sphere.positions[at]!, sphere.positions[at + 1]!, sphere.positions[at + 2]!);
    for (let axis = 0; axis < 3; axis++) {
      const component = sphere.positions[at + axis]! / length;
      normals[at + axis] = component;
      positions[at + axis] = center[axis]! + radius * component;
    }
  }
  return createMesh({ positions, triangles: sphere.triangles, normals });
}

/** Options of `createTorus`. */
export interface TorusOptions {
  /** Radius from the centre of the torus to that of the tube. */
  readonly majorRadius?: number;
  /** Radius of the tube. */
  readonly minorRadius?: number;
  /** Segments around the axis. */
  readonly majorSegments?: number;
  /** Segments around the tube. */
  readonly minorSegments?: number;
}

/** Defaults of `TorusOptions`. */
export const TORUS_DEFAULTS = {
  majorRadius: 1,
  minorRadius: 0.4,
  majorSegments: 64,
  minorSegments: 32,
} as const satisfies TorusOptions;

/**
 * A torus about the z axis, closed, of 2 · majorSegments · minorSegments triangles.
 * @throws InputError if there are fewer than three segments either way.
 */
export function createTorus(options: TorusOptions = {}): Mesh {
  const { majorRadius, minorRadius, majorSegments, minorSegments } = withDefaults(TORUS_DEFAULTS, options);
  if (!Number.isInteger(minorSegments) || minorSegments < 3) {
    throw new InputError(`a torus needs three segments about its tube, as an integer, not ${minorSegments}`);
  }
  const rings = Array.from({ length: minorSegments }, (_, segment): LatheRing => {
    const angle = (2 * Math.PI * segment) / minorSegments;
    return [majorRadius + minorRadius * Math.cos(angle), minorRadius * Math.sin(angle)];
  });
  return createMesh(turnLathe(rings, majorSegments, true));
}

/** Options of `createGrid`. */
export interface GridOptions {
  /** Extent along x; default 1. */
  readonly width?: number;
  /** Extent along y; default 1. */
  readonly height?: number;
  /** Cells along x and y, of two triangles each. */
  readonly columns?: number;
  /** Quads along y; default 16. */
  readonly rows?: number;
}

/** Defaults of `GridOptions`. */
export const GRID_DEFAULTS = { width: 1, height: 1, columns: 16, rows: 16 } as const satisfies GridOptions;

/**
 * A flat rectangle about zero at z = 0, which faces +z.
 * @throws InputError if there is not one column and one row at least.
 */
export function createGrid(options: GridOptions = {}): Mesh {
  const { width, height, columns, rows } = withDefaults(GRID_DEFAULTS, options);
  if (![columns, rows].every((cells) => Number.isInteger(cells) && cells > 0)) {
    throw new InputError(`a grid's columns and rows must be positive integers, not ${columns} and ${rows}`);
  }
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      positions.push((column / columns - 0.5) * width, (row / rows - 0.5) * height, 0);
      if (row === rows || column === columns) continue;
      const at = row * (columns + 1) + column;
      triangles.push(at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1);
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/**
 * `small` are a tenth of the box across, `slivers` as long and a thousand times thinner, `large` span the box and so
 * fill the screen, and `crossing` are as large and all go through its centre.
 */
export type SoupKind = 'small' | 'slivers' | 'large' | 'crossing';

/** Options of `createTriangleSoup`. */
export interface TriangleSoupOptions {
  /** Triangles. */
  readonly count?: number;
  /** Seed of the random numbers. */
  readonly seed?: number;
  /** Taken in turn. */
  readonly kinds?: readonly SoupKind[];
}

/** Defaults of `TriangleSoupOptions`. */
export const TRIANGLE_SOUP_DEFAULTS = {
  count: 1000,
  seed: 1,
  kinds: ['small', 'slivers', 'large', 'crossing'],
} as const satisfies TriangleSoupOptions;

/** Fractions of the triangle's size: the sides u and v, and the box that its centre lies in. */
const SOUP_SIZES: Readonly<Record<SoupKind, readonly [u: number, v: number, spread: number]>> = {
  small: [0.1, 0.1, 1],
  slivers: [0.1, 0.0001, 1],
  large: [2, 2, 0.5],
  crossing: [2, 2, 0],
};

/**
 * Unconnected triangles of any orientation about the box from −1 to 1: the worst for whatever sorts, bins or bounds
 * them. The seed determines them.
 * @throws InputError if there is not one triangle at least or no kind.
 */
export function createTriangleSoup(options: TriangleSoupOptions = {}): Mesh {
  const { count, seed, kinds } = withDefaults(TRIANGLE_SOUP_DEFAULTS, options);
  if (!Number.isInteger(count) || count < 1 || kinds.length === 0) {
    throw new InputError(`a triangle soup needs at least one triangle and one kind, not ${count}`);
  }
  const random = createRandom(seed);
  const symmetric = () => 2 * random() - 1;
  const positions = new Float32Array(9 * count);
  for (let triangle = 0; triangle < count; triangle++) {
    const [sizeU, sizeV, spread] = SOUP_SIZES[kinds[triangle % kinds.length]!];
    const center = [symmetric() * spread, symmetric() * spread, symmetric() * spread];
    const [u, v] = randomFrame(symmetric);
    // The corners of an equilateral triangle, scaled along u and v.
    for (let corner = 0; corner < 3; corner++) {
      const angle = (2 * Math.PI * corner) / 3;
      const [alongU, alongV] = [(Math.cos(angle) * sizeU) / 2, (Math.sin(angle) * sizeV) / 2];
      for (let axis = 0; axis < 3; axis++) {
        positions[9 * triangle + 3 * corner + axis] = center[axis]! + u[axis]! * alongU + v[axis]! * alongV;
      }
    }
  }
  return createMesh({ positions, triangles: Uint32Array.from({ length: 3 * count }, (_, corner) => corner) });
}

/** Two perpendicular unit vectors, uniform over all such pairs. */
function randomFrame(symmetric: () => number): readonly [Vec3, Vec3] {
  for (;;) {
    const [x, y, z, w] = [symmetric(), symmetric(), symmetric(), symmetric()];
    const square = x * x + y * y + z * z + w * w;
    if (square > 1 || square < 0.01) continue;
    // The first two columns of the rotation by the quaternion (x, y, z, w), which need not have length 1.
    const s = 2 / square;
    return [
      [1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)],
      [s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)],
    ];
  }
}
