/** Packs the materials of meshes, and their per-vertex data, for wgsl/cast/mesh/material.wgsl. */
import type { MeshImage } from '../../mesh/attributes/textures.js';
import { SET_COMPONENTS, TANGENT_COMPONENTS } from '../../mesh/materials/mesh-materials.js';
import { MATERIAL_IMAGES, OPACITY_MODES, type SurfaceMaterial } from '../../mesh/materials/surface-material.js';
import type { Mesh } from '../../mesh/mesh.js';

const FACTOR_WORDS = 13;
const IMAGE_WORDS = 8;
const MATERIAL_WORDS = FACTOR_WORDS + IMAGE_WORDS * MATERIAL_IMAGES.length;
/** The number of a vertex's material, and its opacity. */
const VERTEX_WORDS = 2;

/** The images of a mesh's materials. */
export const imagesOfMaterials = ({ materials }: Pick<Mesh, 'materials'>): MeshImage[] =>
  (materials?.list ?? []).flatMap(({ images }) => MATERIAL_IMAGES.flatMap((name) => images[name]?.image ?? []));

/** The materials of all meshes, once each. */
export class PackedMaterials {
  readonly #list: readonly SurfaceMaterial[];
  readonly #setCount: number;
  readonly #hasTangents: boolean;
  readonly #vertexCount: number;

  constructor(meshes: readonly Mesh[]) {
    this.#list = [...new Set(meshes.flatMap(({ materials }) => materials?.list ?? []))];
    this.#setCount = Math.max(0, ...meshes.map(({ materials }) => materials?.coordinates.length ?? 0));
    this.#hasTangents = meshes.some(({ materials }) => materials?.tangents);
    this.#vertexCount =
      this.#list.length > 0 ? meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0) : 0;
  }

  /** Words that each vertex has. */
  get vertexWords(): number {
    return VERTEX_WORDS + SET_COMPONENTS * this.#setCount + (this.#hasTangents ? TANGENT_COMPONENTS : 0);
  }

  /** Words before the materials themselves. */
  get firstMaterial(): number {
    return this.vertexWords * this.#vertexCount;
  }

  get words(): number {
    return this.firstMaterial + MATERIAL_WORDS * this.#list.length;
  }

  /** The first word of a tangent among those of its vertex; undefined where no mesh has any. */
  get tangentAt(): number | undefined {
    return this.#hasTangents ? this.vertexWords - TANGENT_COMPONENTS : undefined;
  }

  /** The words of a mesh's vertices. */
  packVertices({ positions, vertexColors, materials }: Mesh): Float32Array<ArrayBuffer> {
    const { vertexWords } = this;
    const count = positions.length / 3;
    const packed = new Float32Array(vertexWords * count);
    if (!materials) return packed;
    const numbers = materials.list.map((material) => 1 + this.#list.indexOf(material));
    for (let vertex = 0; vertex < count; vertex++) {
      const at = vertexWords * vertex;
      packed[at] = numbers[materials.indices[vertex]!]!;
      packed[at + 1] = vertexColors ? vertexColors[4 * vertex + 3]! / 255 : 1;
      for (const [set, coordinates] of materials.coordinates.entries()) {
        packed[at + VERTEX_WORDS + SET_COMPONENTS * set] = coordinates[SET_COMPONENTS * vertex]!;
        packed[at + VERTEX_WORDS + SET_COMPONENTS * set + 1] = coordinates[SET_COMPONENTS * vertex + 1]!;
      }
      for (let axis = 0; materials.tangents && axis < TANGENT_COMPONENTS; axis++) {
        packed[at + vertexWords - TANGENT_COMPONENTS + axis] = materials.tangents[TANGENT_COMPONENTS * vertex + axis]!;
      }
    }
    return packed;
  }

  /** @param numberOf the number of an image among those of all meshes, from 1 on. */
  packMaterials(numberOf: (image: MeshImage) => number): Float32Array<ArrayBuffer> {
    const packed = new Float32Array(MATERIAL_WORDS * this.#list.length);
    for (const [index, material] of this.#list.entries()) {
      packed.set(listFactors(material), MATERIAL_WORDS * index);
      for (const [which, name] of MATERIAL_IMAGES.entries()) {
        const image = material.images[name];
        if (!image) continue;
        const words = [numberOf(image.image), image.set, ...image.transform];
        packed.set(words, MATERIAL_WORDS * index + FACTOR_WORDS + IMAGE_WORDS * which);
      }
    }
    return packed;
  }
}

const listFactors = (material: SurfaceMaterial): readonly number[] => [
  material.opacity,
  OPACITY_MODES.indexOf(material.opacityMode),
  material.opacityCutoff,
  Number(material.singleSided),
  Number(material.unlit),
  material.metallic,
  material.roughness,
  material.ior,
  material.transmission,
  ...material.emission,
  material.normalScale,
];
