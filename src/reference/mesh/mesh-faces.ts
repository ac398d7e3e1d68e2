/** The triangles of a scene's meshes that can be hit, with what a hit needs to know of them. */
import { affineOfMatrix } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { isBadTriangle, type Mesh } from '../../mesh/mesh.js';
import { computeNormals } from '../../mesh/normals.js';
import { transformMesh } from '../../mesh/transform-mesh.js';
import type { MeshFinish } from '../../transfer/light/finish.js';
import { unitNormal } from './shade-mesh.js';

/** A mesh and its appearance. */
export interface StyledMesh {
  readonly mesh: Mesh;
  /** A column-major 4×4 matrix that takes it into the world; default: the identity. */
  readonly transform?: ArrayLike<number> | undefined;
  /** Colour of a mesh that has none of its own, channels between 0 and 1. */
  readonly color?: Vec3 | undefined;
  /** 1, the default, is opaque. */
  readonly opacity?: number | undefined;
  /** 0, the default, mirrors nothing; 1 is a perfect mirror. */
  readonly reflectivity?: number | undefined;
  /** Metal, varnish or glass, for paths of light; default: matt. */
  readonly finish?: MeshFinish | undefined;
}

export interface Face {
  /** Counted through all meshes. */
  readonly id: number;
  readonly mesh: Mesh;
  /** Its index in the mesh. */
  readonly triangle: number;
  readonly normal: Vec3;
  /** The mesh's normals, unless the triangle's own are to be seen. */
  readonly vertexNormals: Float32Array | undefined;
  /** Colour of faces without their own. */
  readonly plainColor: Vec3;
  readonly opacity: number;
  readonly reflectivity: number;
  readonly finish: MeshFinish | undefined;
}

/**
 * Lists faces in the order of their ids: those without area, or with a vertex that does not exist or is not finite, are left
 * out.
 */
export function listFaces(
  meshes: readonly StyledMesh[],
  { smooth, meshColor }: { readonly smooth: boolean; readonly meshColor: Vec3 },
): Face[] {
  const faces: Face[] = [];
  let firstId = 0;
  for (const {
    mesh: given,
    transform,
    color: plainColor = meshColor,
    opacity = 1,
    reflectivity = 0,
    finish,
  } of meshes) {
    const mesh = transform ? transformMesh(given, affineOfMatrix(transform)) : given;
    const appearance = { plainColor, opacity, reflectivity, finish };
    const vertexNormals = smooth ? (mesh.normals ?? computeNormals(mesh)) : undefined;
    const triangleCount = mesh.triangles.length / 3;
    for (let triangle = 0; triangle < triangleCount; triangle++) {
      const normal = isBadTriangle(mesh, triangle) ? undefined : unitNormal(mesh, triangle);
      if (normal) faces.push({ id: firstId + triangle, mesh, triangle, normal, vertexNormals, ...appearance });
    }
    firstId += triangleCount;
  }
  return faces;
}

const SCRATCH = new Float64Array(9);

/** x, y and z of a triangle's corners relative to a point of the world; the next call overwrites them. */
export function cornersFrom({ mesh: { positions, triangles, origin }, triangle }: Face, point: Vec3): Float64Array {
  for (let axis = 0; axis < 3; axis++) {
    // First the large numbers, of which little is left.
    const offset = origin[axis]! - point[axis]!;
    for (let corner = 0; corner < 3; corner++) {
      SCRATCH[3 * corner + axis] = positions[3 * triangles[3 * triangle + corner]! + axis]! + offset;
    }
  }
  return SCRATCH;
}
