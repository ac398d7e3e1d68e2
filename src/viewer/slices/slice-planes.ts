/** The three planes of slices through a volume: how they are turned for the reader, and which slices of each are leafed through. */
import { transformPoint, type Vec3, type Volume, worldToIndex } from '../../index.js';
import { cross, length, normalize, rotateAbout, scale } from '../../math/vec3.js';
import {
  namedPlane,
  normalAxis,
  PLANE_AXES,
  PLANE_NAMES,
  type PlaneDirections,
  type PlaneName,
} from '../../slices/planes.js';
import { nearestVoxelAxis } from '../../slices/positions.js';
import { boxExtent, type Geometry } from '../../slices/slice-grid.js';

/** The crosshair's line of each plane, in the other two. */
export const PLANE_COLORS: Readonly<Record<PlaneName, string>> = {
  axial: '#ff7b72',
  coronal: '#7ee787',
  sagittal: '#ffd866',
};

type VoxelAxis = 0 | 1 | 2;

/** Unit vectors at right angles to each other. */
export type SliceNormals = readonly [Vec3, Vec3, Vec3];

const WORLD_NORMALS: SliceNormals = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Turns the other planes about the normal of one, which keeps its own. */
export function turnNormals(normals: SliceNormals = WORLD_NORMALS, about: Vec3, radians: number): SliceNormals {
  return normals.map((normal) =>
    Math.abs(coordinateAlong(normal, about)) > 1 - ROUNDING ? normal : rotateAbout(normal, about, radians),
  ) as unknown as SliceNormals;
}

/** A plane across another normal, by the shortest way: what is up stays nearly so. */
function turnPlane(plane: PlaneDirections, normal: Vec3): PlaneDirections {
  const axis = cross(plane.normal, normal);
  const sine = length(axis);
  const cosine = coordinateAlong(plane.normal, normal);
  // Any axis across the normal turns it by half a turn.
  const [about, radians] =
    sine > ROUNDING ? [scale(axis, 1 / sine), Math.atan2(sine, cosine)] : [plane.down, cosine < 0 ? Math.PI : 0];
  const rotate = (direction: Vec3) => rotateAbout(direction, about, radians);
  return { right: rotate(plane.right), down: rotate(plane.down), normal };
}

/** A plane across a world axis, as `tilecast slices` has it. */
export interface SlicePlane extends PlaneDirections {
  readonly name: PlaneName;
  /** Whether it is turned away from the world's axes. */
  readonly isTurned: boolean;
  /** World coordinates of the volume's box along `right` and `down`: where they begin, and how far they reach. */
  readonly left: number;
  readonly top: number;
  readonly widthWorld: number;
  readonly heightWorld: number;
  /** Slices to leaf through: as many as there are voxels along the nearest voxel axis, in the order of these. */
  readonly count: number;
  /** Coordinate along the normal where the first begins, and the way to the next one. */
  readonly start: number;
  readonly step: number;
}

/** @param normals of the planes across x, y and z, where they are turned. */
export function slicePlanes(volume: Geometry, normals?: SliceNormals): SlicePlane[] {
  return PLANE_NAMES.map((name) => {
    const named = namedPlane(name);
    const plane = normals ? turnPlane(named, normals[normalAxis(PLANE_AXES[name])]) : named;
    const along = (direction: Vec3) => boxExtent(volume, direction);
    const [[left, right], [top, bottom], [low, high]] = [along(plane.right), along(plane.down), along(plane.normal)];
    const step = stepOf(volume, plane);
    return {
      ...plane,
      name,
      isTurned: normals !== undefined,
      left,
      top,
      widthWorld: right - left,
      heightWorld: bottom - top,
      count: Math.max(1, Math.round((high - low) / Math.abs(step))),
      start: step > 0 ? low : high,
      step,
    };
  });
}

/** The plane of a volume of one slice that lies in it; undefined of other volumes. */
export function planeOfPicture(volume: Geometry): PlaneName | undefined {
  const { sizes, indexToWorld } = volume;
  const flat = sizes.indexOf(1) as 0 | 1 | 2;
  if (sizes.filter((size) => size === 1).length !== 1) return undefined;
  const across = normalize(indexToWorld.columns[flat]);
  return slicePlanes(volume).find(({ normal }) => Math.abs(coordinateAlong(normal, across)) > 1 - ROUNDING)?.name;
}

/** World length of a voxel along the normal; negative where its axis points the other way. */
const stepOf = (volume: Geometry, { normal }: PlaneDirections) =>
  coordinateAlong(normal, volume.indexToWorld.columns[nearestVoxelAxis(volume, normal)]);

/** Slices by which rounding may be off. */
const ROUNDING = 1e-6;

/** The number of the slice that a world point is in, from 0 on; the nearest one of a point beside the volume. */
export function sliceNumber({ normal, start, step, count }: SlicePlane, world: Vec3): number {
  const number = Math.floor((coordinateAlong(normal, world) - start) / step + ROUNDING);
  return Math.min(Math.max(number, 0), count - 1);
}

/** The coordinate of a slice's middle along the normal. */
export const slicePosition = ({ start, step }: SlicePlane, number: number) => start + (number + 0.5) * step;

/** A world point, moved along the normal to a coordinate. */
export function moveTo({ normal }: SlicePlane, world: Vec3, position: number): Vec3 {
  const by = position - coordinateAlong(normal, world);
  return [world[0] + by * normal[0], world[1] + by * normal[1], world[2] + by * normal[2]];
}

const coordinateAlong = (direction: Vec3, [x, y, z]: Vec3) => direction[0] * x + direction[1] * y + direction[2] * z;

/** Index coordinates of a world point. */
export const toIndex = (volume: Pick<Volume, 'indexToWorld'>, world: Vec3): Vec3 =>
  transformPoint(worldToIndex(volume), world);

export const indexToWorldPoint = ({ indexToWorld }: Pick<Volume, 'indexToWorld'>, index: Vec3): Vec3 =>
  transformPoint(indexToWorld, index);

export const middleOf = ({ sizes }: Pick<Volume, 'sizes'>): Vec3 => [
  (sizes[0] - 1) / 2,
  (sizes[1] - 1) / 2,
  (sizes[2] - 1) / 2,
];

/** A place of a slice, in fractions of its width and height. */
export interface SlicePoint {
  readonly x: number;
  readonly y: number;
}

/** The place of a world point in a slice. */
export const toSlice = (plane: SlicePlane, world: Vec3): SlicePoint => ({
  x: (coordinateAlong(plane.right, world) - plane.left) / plane.widthWorld,
  y: (coordinateAlong(plane.down, world) - plane.top) / plane.heightWorld,
});

/** The world point at a place of the slice whose coordinate along the normal is `position`. */
export function pointOfSlice(plane: SlicePlane, { x, y }: SlicePoint, position: number): Vec3 {
  const { right, down, normal } = plane;
  const [across, along] = [plane.left + x * plane.widthWorld, plane.top + y * plane.heightWorld];
  const coordinate = (axis: VoxelAxis) => across * right[axis] + along * down[axis] + position * normal[axis];
  return [coordinate(0), coordinate(1), coordinate(2)];
}

export const clampIndex = (sizes: Vec3, index: Vec3): Vec3 =>
  index.map((coordinate, axis) => Math.min(Math.max(coordinate, 0), sizes[axis]! - 1)) as unknown as Vec3;
