/** The material of a surface where a ray meets it: its opacity, its normal and its polish, in float64. */
import { add, dot, length, mapVec3, scale, type Vec3 } from '../../math/vec3.js';
import { tangentFrame } from '../../mesh/materials/derive-tangents.js';
import { SET_COMPONENTS, TANGENT_COMPONENTS } from '../../mesh/materials/mesh-materials.js';
import type { MaterialImageName, SurfaceMaterial } from '../../mesh/materials/surface-material.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { MeshFinish } from '../../transfer/light/finish.js';
import type { Shading } from '../../transfer/light/shading.js';
import { sampleImage } from './sample-texture.js';
import type { SurfacePoint } from './surface-point.js';

/** As much of full opacity lets no light through: interpolation may round it off. */
const BLOCKING_OPACITY = 0.999;
/** Exponent of highlights on a surface of middling roughness, for which the shading's own is meant. */
const USUAL_SHININESS = 10;
/** The square of the least roughness that is told apart. */
const LEAST_ALPHA = 0.06;

/** Undefined where the mesh has no materials. */
function materialAt({ materials, triangles }: Mesh, triangle: number): SurfaceMaterial | undefined {
  return materials?.list[materials.indices[triangles[3 * triangle]!]!];
}

/** A place of a mesh, and the world width of a pixel there: 0 where images are sharp. */
interface Spot {
  readonly mesh: Mesh;
  readonly point: SurfacePoint;
  readonly pixelWidth: number;
}

/** White where the material has no such image. */
function materialImage(material: SurfaceMaterial, name: MaterialImageName, { mesh, point, pixelWidth }: Spot): Vec3 {
  const found = material.images[name];
  if (!found) return [1, 1, 1];
  const set = mesh.materials!.coordinates[found.set]!;
  const [a, b, c, d, e, f] = found.transform;
  const uvs = [0, 1, 2].map((corner) => {
    const at = SET_COMPONENTS * mesh.triangles[3 * point.triangle + corner]!;
    const [u, v] = [set[at]!, set[at + 1]!];
    return [a * u + b * v + c, d * u + e * v + f] as const;
  });
  return sampleImage(mesh, found.image, uvs, point, pixelWidth);
}

const weightsOf = ({ u, v }: SurfacePoint) => [1 - u - v, u, v] as const;

/** The opacity that a material gives a place, but for what passes through it as through glass. */
function materialOpacity(material: SurfaceMaterial, spot: Spot): number {
  if (material.opacityMode === 'opaque') return 1;
  const { triangles, vertexColors } = spot.mesh;
  const own = weightsOf(spot.point).reduce(
    (sum, weight, corner) =>
      sum + (weight * (vertexColors?.[4 * triangles[3 * spot.point.triangle + corner]! + 3] ?? 255)) / 255,
    0,
  );
  const opacity = material.opacity * own * materialImage(material, 'opacity', spot)[0];
  if (material.opacityMode === 'mask') return Number(opacity >= material.opacityCutoff);
  return Math.min(Math.max(opacity, 0), 1);
}

/** The shares of metal, and of roughness. */
function metalAt(material: SurfaceMaterial, spot: Spot): readonly [number, number] {
  const image = materialImage(material, 'metallicRoughness', spot);
  return [material.metallic * image[2], material.roughness * image[1]];
}

/** The share of light that passes through the material, of that which enters it. */
function transmissionAt(material: SurfaceMaterial, spot: Spot): number {
  if (material.transmission === 0) return 0;
  return material.transmission * materialImage(material, 'transmission', spot)[0] * (1 - metalAt(material, spot)[0]);
}

/** The finish that a place of a mesh has by its material; undefined where it is matt. */
export function finishOfMaterial(spot: Spot): MeshFinish | undefined {
  const material = materialAt(spot.mesh, spot.point.triangle);
  if (!material) return undefined;
  const [metallic, roughness] = metalAt(material, spot);
  const transmission = material.transmission * materialImage(material, 'transmission', spot)[0];
  if (metallic === 0 && roughness >= 1 && transmission === 0) return undefined;
  return { metallic, roughness, transmission, ior: material.ior };
}

/** Light that a place emits by its material, to both sides: factor and image, each decoded. */
export function emissionOfMaterial(spot: Spot, decode: (channel: number) => number): Vec3 {
  const material = materialAt(spot.mesh, spot.point.triangle);
  if (!material || material.unlit) return [0, 0, 0];
  const image = materialImage(material, 'emission', spot);
  return mapVec3(material.emission, (factor, channel) => decode(factor) * decode(image[channel]!));
}

/** The opacity of a place by its material, but for what passes through it as through glass. */
export function opacityOfMaterial(spot: Spot): number {
  const material = materialAt(spot.mesh, spot.point.triangle);
  return material ? materialOpacity(material, spot) : 1;
}

/** Whether a place of a mesh lets no light through. */
export function isBlocking(mesh: Mesh, point: SurfacePoint): boolean {
  const material = materialAt(mesh, point.triangle);
  if (!material) return true;
  const spot = { mesh, point, pixelWidth: 0 };
  return transmissionAt(material, spot) === 0 && materialOpacity(material, spot) >= BLOCKING_OPACITY;
}

/** Directions at a place that is seen: of the ray that sees it and of the normals there, all of unit length. */
export interface SeenFrom {
  readonly direction: Vec3;
  /** The triangle's own, on the side where its corners are counter-clockwise. */
  readonly normal: Vec3;
  readonly shadingNormal: Vec3;
}

/**
 * The opacity that a material gives a place as it is seen; 0 from behind where it has one side. Dielectrics mirror at a slant what
 * would have entered: C. Schlick, "An inexpensive BRDF model for physically-based rendering", 1994.
 * @param color of the surface there, by whose mean glass dims what is behind it.
 */
export function opacitySeen(spot: Spot, { direction, normal, shadingNormal }: SeenFrom, color: Vec3): number {
  const material = materialAt(spot.mesh, spot.point.triangle);
  if (!material) return 1;
  if (material.singleSided && dot(normal, direction) > 0) return 0;
  const opacity = materialOpacity(material, spot);
  const passing = transmissionAt(material, spot);
  if (passing === 0 || opacity === 0) return opacity;
  const straight = ((material.ior - 1) / (material.ior + 1)) ** 2;
  const slant = 1 - Math.min(Math.abs(dot(shadingNormal, direction)), 1);
  const mirrored = straight + (1 - straight) * slant ** 5;
  const tint = (color[0] + color[1] + color[2]) / 3;
  return opacity * (1 - passing * (1 - mirrored) * tint);
}

/** A unit normal with what the material's image of normals changes of it. */
export function mappedNormal(spot: Spot, normal: Vec3): Vec3 {
  const material = materialAt(spot.mesh, spot.point.triangle);
  const tangents = spot.mesh.materials?.tangents;
  if (!material?.images.normal || !tangents) return normal;
  const tangent = [0, 1, 2, 3].map((axis) =>
    weightsOf(spot.point).reduce((sum, weight, corner) => {
      const vertex = spot.mesh.triangles[3 * spot.point.triangle + corner]!;
      return sum + weight * tangents[TANGENT_COMPONENTS * vertex + axis]!;
    }, 0),
  ) as [number, number, number, number];
  const frame = tangentFrame(normal, [tangent[0], tangent[1], tangent[2]], Math.sign(tangent[3]));
  if (!frame) return normal;
  const [x, y, z] = materialImage(material, 'normal', spot).map((channel) => 2 * channel - 1) as [
    number,
    number,
    number,
  ];
  const across = scale(add(scale(frame[0], x), scale(frame[1], y)), material.normalScale);
  const sum = add(across, scale(normal, z));
  const size = length(sum);
  return size > 1e-6 ? scale(sum, 1 / size) : normal;
}

/** How a place is lit. */
export interface SurfaceFinish {
  readonly shininess: number;
  /** Colour of highlights, times their strength. */
  readonly shine: Vec3;
  /** Light of its own, in display space. */
  readonly emission: Vec3;
  /** Whether it shows its colour as it is. */
  readonly unlit: boolean;
}

/** Rougher materials have wider and fainter highlights, and those of metals have the metal's colour. */
export function finishAt(spot: Spot, { specular, shininess }: Shading, color: Vec3): SurfaceFinish {
  const material = materialAt(spot.mesh, spot.point.triangle);
  if (!material) return { shininess, shine: [specular, specular, specular], emission: [0, 0, 0], unlit: false };
  const [metal, roughness] = metalAt(material, spot);
  const alpha = Math.max(roughness ** 2, LEAST_ALPHA);
  const strength = specular * (1 - roughness ** 2) * (1 + metal);
  const image = materialImage(material, 'emission', spot);
  return {
    shininess: Math.max(0, (shininess * (2 / alpha ** 2 - 2)) / USUAL_SHININESS),
    shine: color.map((channel) => strength * (1 + metal * (channel - 1))) as unknown as Vec3,
    emission: material.emission.map((channel, index) => channel * image[index]!) as unknown as Vec3,
    unlit: material.unlit,
  };
}
