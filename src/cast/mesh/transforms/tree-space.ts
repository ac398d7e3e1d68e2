/** The space of the tree of all meshes: its zero, its unit, and the precision that f32 leaves there. */
import { transformPoint } from '../../../math/affine.js';
import { add, scale, type Vec3 } from '../../../math/vec3.js';
import type { PosedMesh } from '../../scene.js';
import { toWorld } from './world-transform.js';

export interface TreeSpace {
  /** World point at which its coordinates are zero. */
  readonly origin: Vec3;
  /** Its lengths a unit of the world: a power of two. */
  readonly unit: number;
  /** World length by which f32 may put corners of triangles and what follows from them elsewhere, but for outliers. */
  readonly errorWorld: number;
}

/** Triangles whose corners say where the others are, if there are more. */
const SAMPLES = 4096;
/** Fraction of the corners that are not outliers. */
const MOST = 0.99;
/** A few roundings. */
const RELATIVE_ERROR = 2 ** -22;
/** Powers of two that f32 has, with some room. */
const LARGEST_EXPONENT = 100;

/**
 * The origin lies amid most triangles, which are about as large as 1 there: f32 is the finest about zero, so that neither a
 * stray vertex nor a far-away mesh makes it coarse for the others.
 */
export function fitTreeSpace(meshes: readonly PosedMesh[]): TreeSpace {
  const corners = sampleCorners(meshes);
  if (corners.length === 0) {
    const origins = meshes.map((posed) => transformPoint(toWorld(posed), posed.mesh.origin));
    return {
      origin: scale(
        origins.reduce((sum, point) => add(sum, point)),
        1 / origins.length,
      ),
      unit: 1,
      errorWorld: 0,
    };
  }
  const middleOf = (axis: 0 | 1 | 2) =>
    quantile(
      corners.map((corner) => corner[axis]),
      0.5,
    );
  const origin = [middleOf(0), middleOf(1), middleOf(2)] as const;
  const reachOf = (corner: Vec3) => Math.max(...corner.map((coordinate, axis) => Math.abs(coordinate - origin[axis]!)));
  const extent = quantile(corners.map(reachOf), MOST);
  const exponent = extent > 0 ? -Math.round(Math.log2(2 * extent)) : 0;
  const unit = 2 ** Math.max(-LARGEST_EXPONENT, Math.min(LARGEST_EXPONENT, exponent));
  return { origin, unit, errorWorld: RELATIVE_ERROR * extent };
}

/** World points, of triangles at equal distances in the meshes' lists. */
function sampleCorners(meshes: readonly PosedMesh[]): Vec3[] {
  const triangleCount = meshes.reduce((count, { mesh }) => count + mesh.triangles.length / 3, 0);
  const stride = 3 * Math.ceil(triangleCount / SAMPLES);
  const corners: Vec3[] = [];
  for (const posed of meshes) {
    const { mesh, positions } = posed;
    const { triangles, origin } = mesh;
    const map = toWorld(posed);
    const coordinates = positions instanceof Float32Array ? positions : mesh.positions;
    for (let first = 0; first < triangles.length; first += stride) {
      for (let at = first; at < first + 3; at++) {
        const vertex = 3 * triangles[at]!;
        const corner = transformPoint(map, [
          origin[0] + coordinates[vertex]!,
          origin[1] + coordinates[vertex + 1]!,
          origin[2] + coordinates[vertex + 2]!,
        ]);
        if (corner.every(Number.isFinite)) corners.push(corner);
      }
    }
  }
  return corners;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
