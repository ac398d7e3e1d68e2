/** Writes the `VolumeFrame` of wgsl/cast/volume/volume_frame.wgsl: camera, volume and looks in the kernel's units and spaces. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { packStruct, packStructs } from '../../gpu/structs.js';
import { invert } from '../../math/affine.js';
import { normalize, scale, type Vec3 } from '../../math/vec3.js';
import { createShading, FULL_SHADING_GRADIENT } from '../../transfer/shading.js';
import { smallestSpacing } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { describeLabels } from './describe-labels.js';
import { BOX_PLANES, describePlanes } from './planes.js';
import type { VolumeResidents } from './residents.js';
import { tableFields } from './transfer.js';
import { describeView, remainder } from './view.js';
import { toTexel } from './voxel-format.js';

const NOWHERE: Vec3 = [0, 0, 0];

export interface VolumeUniforms {
  /** The bytes of a `VolumeFrame`. */
  readonly frame: ArrayBuffer;
  /** `Plane`s of wgsl/cast/volume/ray.wgsl. */
  readonly planes: ArrayBuffer;
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
    view,
    ...tableFields(transfer, volume.voxelFormat),
    ...gradientFields(scene, residents),
    ...shadingFields(scene, camera, settings),
    ...labelFields(scene, residents),
    size: volume.resident.sizes,
    opacity_exponent: (settings.step * spacing) / (scene.transfer.unit ?? unitWorld(scene)),
    iso: toTexel(volume.voxelFormat, scene.isoValue ?? 0),
    step_low: remainder(view.step),
    pixel_slope_low: remainder(view.pixel_slope),
    planes: BOX_PLANES + clip.length,
    units_per_depth: 1 / (depthUnit * spacing),
    bricks_per_voxel: 1 / volume.brickSide,
    world_per_unit: spacing,
  };
  return {
    frame: packStruct('VolumeFrame', fields),
    planes: packStructs('Plane', describePlanes(view, volume.resident, clip)),
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
