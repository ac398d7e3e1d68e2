/** Writes the uniforms of the mesh kernels: views, parts and looks. */
import { type Camera, cameraBasis, type ImageSize } from '../../camera/camera.js';
import { cross, distance, dot, normalize, scale, subtract, type Vec3 } from '../../math/vec3.js';
import type { Shading } from '../../transfer/shading.js';
import { type FieldOffsets, type Fields, packFields } from '../frame/pack-fields.js';
import type { AmbientOcclusion } from '../scene.js';
import { MAX_MESH_STYLES, MESH_STYLE_WORDS } from './styles.js';
import type { TreeSpace } from './tree-space.js';

/** Byte offsets of the fields of `MeshView` of wgsl/cast/mesh/view.wgsl; a test compares these tables with the WGSL. */
export const MESH_VIEW_OFFSETS = {
  right: 0,
  unit: 12,
  up: 16,
  pixel: 28,
  forward: 32,
  inverse_pixel: 44,
  center: 48,
  reach: 56,
  cull: 60,
  width: 64,
  height: 68,
  vertices: 72,
  triangles: 76,
  first_triangle: 80,
} as const;

export const MESH_VIEW_SIZE_BYTES = 96;

/** Of `MeshPart` of wgsl/cast/mesh/part.wgsl. */
export const MESH_PART_OFFSETS = {
  offset: 0,
  first_vertex: 12,
  offset_low: 16,
  vertices: 28,
  first_triangle: 32,
  triangles: 36,
  first_normal: 40,
} as const;

export const MESH_PART_SIZE_BYTES = 48;

/** Of `MeshLook` of wgsl/cast/mesh/look.wgsl, whose first field is a `Lighting`. */
export const MESH_LOOK_OFFSETS = {
  ambient: 0,
  diffuse: 4,
  specular: 8,
  shininess: 12,
  light: 16,
  ray_offset: 28,
  light_right: 32,
  light_slabs: 44,
  light_up: 48,
  light_tiles: 60,
  light_forward: 64,
  light_triangles: 76,
  first_normal: 80,
  first_color: 84,
  reflections: 88,
  occlusion_rays: 92,
  occlusion_distance: 96,
  styles: 112,
} as const;

export const MESH_LOOK_SIZE_BYTES = MESH_LOOK_OFFSETS.styles + 4 * MESH_STYLE_WORDS * MAX_MESH_STYLES;

/** Of `MeshSpace` of wgsl/cast/mesh/space.wgsl. */
export const MESH_SPACE_OFFSETS = { eye: 0, unit: 12, per_view_length: 16 } as const;

export const MESH_SPACE_SIZE_BYTES = 32;

const UNSIGNED_FIELDS: ReadonlySet<string> = new Set([
  'width',
  'height',
  'vertices',
  'triangles',
  'first_vertex',
  'first_triangle',
  'first_normal',
  'first_color',
  'light_slabs',
  'light_tiles',
  'light_triangles',
  'reflections',
  'occlusion_rays',
]);

export type MeshViewFields = Fields<typeof MESH_VIEW_OFFSETS>;

const pack = <Offsets extends FieldOffsets>(offsets: Offsets, sizeBytes: number, fields: Fields<Offsets>) =>
  packFields(offsets, sizeBytes, fields, UNSIGNED_FIELDS);

export const packMeshView = (fields: MeshViewFields) => pack(MESH_VIEW_OFFSETS, MESH_VIEW_SIZE_BYTES, fields);

export const packMeshLook = (fields: Fields<typeof MESH_LOOK_OFFSETS>) =>
  pack(MESH_LOOK_OFFSETS, MESH_LOOK_SIZE_BYTES, fields);

/** Lengths that f32 takes for endless. */
const ENDLESS = 3e38;

/** The fields of `MeshLook` for mirrors and ambient occlusion. @param unit the tree's lengths a unit of the world. */
export function describeLightRays(
  reflections: number,
  ambientOcclusion: AmbientOcclusion | undefined,
  unit: number,
): Pick<Fields<typeof MESH_LOOK_OFFSETS>, 'reflections' | 'occlusion_rays' | 'occlusion_distance'> {
  const { rays = 0, distance: length = Infinity } = ambientOcclusion ?? {};
  return { reflections, occlusion_rays: rays, occlusion_distance: Math.min(length * unit, ENDLESS) };
}

export const packMeshSpace = ({ origin, unit }: TreeSpace, camera: Camera) =>
  pack(MESH_SPACE_OFFSETS, MESH_SPACE_SIZE_BYTES, {
    eye: scale(subtract(camera.eye, origin), unit),
    unit,
    per_view_length: unit / viewUnit(camera),
  });

/** Where a mesh's vertices and triangles are in the buffers of all meshes. */
export interface MeshPartRange {
  readonly firstVertex: number;
  readonly vertices: number;
  readonly firstTriangle: number;
  readonly triangles: number;
  /** Where the normals of all vertices begin. */
  readonly firstNormal: number;
}

/** @param origin the mesh's, as it is from the eye: f32 has no digits left where both are far from the world's zero. */
export function packMeshPart(range: MeshPartRange, origin: Vec3, eye: Vec3): ArrayBuffer {
  const offset = subtract(origin, eye);
  return pack(MESH_PART_OFFSETS, MESH_PART_SIZE_BYTES, {
    offset,
    offset_low: offset.map((coordinate) => coordinate - Math.fround(coordinate)),
    first_vertex: range.firstVertex,
    vertices: range.vertices,
    first_triangle: range.firstTriangle,
    triangles: range.triangles,
    first_normal: range.firstNormal,
  });
}

interface ViewContent extends ImageSize {
  readonly vertices: number;
  readonly triangles: number;
}

/** @param content with the pixels of the image; `cull` as in `MeshView`. */
export function describeCameraView(
  camera: Camera,
  { width, height, vertices, triangles, cull, supersample }: ViewContent & { cull: number; supersample: boolean },
): MeshViewFields {
  const unit = viewUnit(camera);
  const pixel =
    camera.projection === 'perspective'
      ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / height
      : (camera.height / height) * unit;
  return {
    ...cameraBasis(camera),
    unit,
    pixel,
    inverse_pixel: 1 / pixel,
    center: [(width - 1) / 2, (height - 1) / 2],
    reach: supersample ? 0.5 : 0,
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
    reach: 0.5,
    cull: 0,
    width,
    height,
    vertices,
    triangles,
    first_triangle: triangles,
  } satisfies MeshViewFields;
}

/** A world direction in the axes of a camera. */
export function turnToCamera(camera: Camera, direction: Vec3): Vec3 {
  const { right, up, forward } = cameraBasis(camera);
  return [dot(right, direction), dot(up, direction), dot(forward, direction)];
}

const NONE: Vec3 = [0, 0, 0];

/** The fields of `MeshLook` that a shading gives. */
export function describeLighting({ ambient, diffuse, specular, shininess, light }: Shading) {
  return { ambient, diffuse, specular, shininess, light: light === 'headlight' ? NONE : normalize(light) };
}
