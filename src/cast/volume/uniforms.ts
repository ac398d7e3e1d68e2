/** Writes the `VolumeFrame` of wgsl/cast/volume/volume_frame.wgsl: camera, volume and looks in the kernel's units and spaces. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { invert } from '../../math/affine.js';
import { normalize, scale, type Vec3 } from '../../math/vec3.js';
import { createShading, FULL_SHADING_GRADIENT } from '../../transfer/shading.js';
import { smallestSpacing } from '../../volume/volume.js';
import { packFields } from '../frame/pack-fields.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { describeLabels } from './describe-labels.js';
import { BOX_PLANES, packPlanes } from './planes.js';
import type { VolumeResidents } from './residents.js';
import { tableFields } from './transfer.js';
import { describeView, remainder, VIEW_OFFSETS } from './view.js';
import { toTexel } from './voxel-format.js';

/** Byte offsets of its fields, those of its `View` first; a test compares with the WGSL. */
export const VOLUME_FRAME_OFFSETS = {
  ...VIEW_OFFSETS,
  size: 96,
  opacity_exponent: 108,
  table_low: 112,
  table_scale: 116,
  table_cells: 120,
  visible_low: 124,
  visible_high: 128,
  iso: 132,
  gradient_low: 136,
  gradient_scale: 140,
  gradient_cells: 144,
  gradient_x: 160,
  ambient: 172,
  gradient_y: 176,
  diffuse: 188,
  gradient_z: 192,
  specular: 204,
  light: 208,
  shininess: 220,
  world_forward: 224,
  shading_gain: 236,
  world_right: 240,
  step_low: 252,
  world_up: 256,
  pixel_slope_low: 268,
  label_x: 272,
  planes: 284,
  label_y: 288,
  units_per_depth: 300,
  label_z: 304,
  bricks_per_voxel: 316,
  label_origin: 320,
} as const;

export const VOLUME_FRAME_SIZE_BYTES = 336;

const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['planes']);
const NOWHERE: Vec3 = [0, 0, 0];

export interface VolumeUniforms {
  /** The bytes of a `VolumeFrame`. */
  readonly frame: ArrayBuffer;
  /** `Plane`s of wgsl/cast/volume/ray.wgsl. */
  readonly planes: Float32Array<ArrayBuffer>;
}

/** @param depthUnit view lengths a unit of the world, where there are meshes too. */
export function describeVolume(
  scene: VolumeScene,
  camera: Camera,
  settings: Settings,
  residents: VolumeResidents,
  depthUnit: number,
): VolumeUniforms {
  const { volume, transfer } = residents;
  const { clip = [] } = scene;
  const spacing = smallestSpacing(volume.resident);
  const view = describeView(camera, volume.resident, settings);
  const fields = {
    ...view,
    ...tableFields(transfer, volume.voxelFormat),
    ...gradientFields(scene, residents),
    ...shadingFields(scene, camera, settings),
    ...labelFields(scene, residents),
    size: volume.resident.sizes,
    opacity_exponent: (settings.step * spacing) / (scene.transfer.unit ?? unitWorld(scene)),
    iso: toTexel(volume.voxelFormat, scene.isoValue ?? 0),
    step_low: remainder(view.step as number),
    pixel_slope_low: remainder(view.pixel_slope as number),
    planes: BOX_PLANES + clip.length,
    units_per_depth: 1 / (depthUnit * spacing),
    bricks_per_voxel: 1 / volume.brickSide,
  };
  return {
    frame: packFields(VOLUME_FRAME_OFFSETS, VOLUME_FRAME_SIZE_BYTES, fields, UNSIGNED_FIELDS),
    planes: packPlanes(view, volume.resident, clip),
  };
}

/** Stays that of the volume as it was given: a downsampled one looks the same, only coarser. */
const unitWorld = ({ volume }: VolumeScene) => smallestSpacing(volume);

function gradientFields(scene: VolumeScene, { volume, gradientOpacity }: VolumeResidents) {
  // A gradient goes to the world by the inverse's transpose, whose columns are the inverse's rows.
  const { columns } = invert(volume.resident.indexToWorld);
  const perTexel = unitWorld(scene) / volume.voxelFormat.factor;
  const row = (axis: 0 | 1 | 2): Vec3 => scale([columns[0][axis], columns[1][axis], columns[2][axis]], perTexel);
  const table = gradientOpacity && tableFields(gradientOpacity, { offset: 0, factor: 1 });
  return {
    gradient_x: row(0),
    gradient_y: row(1),
    gradient_z: row(2),
    gradient_low: table?.table_low ?? 0,
    gradient_scale: table?.table_scale ?? 0,
    gradient_cells: table?.table_cells ?? 0,
  };
}

function shadingFields({ shading = createShading(), transfer }: VolumeScene, camera: Camera, { height }: Settings) {
  const { ambient, diffuse, specular, shininess, light } = shading;
  const { forward, right, up } = cameraBasis(camera);
  const slope = camera.projection === 'perspective' ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / height : 0;
  const values = [...transfer.colors, ...transfer.opacities].map(({ value }) => value);
  const range = Math.max(...values) - Math.min(...values) || 1;
  return {
    ambient,
    diffuse,
    specular,
    shininess,
    light: light === 'headlight' ? NOWHERE : normalize(light),
    shading_gain: 1 / (FULL_SHADING_GRADIENT * range),
    world_forward: forward,
    world_right: scale(right, slope),
    world_up: scale(up, slope),
  };
}

function labelFields({ mask }: VolumeScene, { volume }: VolumeResidents) {
  if (mask) return describeLabels(mask, volume.resident);
  return { label_x: NOWHERE, label_y: NOWHERE, label_z: NOWHERE, label_origin: NOWHERE };
}
