/** Writes the uniforms of the mesh kernels: views, parts and appearances. */
import { type Camera, cameraBasis, type ImageSize } from '../../camera/camera.js';
import { packStruct, type Struct } from '../../gpu/shaders/structs.js';
import { cross, distance, dot, mapVec3, normalize, scale, subtract, type Vec3 } from '../../math/vec3.js';
import { isLightList } from '../../transfer/light/lights.js';
import { SHADOW_OFFSET } from '../../transfer/light/shading.js';
import { SOFT_SHADOW_RAYS } from '../scene.js';
import type { MeshSettings } from '../scene-parts.js';
import type { TreeSpace } from './transforms/tree-space.js';

/** Lengths that f32 takes for endless. */
const ENDLESS = 3e38;

const NONE: Vec3 = [0, 0, 0];

/** How the light of shadow rays sees the triangles. */
export interface LightView {
  /** Its axes in those of the camera. */
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
  /** Slabs of its bins, and tiles along each side. */
  readonly slabs: number;
  readonly tiles: number;
  /** Place of its first triangle. */
  readonly firstTriangle: number;
}

/** Starts of what `vertices` holds of all meshes. */
interface VertexStarts {
  readonly firstNormal: number;
  readonly firstColor: number;
  readonly firstCoordinate: number;
  readonly firstImage: number;
  readonly firstVertexMaterial: number;
  readonly vertexMaterialWords: number;
  readonly firstMaterial: number;
}

/**
 * @param light undefined without bins of shadow rays.
 * @param unit the tree's lengths a unit of the world.
 */
export function describeAppearance(
  { shading, reflections, ambientOcclusion, softShadows, styles }: MeshSettings,
  starts: VertexStarts,
  light: LightView | undefined,
  unit: number,
): Struct<'MeshAppearance'> {
  const { rays: occlusionRays = 0, distance: length = Infinity } = ambientOcclusion ?? {};
  const { angleDegrees = 0, rays: shadowRays = SOFT_SHADOW_RAYS } = softShadows ?? {};
  // Not put together of parts: objects that are spread over others are most of a frame's garbage.
  return {
    lighting: shading,
    light: shading.light === 'headlight' || isLightList(shading.light) ? NONE : normalize(shading.light),
    ray_offset: SHADOW_OFFSET,
    light_right: light?.right ?? NONE,
    light_slabs: light?.slabs ?? 0,
    light_up: light?.up ?? NONE,
    light_tiles: light?.tiles ?? 0,
    light_forward: light?.forward ?? NONE,
    light_triangles: light?.firstTriangle ?? 0,
    first_normal: starts.firstNormal,
    first_color: starts.firstColor,
    first_coordinate: starts.firstCoordinate,
    first_image: starts.firstImage,
    first_vertex_material: starts.firstVertexMaterial,
    vertex_material_words: starts.vertexMaterialWords,
    first_material: starts.firstMaterial,
    reflections,
    occlusion_rays: occlusionRays,
    occlusion_distance: Math.min(length * unit, ENDLESS),
    shadow_rays: shadowRays,
    light_radius: Math.tan((angleDegrees * Math.PI) / 360),
    styles: styles.styles,
  };
}

export const packMeshSpaceUniforms = ({ origin, unit }: TreeSpace, camera: Camera) =>
  packStruct('MeshSpace', {
    eye: scale(subtract(camera.eye, origin), unit),
    unit,
    per_view_length: unit / viewUnit(camera),
  });

/** The range of a mesh's vertices and triangles in the buffers of all meshes. */
export interface MeshPartRange {
  readonly firstVertex: number;
  readonly vertices: number;
  readonly firstTriangle: number;
  readonly triangles: number;
  /** The start of the normals of all vertices. */
  readonly firstNormal: number;
}

/** @param origin the mesh's, as it is from the eye: f32 has no digits left where both are far from the world's zero. */
export function describeMeshPart(range: MeshPartRange, origin: Vec3, eye: Vec3): Struct<'MeshPart'> {
  const offset = subtract(origin, eye);
  return {
    offset,
    offset_low: mapVec3(offset, (coordinate) => coordinate - Math.fround(coordinate)),
    first_vertex: range.firstVertex,
    vertices: range.vertices,
    first_triangle: range.firstTriangle,
    triangles: range.triangles,
    first_normal: range.firstNormal,
  };
}

interface ViewContent extends ImageSize {
  readonly vertices: number;
  readonly triangles: number;
}

/** @param content with the pixels of the image; `cull` as in `MeshView`. */
export function describeCameraView(
  camera: Camera,
  { width, height, vertices, triangles, cull, supersample }: ViewContent & { cull: number; supersample: boolean },
): Struct<'MeshView'> {
  const unit = viewUnit(camera);
  const pixel =
    camera.projection === 'perspective'
      ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / height
      : (camera.height / height) * unit;
  const { right, up, forward } = cameraBasis(camera);
  return {
    right,
    up,
    forward,
    unit,
    pixel,
    inverse_pixel: 1 / pixel,
    center: [(width - 1) / 2, (height - 1) / 2],
    ray_spread: supersample ? 0.5 : 0,
    cull,
    width,
    height,
    vertices,
    triangles,
    first_triangle: 0,
  };
}

/** View lengths a unit of the world. */
export function viewUnit(camera: Camera): number {
  const lengthWorld = camera.projection === 'perspective' ? distance(camera.target, camera.eye) : camera.height;
  return 2 ** -Math.round(Math.log2(lengthWorld));
}

/**
 * How parallel light sees the triangles: along its rays, from the camera's eye, which only sets where zero is. Its pixels
 * are its tiles, in which shadow rays may be anywhere.
 * @param toLight World direction.
 */
export function describeLightView(camera: Camera, toLight: Vec3, { width, height, vertices, triangles }: ViewContent) {
  const forward = scale(normalize(toLight), -1);
  const steepest = forward.map(Math.abs).indexOf(Math.min(...forward.map(Math.abs)));
  const right = normalize(cross(forward, [Number(steepest === 0), Number(steepest === 1), Number(steepest === 2)]));
  return {
    right,
    up: cross(right, forward),
    forward,
    unit: viewUnit(camera),
    // Its tiles are fitted on the GPU.
    pixel: 1,
    inverse_pixel: 1,
    center: [0, 0],
    ray_spread: 0.5,
    cull: 0,
    width,
    height,
    vertices,
    triangles,
    first_triangle: triangles,
  } satisfies Struct<'MeshView'>;
}

/** A world direction in the axes of a camera. */
export function toCameraSpace(camera: Camera, direction: Vec3): Vec3 {
  const { right, up, forward } = cameraBasis(camera);
  return [dot(right, direction), dot(up, direction), dot(forward, direction)];
}
