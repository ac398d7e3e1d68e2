/** The mesh: triangles over shared vertices in the world, with optional normals and colours. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import { COORDINATE_COMPONENTS, type MeshTextures } from './attributes/textures.js';
import type { MeshValues } from './attributes/values.js';
import { checkMaterials, type MeshMaterials } from './materials/mesh-materials.js';

/** Triangles over shared vertices, with what is known about them. Make it with `createMesh`, which checks the arrays. */
export interface Mesh {
  /**
   * x, y and z of each vertex in world units, relative to `origin`. Values that are not finite are allowed: see
   * `findBadTriangles`.
   */
  readonly positions: Float32Array;
  /**
   * Three vertex indices a triangle, counter-clockwise as seen from outside. Indices of no vertex and degenerate
   * triangles are allowed: the first make a triangle bad, the second cannot be hit.
   */
  readonly triangles: Uint32Array;
  /** World point that `positions` are relative to: keeps float32 precise for coordinates far from zero. */
  readonly origin: Vec3;
  /** x, y and z of a unit vector for each vertex, or zero where there is none and the triangle's own normal applies. */
  readonly normals?: Float32Array | undefined;
  /** Red, green and blue for each vertex, in display space, and its opacity, which `materials` decide whether to heed: else 255. */
  readonly vertexColors?: Uint8Array | undefined;
  /** Red, green, blue and 255 for each triangle. Vertex colours are multiplied with it if there are any. */
  readonly faceColors?: Uint8Array | undefined;
  /** Images, which the other colours are multiplied with if there are any. */
  readonly textures?: MeshTextures | undefined;
  /** How surfaces meet light, and what of them is transparent; else they are matt and opaque. */
  readonly materials?: MeshMaterials | undefined;
  /** Numbers on vertices or triangles, which a colour map may show; the renderer leaves them out. */
  readonly values?: readonly MeshValues[] | undefined;
}

/** Index that no vertex of any mesh has. */
export const NO_VERTEX = 0xffffffff;

/**
 * Checks the arrays' lengths and makes a mesh of them; the origin is zero by default. Triangles with vertices that do
 * not exist or are not finite are no errors, since one of them should not cost the user the other million.
 * @throws InputError if a length does not fit, there is no triangle, or the origin is not finite.
 * @example
 * ```js
 * const triangle = createMesh({
 *   positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
 *   triangles: Uint32Array.of(0, 1, 2),
 * });
 * await renderer.render({ meshes: [{ mesh: triangle }] });
 * ```
 */
export function createMesh(input: Pick<Mesh, 'positions' | 'triangles'> & Partial<Mesh>): Mesh {
  const { positions, triangles, normals, vertexColors, faceColors, textures, materials, values } = input;
  const { origin = [0, 0, 0] } = input;
  // Callers without types may hand over anything.
  if (!(positions instanceof Float32Array && triangles instanceof Uint32Array)) {
    throw new InputError("a mesh's positions must be a Float32Array, and its triangles a Uint32Array");
  }
  if (positions.length === 0) {
    throw new InputError("a mesh's positions are empty, or detached as by a transfer to a worker");
  }
  const [vertexCount, triangleCount] = [positions.length / 3, triangles.length / 3];
  if (!Number.isInteger(vertexCount)) {
    throw new InputError(`a mesh's positions must be three numbers per vertex, not ${positions.length} in all`);
  }
  if (!Number.isInteger(triangleCount) || triangleCount === 0) {
    throw new InputError(
      `a mesh's triangles must be three indices each and one at least, not ${triangles.length} in all`,
    );
  }
  const checkLength = (name: string, array: ArrayLike<number> | undefined, length: number) => {
    if (array && array.length !== length) {
      throw new InputError(`a mesh's ${name} must be ${length} numbers, not ${array.length}`);
    }
  };
  checkLength('normals', normals, 3 * vertexCount);
  checkLength('vertex colours', vertexColors, 4 * vertexCount);
  checkLength('face colours', faceColors, 4 * triangleCount);
  checkLength('texture coordinates', textures?.coordinates, COORDINATE_COMPONENTS * vertexCount);
  for (const [index, { width, height, texels }] of (textures?.images ?? []).entries()) {
    checkLength(`texels of image ${index}`, texels, 4 * width * height);
  }
  if (materials) checkMaterials(materials, vertexCount);
  for (const { name, on, values: numbers } of values ?? []) {
    checkLength(`values ${name}`, numbers, on === 'vertices' ? vertexCount : triangleCount);
  }
  if (!origin.every(Number.isFinite)) {
    throw new InputError(`a mesh's origin must be finite, not (${origin.join(', ')})`);
  }
  return {
    positions,
    triangles,
    origin,
    normals,
    vertexColors,
    faceColors,
    ...(textures?.images.length && { textures }),
    ...(materials && { materials }),
    ...(values?.length && { values }),
  };
}

/** Whether a triangle has a vertex that does not exist or is not finite. Degenerate triangles are not bad. */
export function isBadTriangle({ positions, triangles }: Pick<Mesh, 'positions' | 'triangles'>, triangle: number) {
  // Infinity and NaN times zero are NaN, and so is what an index past the end reads.
  let zero = 0;
  for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
    const at = 3 * triangles[corner]!;
    zero += positions[at]! * 0 + positions[at + 1]! * 0 + positions[at + 2]! * 0;
  }
  return zero !== 0;
}

/** The ids, in order, of the triangles that must be skipped: they have a vertex that does not exist or is not finite. */
export function findBadTriangles(mesh: Pick<Mesh, 'positions' | 'triangles'>): Uint32Array {
  const triangleCount = mesh.triangles.length / 3;
  let count = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) if (isBadTriangle(mesh, triangle)) count++;
  // Counted first: an ordinary array of 100 million would abort the engine.
  const bad = new Uint32Array(count);
  if (count === 0) return bad;
  for (let triangle = 0, at = 0; at < count; triangle++) if (isBadTriangle(mesh, triangle)) bad[at++] = triangle;
  return bad;
}
