/** Takes a mesh to another place, size and attitude in the world. */
import { InputError } from '../errors.js';
import { type Affine, determinant, invert, transformPoint, transformVector } from '../math/affine.js';
import { normalize, type Vec3 } from '../math/vec3.js';
import { transformMaterials } from './materials/mesh-materials.js';
import { createMesh, type Mesh } from './mesh.js';
import { recenter } from './recenter.js';

/**
 * The mesh under an affine map of the world. Corners change their order if the map turns a right hand into a left one, so that
 * what was outside stays outside.
 * @throws InputError if the map is not finite, or flattens space.
 */
export function transformMesh(mesh: Mesh, map: Affine): Mesh {
  checkTransform(map);
  const { positions, triangles, normals, materials, origin } = mesh;
  const mirrors = determinant(map) < 0;
  const world = new Float64Array(positions.length);
  eachTriple(positions, (at, [x, y, z]) => {
    world.set(transformPoint(map, [x + origin[0], y + origin[1], z + origin[2]]), at);
  });
  return createMesh({
    ...mesh,
    ...recenter(world),
    triangles: mirrors ? reverseCorners(triangles) : triangles,
    normals: normals && transformNormals(normals, map),
    materials: materials && transformMaterials(materials, (vector) => transformVector(map, vector), mirrors),
  });
}

/** @throws InputError if the map is not finite, or flattens space. */
export function checkTransform(map: Affine): void {
  if (![...map.columns.flat(), ...map.origin].every(Number.isFinite) || !Number.isFinite(1 / determinant(map))) {
    throw new InputError("a mesh's transform must be finite, and have an inverse");
  }
}

/** The inverse's transpose: it keeps normals perpendicular to their surface. */
export function normalMap(map: Affine): Affine {
  const { columns } = invert(map);
  return {
    columns: [0, 1, 2].map((row) => columns.map((column) => column[row])) as unknown as Affine['columns'],
    origin: [0, 0, 0],
  };
}

function transformNormals(normals: Float32Array, map: Affine): Float32Array {
  const transposed = normalMap(map);
  const transformed = new Float32Array(normals.length);
  eachTriple(normals, (at, normal) => {
    if (normal.some((coordinate) => coordinate !== 0)) {
      transformed.set(normalize(transformVector(transposed, normal)), at);
    }
  });
  return transformed;
}

function eachTriple(numbers: Float32Array, visit: (at: number, triple: Vec3) => void): void {
  for (let at = 0; at < numbers.length; at += 3) visit(at, [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]);
}

function reverseCorners(triangles: Uint32Array): Uint32Array {
  const reversed = triangles.slice();
  for (let at = 0; at < triangles.length; at += 3) {
    reversed[at + 1] = triangles[at + 2]!;
    reversed[at + 2] = triangles[at + 1]!;
  }
  return reversed;
}
