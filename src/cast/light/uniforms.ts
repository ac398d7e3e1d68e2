/** Writes the `SceneLights` of wgsl/cast/light/lights.wgsl. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { packStruct } from '../../gpu/shaders/structs.js';
import { type Affine, transformPoint, transformVector } from '../../math/affine.js';
import { scale, type Vec3 } from '../../math/vec3.js';
import { LIFT_CELLS } from '../../volume/grids/light-grid.js';
import type { Volume } from '../../volume/volume.js';
import type { TreeSpace } from '../mesh/transforms/tree-space.js';
import { viewUnit } from '../mesh/uniforms.js';
import type { LightPlan } from './plan-light.js';
import { worldToPosition } from './positions.js';

const NOWHERE: Vec3 = [0, 0, 0];

const EMPTY: Affine = { columns: [NOWHERE, NOWHERE, NOWHERE], origin: NOWHERE };

/** @param tree the space that hits on meshes are in, undefined where they are in the camera's view. */
export function packLightUniforms(
  { lights, grid }: LightPlan,
  volume: Pick<Volume, 'sizes' | 'indexToWorld'> | undefined,
  camera: Camera,
  tree: TreeSpace | undefined,
): ArrayBuffer {
  const toPosition = volume ? worldToPosition(volume) : EMPTY;
  const cellWorld = grid?.cellWorld ?? 0;
  const [lift_x, lift_y, lift_z] = toPosition.columns.map((column) => scale(column, LIFT_CELLS * cellWorld)) as Vec3[];
  const inWorld = tree ? treeToWorld(tree) : viewToWorld(camera);
  const [place_x, place_y, place_z] = inWorld.columns.map((column) => transformVector(toPosition, column)) as Vec3[];
  return packStruct('SceneLights', {
    lights: lights.map(({ toLight, onVolume, onMeshes }) => ({
      direction: toLight ?? NOWHERE,
      on_volume: onVolume,
      on_meshes: onMeshes,
      way: toLight ? scale(transformVector(toPosition, toLight), cellWorld) : NOWHERE,
    })),
    count: lights.length,
    in_bins: Math.max(
      0,
      lights.findIndex(({ toLight, onMeshes }) => toLight && onMeshes.some((share) => share > 0)),
    ),
    lift_x: lift_x!,
    lift_y: lift_y!,
    lift_z: lift_z!,
    place_x: place_x!,
    place_y: place_y!,
    place_z: place_z!,
    place_origin: transformPoint(toPosition, inWorld.origin),
  });
}

function treeToWorld({ origin, unit }: TreeSpace): Affine {
  const length = 1 / unit;
  return {
    columns: [
      [length, 0, 0],
      [0, length, 0],
      [0, 0, length],
    ],
    origin,
  };
}

function viewToWorld(camera: Camera): Affine {
  const { right, up, forward } = cameraBasis(camera);
  const length = 1 / viewUnit(camera);
  return { columns: [scale(right, length), scale(up, length), scale(forward, length)], origin: camera.eye };
}
