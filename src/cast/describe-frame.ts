/** Gathers the uniforms of a frame from its scene, camera and settings. */
import { type Camera, cameraBasis } from '../camera/camera.js';
import { invert, transformPoint, transformVector } from '../math/affine.js';
import { normalize, scale, type Vec3 } from '../math/vec3.js';
import { OPAQUE } from '../transfer/mode.js';
import { createShading, FULL_SHADING_GRADIENT } from '../transfer/shading.js';
import { smallestSpacing, worldToIndex } from '../volume/volume.js';
import type { Settings } from './check-scene.js';
import { describeView, packFrame, packPlanes, remainder } from './frame-uniforms.js';
import type { SceneResidents } from './residents.js';
import type { Scene } from './scene.js';
import { tableFields } from './transfer-texture.js';

/** No accumulated opacity reaches it. */
const NEVER_OPAQUE = 2;
const NOWHERE: Vec3 = [0, 0, 0];

export interface FrameDescription {
  /** The bytes of `Frame` in wgsl/cast/frame.wgsl. */
  readonly uniforms: ArrayBuffer;
  /** `Plane`s of wgsl/cast/cast_ray.wgsl. */
  readonly planes: Float32Array<ArrayBuffer>;
}

export function describeFrame(
  scene: Scene,
  camera: Camera,
  settings: Settings,
  residents: SceneResidents,
): FrameDescription {
  const { volume, transfer } = residents;
  const { background = NOWHERE } = scene;
  const stepWorld = settings.step * smallestSpacing(volume.resident);
  const view = describeView(camera, volume.resident, settings);
  const uniforms = packFrame(view, {
    ...tableFields(transfer, volume.voxelFormat),
    ...gradientFields(scene, residents),
    ...shadingFields(scene, camera, settings),
    ...labelFields(scene, residents),
    opacity_exponent: stepWorld / (scene.transfer.unit ?? unitWorld(scene)),
    opaque: settings.earlyTermination ? OPAQUE : NEVER_OPAQUE,
    iso: ((scene.isoValue ?? 0) + volume.voxelFormat.offset) * volume.voxelFormat.factor,
    image_width: settings.width,
    image_height: settings.height,
    volume_size: volume.resident.sizes,
    background_opacity: background === 'transparent' ? 0 : 1,
    background: background === 'transparent' ? NOWHERE : background,
    step_low: remainder(view.step as number),
    pixel_slope_low: remainder(view.pixel_slope as number),
  });
  return { uniforms, planes: packPlanes(view, volume.resident, scene.clip ?? []) };
}

/** Stays that of the volume as it was given: a downsampled one looks the same, only coarser. */
const unitWorld = ({ volume }: Scene) => smallestSpacing(volume);

function gradientFields(scene: Scene, { volume, gradientOpacity }: SceneResidents) {
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

function shadingFields({ shading = createShading(), transfer }: Scene, camera: Camera, { height }: Settings) {
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

function labelFields({ mask }: Scene, { volume }: SceneResidents) {
  if (!mask) return { label_x: NOWHERE, label_y: NOWHERE, label_z: NOWHERE, label_origin: NOWHERE };
  const toLabels = worldToIndex(mask.labels);
  const { columns, origin } = volume.resident.indexToWorld;
  const [label_x, label_y, label_z] = columns.map((column) => transformVector(toLabels, column)) as [Vec3, Vec3, Vec3];
  return { label_x, label_y, label_z, label_origin: transformPoint(toLabels, origin) };
}
