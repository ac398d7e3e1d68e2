/** Writes the `VolumeFrame` of wgsl/cast/volume/volume_frame.wgsl: camera, volume and appearance in the kernel's units. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { packStruct, packStructs } from '../../gpu/shaders/structs.js';
import { invert } from '../../math/affine.js';
import { mapVec3, normalize, scale, type Vec3 } from '../../math/vec3.js';
import { slotSide } from '../../paged/pages/page-grid.js';
import { fullShadingGradient, gradientUnit } from '../../transfer/gradient-scale.js';
import { isovaluesOf, listIsosurfaces } from '../../transfer/isosurface.js';
import { isLightList } from '../../transfer/light/lights.js';
import { createShading } from '../../transfer/light/shading.js';
import { evaluateOpacity, type TransferFunction } from '../../transfer/transfer-function.js';
import { ATTENUATION } from '../../transfer/xray.js';
import { findLabelEnds } from '../../volume/grids/label-ends.js';
import type { Grid } from '../../volume/grids/union-grid.js';
import type { VolumePart } from '../../volume/split-volume.js';
import { smallestSpacing } from '../../volume/volume.js';
import type { Residency } from '../paged/residency.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { describeLabels } from './describe-labels.js';
import { continueGrid, finestGrid, labelGrid } from './grids.js';
import { BOX_PLANES, cellHalfSpaces, describePlanes } from './planes.js';
import type { PresentScene } from './resident/present-volume.js';
import { tableFields } from './resident/transfer.js';
import type { ResidentVolume } from './resident/volume-store.js';
import { toTexel, type VoxelFormat } from './resident/voxel-format.js';
import { describeView, remainder } from './view.js';

const NOWHERE: Vec3 = [0, 0, 0];

/** Integrals are no texels. */
const INTEGRALS = { offset: 0, factor: 1 };

export interface VolumeUniforms {
  /** The bytes of a `VolumeFrame`. */
  readonly frame: ArrayBuffer;
  /** `Plane`s of wgsl/cast/volume/ray.wgsl. */
  readonly planes: ArrayBuffer;
}

/** @param depthUnit view lengths a unit of the world, where there are meshes too. */
export function describeVolumeUniforms(
  scene: PresentScene,
  camera: Camera,
  settings: Settings,
  resident: ResidentVolume,
  depthUnit: number,
): VolumeUniforms {
  const { volume, transfer } = resident;
  const { clip = [], part } = scene;
  const geometry = part?.whole ?? resident.grid;
  const spacing = smallestSpacing(geometry);
  const view = describeView(camera, geometry, settings);
  const cell = part ? cellHalfSpaces(part.cell) : { closed: [], open: [] };
  const firstCellPlane = BOX_PLANES + clip.length;
  const fields = {
    view,
    ...tableFields(transfer, scene.mode === 'xray' ? INTEGRALS : volume.voxelFormat),
    ...attenuationFields(volume.voxelFormat),
    ...gradientFields(scene, resident),
    ...shadingFields(scene, camera, settings),
    ...describeLabelGrid(scene, geometry, volume.residency !== undefined),
    size: geometry.sizes,
    opacity_exponent: (settings.step * spacing) / (scene.transfer.unit ?? unitWorld(scene)),
    iso: toTexel(volume.voxelFormat, scene.isoValue ?? 0),
    ...isosurfaceFields(scene, resident),
    step_low: remainder(view.step),
    pixel_slope_low: remainder(view.pixel_slope),
    planes: firstCellPlane + cell.closed.length + cell.open.length,
    first_cell_plane: firstCellPlane,
    first_open_plane: firstCellPlane + cell.closed.length,
    ...partFields(part ?? continueGrid(volume.resident, scene.pages ? [] : scene.fused), volume.resident.sizes),
    ...pageFields(volume.residency, scene.transfer),
    units_per_depth: 1 / (depthUnit * spacing),
    bricks_per_voxel: 1 / volume.brickSide,
    world_per_unit: spacing,
  };
  return {
    frame: packStruct('VolumeFrame', fields),
    planes: packStructs('Plane', describePlanes(view, geometry, clip, [...cell.closed, ...cell.open])),
  };
}

/** Attenuation by texels, whose values are texel / factor − offset. */
const attenuationFields = ({ offset, factor }: Pick<VoxelFormat, 'offset' | 'factor'>) => ({
  attenuation_scale: ATTENUATION.factor / factor,
  attenuation_offset: ATTENUATION.offset - ATTENUATION.factor * offset,
});

function isosurfaceFields({ isosurfaces = [], transfer }: VolumeScene, { volume }: ResidentVolume) {
  const surfaces = listIsosurfaces(isosurfaces, transfer);
  return {
    iso_count: surfaces.length,
    isosurfaces: surfaces.map(({ value, ...appearance }) => ({
      ...appearance,
      texel: toTexel(volume.voxelFormat, value),
    })),
  };
}

/** Stays that of the volume as it was given: a downsampled one looks the same, only coarser. */
const unitWorld = (scene: VolumeScene) => smallestSpacing(finestGrid(scene));

function gradientFields(scene: VolumeScene, { volume, gradientOpacity }: ResidentVolume) {
  // A gradient goes to the world by the inverse's transpose, whose columns are the inverse's rows.
  const { columns } = invert(volume.resident.indexToWorld);
  const unit = gradientUnit(scene.transfer, isovaluesOf(scene));
  const perTexel = unitWorld(scene) / volume.voxelFormat.factor / unit;
  const row = (axis: 0 | 1 | 2): Vec3 => scale([columns[0][axis], columns[1][axis], columns[2][axis]], perTexel);
  const table = gradientOpacity && tableFields(gradientOpacity, { offset: 0, factor: 1 });
  return {
    gradient_x: row(0),
    gradient_y: row(1),
    gradient_z: row(2),
    gradient_unit: unit,
    gradient_low: (table?.table_low ?? 0) / unit,
    gradient_scale: (table?.table_scale ?? 0) * unit,
    gradient_cells: table?.table_cells ?? 0,
  };
}

function shadingFields(scene: VolumeScene, camera: Camera, { height }: Settings) {
  const { shading = createShading(), transfer } = scene;
  const { ambient, diffuse, specular, shininess, light } = shading;
  const isovalues = isovaluesOf(scene);
  const { forward, right, up } = cameraBasis(camera);
  const slope = camera.projection === 'perspective' ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / height : 0;
  return {
    ambient,
    diffuse,
    specular,
    shininess,
    light: light === 'headlight' || isLightList(light) ? NOWHERE : normalize(light),
    shading_gain: gradientUnit(transfer, isovalues) / fullShadingGradient(transfer, isovalues),
    world_forward: forward,
    world_right: scale(right, slope),
    world_up: scale(up, slope),
  };
}

/** The place of the resident voxels in the grid of the samples. */
function partFields({ whole, first }: Pick<VolumePart, 'whole' | 'first'>, sizes: Vec3) {
  return {
    part_scale: mapVec3(whole.sizes, (size, axis) => size / sizes[axis]!),
    part_offset: mapVec3(first, (index, axis) => -index / sizes[axis]!),
    part_first: first,
  };
}

function pageFields(residency: Residency | undefined, transfer: TransferFunction) {
  if (!residency) {
    return {
      page_scale: NOWHERE,
      pages_per_voxel: 0,
      atlas_texel: NOWHERE,
      page_side: 0,
      page_border: 0,
      slot_side: 0,
      shows_empty: 1,
    };
  }
  const { grid, atlas } = residency;
  const { present } = residency.volume;
  const atlasSizes = mapVec3(atlas.slots, (along) => along * atlas.slotSide);
  return {
    page_scale: mapVec3(grid.sizes, (size, axis) => size / atlasSizes[axis]!),
    pages_per_voxel: 1 / grid.side,
    atlas_texel: mapVec3(atlasSizes, (size) => 1 / size),
    page_side: grid.side,
    page_border: grid.border,
    slot_side: slotSide(grid),
    shows_empty: present && evaluateOpacity(transfer, present.fill) === 0 ? 0 : 1,
  };
}

function describeLabelGrid(scene: PresentScene, geometry: Grid, isPaged: boolean) {
  const labels = isPaged ? labelGrid(scene) : scene.mask?.labels;
  if (labels) {
    const { low, high } = findLabelEnds(labels, scene.part?.whole ?? scene.pages?.level ?? scene.volume);
    return { ...describeLabels(labels, geometry), label_low: low, label_high: high };
  }
  return {
    label_x: NOWHERE,
    label_y: NOWHERE,
    label_z: NOWHERE,
    label_origin: NOWHERE,
    label_low: NOWHERE,
    label_high: NOWHERE,
  };
}
