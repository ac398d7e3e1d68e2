/** How a surface meets light, beyond its colour: the one description that all renderers and readers share. */
import type { Vec3 } from '../../math/vec3.js';
import type { MeshImage } from '../attributes/textures.js';

/** How a surface's opacity is used: ignored, thresholded, or blended. */
export const OPACITY_MODES = ['opaque', 'mask', 'blend'] as const;
/** How a surface's opacity is used; see `OPACITY_MODES`. */
export type OpacityMode = (typeof OPACITY_MODES)[number];

/** The images that a material may have besides that of its colour, in the order of wgsl/cast/mesh/material.wgsl. */
export const MATERIAL_IMAGES = ['opacity', 'metallicRoughness', 'transmission', 'normal', 'emission'] as const;
/** An image that a material may have besides that of its colour. */
export type MaterialImageName = (typeof MATERIAL_IMAGES)[number];

/** An image of a material, and where it lies on the surface. */
export interface MaterialImage {
  /** All but emission are data: their levels average texels as they are. */
  readonly image: MeshImage;
  /** Its set of texture coordinates: an index of `MeshMaterials.coordinates`. */
  readonly set: number;
  /** Takes coordinates (u, v) to the image: (a·u + b·v + c, d·u + e·v + f), as [a, b, c, d, e, f]. */
  readonly transform: readonly [number, number, number, number, number, number];
}

/**
 * Shares of light and images of a surface. The colour is the mesh's own: that of its vertices, triangles and `textures`. Terms are
 * those of glTF 2.0: https://registry.khronos.org/glTF/specs/2.0, section 3.9, and its KHR_materials extensions.
 */
export interface SurfaceMaterial {
  /** Factor of the opacities of vertices and of the image, 0 to 1. */
  readonly opacity: number;
  /** Whether opacities count. */
  readonly opacityMode: OpacityMode;
  /** The least opacity that is seen in the mode `mask`. */
  readonly opacityCutoff: number;
  /** Whether it is invisible from behind, where its triangles are clockwise. */
  readonly singleSided: boolean;
  /** Whether it shows its colour as it is. */
  readonly unlit: boolean;
  /** 0, a dielectric, to 1, a metal: factor of the blue channel of `metallicRoughness`. */
  readonly metallic: number;
  /** 0, smooth, to 1, matt: factor of the green channel of `metallicRoughness`. */
  readonly roughness: number;
  /** Index of refraction of dielectrics, from 1 on. */
  readonly ior: number;
  /** The share of light that enters which passes through, 0 to 1: factor of the red channel of `transmission`. */
  readonly transmission: number;
  /** Light that it emits, in display space, where 1 is the brightest of the screen; more is possible. Factor of the image `emission`. */
  readonly emission: Vec3;
  /** Factor of x and y of the image `normal`. */
  readonly normalScale: number;
  /**
   * Images by what they are of. `opacity` has it in its red channel; `normal` has x, to the right of the image, y, to its top, and z,
   * away from the surface, as −1 to 1.
   */
  readonly images: Readonly<Partial<Record<MaterialImageName, MaterialImage>>>;
}

/** A matt, opaque, double-sided material: that of meshes without materials. */
export const MATERIAL_DEFAULTS: SurfaceMaterial = {
  opacity: 1,
  opacityMode: 'opaque',
  opacityCutoff: 0.5,
  singleSided: false,
  unlit: false,
  metallic: 0,
  roughness: 1,
  ior: 1.5,
  transmission: 0,
  emission: [0, 0, 0],
  normalScale: 1,
  images: {},
};

/** Whether it is of metal, varnished, or of glass anywhere: rough dielectrics, as most files have them, are matt. */
export function hasFinish({ metallic, roughness, transmission }: SurfaceMaterial): boolean {
  return metallic > 0 || transmission > 0 || roughness < 1;
}

/** Whether anything of what is behind it may be seen, from either side. */
export function isSeeThrough({ opacityMode, singleSided, transmission }: SurfaceMaterial): boolean {
  return opacityMode !== 'opaque' || singleSided || transmission > 0;
}
