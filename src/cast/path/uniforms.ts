/** Writes the `PathFrame` of wgsl/cast/path/path_frame.wgsl. */
import { type Camera, cameraBasis, heightAtTarget } from '../../camera/camera.js';
import { packStruct } from '../../gpu/shaders/structs.js';
import {
  type Affine,
  IDENTITY_AFFINE,
  invert,
  scaleColumns,
  transformPoint,
  transformVector,
} from '../../math/affine.js';
import { distance, dot, scale, subtract, type Vec3 } from '../../math/vec3.js';
import { type Coat, type CoatAlbedos, coatAlbedos, widthOfNormals } from '../../transfer/light/coat.js';
import { FORMULAS, floorLight, meanLight } from '../../transfer/light/environment.js';
import type { ShadowCatcher } from '../../transfer/light/shadow-catcher.js';
import { TONES } from '../../transfer/light/tone.js';
import type { TransferTable } from '../../transfer/table/transfer-table.js';
import { MAX_LIGHT_OPACITY } from '../../volume/grids/light-grid.js';
import { smallestSpacing, type Volume } from '../../volume/volume.js';
import { positionToTree, worldToPosition } from '../light/positions.js';
import type { TreeSpace } from '../mesh/transforms/tree-space.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { finestGrid } from '../volume/grids.js';
import type { LoadedEnvironment } from './load-built-in.js';

interface PathScene {
  readonly medium:
    | {
        readonly scene: VolumeScene;
        /** Geometry of the volume on the device, which may be coarser. */
        readonly geometry: Pick<Volume, 'sizes' | 'indexToWorld'>;
        readonly table: TransferTable;
        /** Tables of the volumes beside it. */
        readonly fusedTables: readonly TransferTable[];
        /** Voxels along a brick of the volume on the device. */
        readonly brickSide: number;
      }
    | undefined;
  readonly tree: TreeSpace | undefined;
  readonly environment: LoadedEnvironment;
  readonly showsEnvironment: boolean;
  readonly shadowCatcher: ShadowCatcher | undefined;
  /** The panorama on the device. */
  readonly environmentDensity: number;
}

/** Half floats round opacities up by at most this. */
const ROUNDING = 1.002;
/** Optical depth of a brick below which bounds of single bricks cost more steps than they save collisions. */
const THIN_BRICK = 2;
/** More than any light. */
const UNCLAMPED = 1e38;
/** Keeps collisions of a medium that is nowhere finite. */
const LEAST_MAJORANT = 1e-9;

/** @param frames that accumulate, this one included. */
export function packPathUniforms(
  scene: PathScene,
  camera: Camera,
  {
    height,
    seed,
    firstPath,
    samplesPerPixel,
    exposure,
    tone,
    lightSpace,
    anisotropy,
    coat,
    coatRoughness,
    aperture,
    focusDistance,
    clampIndirect,
  }: Settings,
  frames: number,
): ArrayBuffer {
  const { medium, tree, environment, showsEnvironment, environmentDensity } = scene;
  const { toPosition, unitWorld } = spaceOf(scene);
  const { right, up, forward } = cameraBasis(camera);
  const isPerspective = camera.projection === 'perspective';
  const slope = isPerspective ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / height : 0;
  const pixelWorld = isPerspective ? 0 : camera.height / height;
  const wayOf = (directionWorld: Vec3) => scale(transformVector(toPosition, directionWorld), unitWorld);
  const toTree = medium && tree ? positionToTree(medium.geometry, tree) : IDENTITY_AFFINE;
  const density = medium ? densityOf(medium.scene, unitWorld) : 0;
  const majorant = medium ? ROUNDING * greatestDensity(medium, unitWorld) : 0;
  return packStruct('PathFrame', {
    eye: transformPoint(toPosition, camera.eye),
    seed,
    eye_right: transformVector(toPosition, scale(right, pixelWorld)),
    first_path: firstPath + (frames - 1) * samplesPerPixel,
    eye_up: transformVector(toPosition, scale(up, pixelWorld)),
    density,
    ...describeLens(camera, toPosition, aperture, focusDistance),
    forward,
    majorant: Math.max(majorant, LEAST_MAJORANT),
    right: scale(right, slope),
    up: scale(up, slope),
    environment: typeof environment === 'string' ? FORMULAS.indexOf(environment) : 0,
    way_x: wayOf([1, 0, 0]),
    tree_unit: tree ? tree.unit * unitWorld : 1,
    way_y: wayOf([0, 1, 0]),
    way_z: wayOf([0, 0, 1]),
    tree_x: toTree.columns[0],
    tree_y: toTree.columns[1],
    tree_z: toTree.columns[2],
    tree_origin: toTree.origin,
    camera_right: right,
    environment_density: environmentDensity,
    camera_up: up,
    camera_back: scale(forward, -1),
    mean_light: meanLight(environment),
    exposure,
    tone: TONES.indexOf(tone),
    is_linear: lightSpace === 'linear' ? 1 : 0,
    ...describeMaterial(anisotropy, { coat, coatRoughness }),
    is_thin: medium && majorant * medium.brickSide < THIN_BRICK ? 1 : 0,
    shows_environment: showsEnvironment ? 1 : 0,
    ...describeGround(scene, camera, toPosition),
    most_indirect: clampIndirect > 0 ? clampIndirect : UNCLAMPED,
    depth_scale: unitWorld / heightAtTarget(camera),
  });
}

/** Positions run over the volume; without one they are those of the tree. */
function spaceOf({ medium, tree }: PathScene): { readonly toPosition: Affine; readonly unitWorld: number } {
  if (medium) {
    return { toPosition: worldToPosition(medium.geometry), unitWorld: smallestSpacing(medium.scene.volume) };
  }
  const { origin, unit } = tree!;
  const columns = scaleColumns(IDENTITY_AFFINE.columns, [unit, unit, unit]);
  return { toPosition: { columns, origin: scale(origin, -unit) }, unitWorld: 1 / unit };
}

/** The ground as a plane of positions, and the light that it reflects where nothing is in the way. */
function describeGround({ shadowCatcher, environment }: PathScene, camera: Camera, toPosition: Affine) {
  if (!shadowCatcher) return { has_ground: 0, ground: [0, 0, 0, 0] as const, ground_normal: NONE, ground_light: 1 };
  const { point, normal } = shadowCatcher;
  const { columns, origin } = invert(toPosition);
  const [x, y, z] = columns.map((column) => dot(normal, column)) as [number, number, number];
  const { right, up, forward } = cameraBasis(camera);
  const seen: Vec3 = [dot(normal, right), dot(normal, up), dot(normal, forward)];
  return {
    has_ground: 1,
    ground: [x, y, z, dot(normal, subtract(origin, point))] as const,
    ground_normal: normal,
    ground_light: floorLight(environment, seen),
  };
}

const NONE: Vec3 = [0, 0, 0];

/** The lens that light comes through: half of its diameter, to the right and up, where it is and as slopes of rays. */
function describeLens(
  camera: Camera,
  toPosition: Affine,
  aperture: number,
  focusDistance = distance(camera.eye, camera.target),
) {
  const { right, up } = cameraBasis(camera);
  const radius = aperture / 2;
  return {
    has_lens: aperture > 0 ? 1 : 0,
    lens_right: transformVector(toPosition, scale(right, radius)),
    lens_up: transformVector(toPosition, scale(up, radius)),
    focus_right: scale(right, radius / focusDistance),
    focus_up: scale(up, radius / focusDistance),
  };
}

let known: { readonly coat: Coat; readonly albedos: CoatAlbedos } | undefined;

/** A coat's albedos are averages over thousands of normals, which a frame takes again from the one before. */
function describeMaterial(anisotropy: number, coat: Coat) {
  if (known?.coat.coat !== coat.coat || known.coat.coatRoughness !== coat.coatRoughness) {
    known = { coat, albedos: coatAlbedos(coat) };
  }
  const { byCosine, mean } = known.albedos;
  const quads = Array.from({ length: byCosine.length / 4 }, (_, at) => byCosine.slice(4 * at, 4 * at + 4));
  return {
    anisotropy,
    coat: coat.coat,
    coat_width: widthOfNormals(coat),
    coat_mean: mean,
    coat_albedos: quads as unknown as readonly (readonly [number, number, number, number])[],
  };
}

type Medium = NonNullable<PathScene['medium']>;

/** Extinction of a world length for that of the transfer function's. */
const densityOf = (scene: Pick<VolumeScene, 'transfer' | 'volume' | 'finest'>, lengthWorld: number) =>
  lengthWorld / (scene.transfer.unit ?? smallestSpacing(finestGrid(scene)));

/** The most extinction that all volumes together can have. */
function greatestDensity({ scene, table, fusedTables }: Medium, unitWorld: number): number {
  const { fused = [] } = scene;
  return fused.reduce(
    (sum, other, index) => sum + densityOf(other, unitWorld) * greatestExtinction(fusedTables[index]!),
    densityOf(scene, unitWorld) * greatestExtinction(table),
  );
}

/** The largest extinction of a unit of the transfer function's length. */
function greatestExtinction({ rgba }: TransferTable): number {
  let opacity = 0;
  for (let at = 3; at < rgba.length; at += 4) opacity = Math.max(opacity, rgba[at]!);
  return -Math.log(1 - Math.min(opacity, MAX_LIGHT_OPACITY));
}
