/** Materials of glTF as the renderer has them: opacity, sides, metal, light of their own and images of normals. */
import type { Material, Primitive, Texture, TextureInfo } from '@gltf-transform/core';
import type { EmissiveStrength, IOR, PBRSpecularGlossiness, Transmission, Unlit } from '@gltf-transform/extensions';
import { encodeSrgb } from '../../../math/srgb.js';
import type { Vec3 } from '../../../math/vec3.js';
import { COORDINATE_SETS_MAX, type MeshMaterials } from '../../../mesh/materials/mesh-materials.js';
import {
  MATERIAL_DEFAULTS,
  type MaterialImage,
  type MaterialImageName,
  type OpacityMode,
  type SurfaceMaterial,
} from '../../../mesh/materials/surface-material.js';
import { readVectors } from './gltf-pose.js';
import { type GltfImages, setOf, transformOf } from './gltf-texture.js';

const specularOf = (material: Material) =>
  material.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness');

/** Red, green, blue and opacity, of linear light: the factor of a material's colour. */
export const colorFactor = (material: Material | null): readonly number[] =>
  (material && specularOf(material)?.getDiffuseFactor()) ?? material?.getBaseColorFactor() ?? [1, 1, 1, 1];

/** The image of a material's colour. */
export function colorTexture(material: Material): readonly [Texture | null, TextureInfo | null] {
  const old = specularOf(material);
  return old?.getDiffuseTexture()
    ? [old.getDiffuseTexture(), old.getDiffuseTextureInfo()]
    : [material.getBaseColorTexture(), material.getBaseColorTextureInfo()];
}

/** Materials as the renderer has them, each once for all primitives that have it with the same sets of coordinates. */
export class PrimitiveMaterials {
  readonly #images: GltfImages;
  readonly #known = new Map<Material, Map<string, SurfaceMaterial>>();
  /** Materials of which an image could not be read, or has no coordinates on a primitive. */
  readonly lacking = new Set<unknown>();

  constructor(images: GltfImages) {
    this.#images = images;
  }

  /** Undefined without a material. Tangents are those of a pose. */
  find(primitive: Primitive, vertices: number): Omit<MeshMaterials, 'tangents'> | undefined {
    const material = primitive.getMaterial();
    if (!material) return undefined;
    const sets = listSets(primitive, material, vertices);
    const bySets = this.#known.get(material) ?? new Map<string, SurfaceMaterial>();
    this.#known.set(material, bySets);
    const found = bySets.get(sets.join()) ?? this.#describe(material, sets);
    bySets.set(sets.join(), found);
    return {
      list: [found],
      indices: new Uint32Array(vertices),
      coordinates: sets.map((set) => Float32Array.from(readVectors(primitive.getAttribute(`TEXCOORD_${set}`)!, 2))),
    };
  }

  #describe(material: Material, sets: readonly number[]): SurfaceMaterial {
    const transmission = material.getExtension<Transmission>('KHR_materials_transmission');
    const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')?.getEmissiveStrength();
    const old = specularOf(material);
    return {
      ...MATERIAL_DEFAULTS,
      opacity: colorFactor(material)[3] ?? 1,
      opacityMode: material.getAlphaMode().toLowerCase() as OpacityMode,
      opacityCutoff: Math.max(0, material.getAlphaCutoff()),
      singleSided: !material.getDoubleSided(),
      unlit: material.getExtension<Unlit>('KHR_materials_unlit') !== null,
      metallic: old ? 0 : clampShare(material.getMetallicFactor()),
      roughness: clampShare(old ? 1 - old.getGlossinessFactor() : material.getRoughnessFactor()),
      ior: Math.max(1, material.getExtension<IOR>('KHR_materials_ior')?.getIOR() ?? MATERIAL_DEFAULTS.ior),
      transmission: clampShare(transmission?.getTransmissionFactor() ?? 0),
      emission: material
        .getEmissiveFactor()
        .map((factor) => encodeSrgb(Math.max(0, factor * (strength ?? 1)))) as unknown as Vec3,
      normalScale: material.getNormalScale(),
      images: this.#findImages(material, sets),
    };
  }

  #findImages(material: Material, sets: readonly number[]): SurfaceMaterial['images'] {
    const found: Partial<Record<MaterialImageName, MaterialImage>> = {};
    for (const [name, [texture, info]] of Object.entries(listTextures(material))) {
      const set = info ? sets.indexOf(setOf(info)) : -1;
      const image = texture && info && set >= 0 && this.#images.find(texture, info, USES[name as MaterialImageName]);
      if (image) found[name as MaterialImageName] = { image, set, transform: transformOf(info) };
      // Images without opacities are opaque.
      else if (texture && name !== 'opacity') this.lacking.add(material);
    }
    return found;
  }
}

const USES = {
  opacity: 'opacity',
  normal: 'data',
  emission: 'color',
  metallicRoughness: 'data',
  transmission: 'data',
} as const satisfies Readonly<Record<MaterialImageName, 'color' | 'data' | 'opacity'>>;

/** The textures of a material that the renderer shows, besides that of its colour. */
function listTextures(
  material: Material,
): Partial<Record<MaterialImageName, readonly [Texture | null, TextureInfo | null]>> {
  const transmission = material.getExtension<Transmission>('KHR_materials_transmission');
  return {
    ...(material.getAlphaMode() !== 'OPAQUE' && { opacity: colorTexture(material) }),
    normal: [material.getNormalTexture(), material.getNormalTextureInfo()],
    emission: [material.getEmissiveTexture(), material.getEmissiveTextureInfo()],
    metallicRoughness: [material.getMetallicRoughnessTexture(), material.getMetallicRoughnessTextureInfo()],
    ...(transmission && {
      transmission: [transmission.getTransmissionTexture(), transmission.getTransmissionTextureInfo()],
    }),
  };
}

/** The sets of coordinates that a material's textures go by, as far as the primitive has them. */
function listSets(primitive: Primitive, material: Material, vertices: number): readonly number[] {
  const asked = Object.values(listTextures(material)).flatMap(([texture, info]) =>
    texture && info ? [setOf(info)] : [],
  );
  return [...new Set(asked)]
    .filter((set) => {
      const accessor = primitive.getAttribute(`TEXCOORD_${set}`);
      return accessor?.getArray() && accessor.getCount() === vertices;
    })
    .sort((a, b) => a - b)
    .slice(0, COORDINATE_SETS_MAX);
}

const clampShare = (share: number) => Math.min(Math.max(share, 0), 1);
