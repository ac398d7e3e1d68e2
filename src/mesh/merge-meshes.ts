/** Several meshes as one. */
import { colorBytes, WHITE } from './attributes/colors.js';
import { COORDINATE_COMPONENTS, type MeshTextures, NO_IMAGE } from './attributes/textures.js';
import type { MeshValues } from './attributes/values.js';
import { mergeMaterials } from './materials/mesh-materials.js';
import { createMesh, type Mesh, NO_VERTEX } from './mesh.js';
import { recenter } from './recenter.js';

/**
 * All triangles of the meshes, in their order. Meshes without normals, colours or values get none, white or NaN if others have
 * some.
 * @throws InputError if there are no meshes.
 */
export function mergeMeshes(meshes: readonly Mesh[]): Mesh {
  const numbers = meshes.reduce((sum, { positions }) => sum + positions.length, 0);
  const world = new Float64Array(numbers);
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let [number, corner] = [0, 0];
  for (const mesh of meshes) {
    const [firstVertex, vertexCount] = [number / 3, mesh.positions.length / 3];
    for (const [at, coordinate] of mesh.positions.entries()) world[number++] = coordinate + mesh.origin[at % 3]!;
    for (const index of mesh.triangles) triangles[corner++] = index < vertexCount ? firstVertex + index : NO_VERTEX;
  }
  const vertices = ({ positions }: Mesh) => positions.length / 3;
  return createMesh({
    ...recenter(world),
    triangles,
    normals: meshes.some(({ normals }) => normals)
      ? concatenate(
          meshes,
          new Float32Array(numbers),
          (mesh) => mesh.normals ?? new Float32Array(mesh.positions.length),
        )
      : undefined,
    vertexColors: mergeColors(meshes, ({ vertexColors }) => vertexColors, vertices),
    faceColors: mergeColors(
      meshes,
      ({ faceColors }) => faceColors,
      (mesh) => mesh.triangles.length / 3,
    ),
    textures: mergeTextures(meshes),
    materials: mergeMaterials(meshes),
    values: mergeValues(meshes),
  });
}

/** Values of the same name become one, NaN on meshes that have none of it. */
function mergeValues(meshes: readonly Mesh[]): MeshValues[] {
  const kinds = new Map(
    meshes.flatMap(({ values = [] }) => values.map((value) => [`${value.on} ${value.name}`, value])),
  );
  return [...kinds.values()].map(({ name, on, labels }) => {
    const partOf = (mesh: Mesh) =>
      mesh.values?.find((value) => value.name === name && value.on === on)?.values ??
      new Float32Array((on === 'vertices' ? mesh.positions : mesh.triangles).length / 3).fill(Number.NaN);
    const length = meshes.reduce((sum, mesh) => sum + (on === 'vertices' ? mesh.positions : mesh.triangles).length, 0);
    return { name, on, labels, values: concatenate(meshes, new Float32Array(length / 3), partOf) };
  });
}

function mergeTextures(meshes: readonly Mesh[]): MeshTextures | undefined {
  const images = [...new Set(meshes.flatMap(({ textures }) => textures?.images ?? []))];
  if (images.length === 0) return undefined;
  const numbers = meshes.reduce((sum, { positions }) => sum + positions.length, 0);
  const coordinates = new Float32Array((COORDINATE_COMPONENTS * numbers) / 3);
  let at = 0;
  for (const { textures, positions } of meshes) {
    const imageIndices = textures?.images.map((image) => images.indexOf(image));
    for (let vertex = 0; vertex < positions.length / 3; vertex++, at += COORDINATE_COMPONENTS) {
      const from = COORDINATE_COMPONENTS * vertex;
      coordinates[at + 2] = NO_IMAGE;
      if (!textures) continue;
      coordinates[at] = textures.coordinates[from]!;
      coordinates[at + 1] = textures.coordinates[from + 1]!;
      coordinates[at + 2] = imageIndices![textures.coordinates[from + 2]!] ?? NO_IMAGE;
    }
  }
  return { images, coordinates };
}

function mergeColors(
  meshes: readonly Mesh[],
  colorsOf: (mesh: Mesh) => Uint8Array | undefined,
  countOf: (mesh: Mesh) => number,
): Uint8Array | undefined {
  if (!meshes.some(colorsOf)) return undefined;
  const sizeBytes = meshes.reduce((sum, mesh) => sum + 4 * countOf(mesh), 0);
  const white = (mesh: Mesh) => colorBytes(new Uint32Array(countOf(mesh)).fill(WHITE));
  return concatenate(meshes, new Uint8Array(sizeBytes), (mesh) => colorsOf(mesh) ?? white(mesh));
}

function concatenate<A extends Float32Array | Uint8Array>(
  meshes: readonly Mesh[],
  whole: A,
  partOf: (mesh: Mesh) => A,
): A {
  let at = 0;
  for (const part of meshes.map(partOf)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
