/** The materials of a mesh, and which of them its triangles have. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { MATERIAL_DEFAULTS, MATERIAL_IMAGES, OPACITY_MODES, type SurfaceMaterial } from './surface-material.js';

/** Materials of a mesh, and what they need of its vertices. */
export interface MeshMaterials {
  /** The materials that triangles name. */
  readonly list: readonly SurfaceMaterial[];
  /** An index of `list` for each vertex. A triangle has the material of its first corner. */
  readonly indices: Uint32Array;
  /** Sets of u and v of each vertex, to the right and down from an image's top left corner, 1 across the image. */
  readonly coordinates: readonly Float32Array[];
  /**
   * Four numbers per vertex for images of normals: the unit vector in the surface along which their u grows, and 1 where their v grows
   * against the cross product of normal and tangent, which is where their top is, or −1. Zeros where there is none.
   */
  readonly tangents?: Float32Array | undefined;
}

/** Sets of coordinates that a mesh may have. */
export const COORDINATE_SETS_MAX = 2;

/** Numbers of a vertex in a set of coordinates, and in `tangents`. */
export const [SET_COMPONENTS, TANGENT_COMPONENTS] = [2, 4];

/** @throws InputError where lengths do not fit, an index names no material, or a material is out of its ranges. */
export function checkMaterials({ list, indices, coordinates, tangents }: MeshMaterials, vertexCount: number): void {
  const checkLength = (name: string, array: ArrayLike<number>, length: number) => {
    if (array.length !== length) {
      throw new InputError(`a mesh's ${name} must be ${length} numbers, not ${array.length}`);
    }
  };
  checkLength('material indices', indices, vertexCount);
  if (coordinates.length > COORDINATE_SETS_MAX) {
    throw new InputError(
      `a mesh has up to ${COORDINATE_SETS_MAX} sets of coordinates of materials, not ${coordinates.length}`,
    );
  }
  for (const set of coordinates) checkLength('coordinates of materials', set, SET_COMPONENTS * vertexCount);
  if (tangents) checkLength('tangents', tangents, TANGENT_COMPONENTS * vertexCount);
  for (const index of indices) {
    if (index >= list.length) throw new InputError(`a mesh has ${list.length} materials, and none of index ${index}`);
  }
  for (const material of list) checkMaterial(material, coordinates.length);
}

const SHARES = ['opacity', 'opacityCutoff', 'metallic', 'roughness', 'transmission'] as const;

function checkMaterial(material: SurfaceMaterial, setCount: number): void {
  for (const name of SHARES) {
    // Cutoffs above 1 hide all.
    const isRight = material[name] >= 0 && (material[name] <= 1 || name === 'opacityCutoff');
    if (!isRight) throw new InputError(`a material's ${name} must be a number from 0 to 1, not ${material[name]}`);
  }
  const { ior, emission, normalScale, opacityMode, images } = material;
  if (!(ior >= 1 && ior < Infinity)) throw new InputError(`a material's ior must be a number from 1 on, not ${ior}`);
  if (!emission.every((channel) => channel >= 0 && channel < Infinity)) {
    throw new InputError(`a material's emission must be numbers from 0 on, not (${emission.join(', ')})`);
  }
  if (!Number.isFinite(normalScale))
    throw new InputError(`a material's normalScale must be finite, not ${normalScale}`);
  if (!OPACITY_MODES.includes(opacityMode)) {
    throw new InputError(`a material's opacityMode must be one of ${OPACITY_MODES.join(', ')}, not ${opacityMode}`);
  }
  for (const name of MATERIAL_IMAGES) {
    const { image, set = 0, transform = [] } = images[name] ?? {};
    if (!image) continue;
    if (!(set in Array.from({ length: setCount }))) {
      throw new InputError(`a material's image of ${name} goes by coordinates ${set}, of ${setCount} sets`);
    }
    if (image.texels.length !== 4 * image.width * image.height || !transform.every(Number.isFinite)) {
      throw new InputError(`a material's image of ${name} needs four bytes per texel and a finite transform`);
    }
  }
}

/** The material of vertices without one among those that have some. */
const PLAIN_INDEX = 0;

/** The materials of several meshes as those of one; meshes without materials get a plain one. Undefined where none has any. */
export function mergeMaterials(
  meshes: readonly { readonly positions: Float32Array; readonly materials?: MeshMaterials | undefined }[],
): MeshMaterials | undefined {
  if (!meshes.some(({ materials }) => materials)) return undefined;
  const plain = meshes.some(({ materials }) => !materials) ? [MATERIAL_DEFAULTS] : [];
  const list = [...new Set([...plain, ...meshes.flatMap(({ materials }) => materials?.list ?? [])])];
  const numbers = new Map(list.map((material, index) => [material, index]));
  const vertexCount = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const setCount = Math.max(...meshes.map(({ materials }) => materials?.coordinates.length ?? 0));
  const indices = new Uint32Array(vertexCount);
  const coordinates = Array.from({ length: setCount }, () => new Float32Array(SET_COMPONENTS * vertexCount));
  const tangents = meshes.some(({ materials }) => materials?.tangents)
    ? new Float32Array(TANGENT_COMPONENTS * vertexCount)
    : undefined;
  let first = 0;
  for (const { positions, materials } of meshes) {
    const own = materials?.list.map((material) => numbers.get(material)!);
    const count = positions.length / 3;
    for (let vertex = 0; vertex < count; vertex++) {
      indices[first + vertex] = own?.[materials!.indices[vertex]!] ?? PLAIN_INDEX;
    }
    for (const [set, values] of (materials?.coordinates ?? []).entries()) {
      coordinates[set]!.set(values, SET_COMPONENTS * first);
    }
    if (materials?.tangents) tangents!.set(materials.tangents, TANGENT_COMPONENTS * first);
    first += count;
  }
  return { list, indices, coordinates, tangents };
}

/** The materials under a map of the world's vectors: tangents follow their surface. */
export function transformMaterials(
  materials: MeshMaterials,
  transformVector: (vector: Vec3) => Vec3,
  mirrors: boolean,
): MeshMaterials {
  const { tangents } = materials;
  if (!tangents) return materials;
  const transformed = new Float32Array(tangents.length);
  for (let at = 0; at < tangents.length; at += TANGENT_COMPONENTS) {
    const vector = transformVector([tangents[at]!, tangents[at + 1]!, tangents[at + 2]!]);
    const length = Math.hypot(...vector);
    if (!(length > 0)) continue;
    transformed.set(
      vector.map((coordinate) => coordinate / length),
      at,
    );
    transformed[at + 3] = mirrors ? -tangents[at + 3]! : tangents[at + 3]!;
  }
  return { ...materials, tangents: transformed };
}

type VertexNumbers = Float32Array | Uint32Array;

/** The materials for other vertices. @param map takes so many numbers of each vertex to those of the others. */
export function mapMaterialVertices(
  { list, indices, coordinates, tangents }: MeshMaterials,
  map: <A extends VertexNumbers>(numbers: A, size: number) => A,
): MeshMaterials {
  return {
    list,
    indices: map(indices, 1),
    coordinates: coordinates.map((set) => map(set, SET_COMPONENTS)),
    tangents: tangents && map(tangents, TANGENT_COMPONENTS),
  };
}

/** The materials without colours of their own: they emit no light, and are lit. */
export function withoutEmission(materials: MeshMaterials): MeshMaterials {
  const list = materials.list.map((material): SurfaceMaterial => {
    const { emission: _, ...images } = material.images;
    return { ...material, emission: [0, 0, 0], unlit: false, images };
  });
  return { ...materials, list };
}
