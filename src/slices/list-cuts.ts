/** The slices of a picture: which planes, and where along their normals. */
import { InputError } from '../errors.js';
import { dot, type Vec3 } from '../math/vec3.js';
import {
  namedPlane,
  normalAxis,
  obliquePlane,
  PLANE_AXES,
  PLANE_NAMES,
  type PlaneDirections,
  type PlaneName,
  type PlaneOptions,
} from './planes.js';
import { locateSlice, type SlicePosition, spreadSlices } from './positions.js';
import type { Extent } from './seen-extent.js';
import type { Geometry } from './slice-grid.js';

/** A named plane, or the normal of any. */
export type PlaneChoice = PlaneName | { readonly normal: Vec3 };

/** A slice: its plane, and where it lies along the normal. */
export interface Cut {
  /** Undefined across other directions than those of the world's axes. */
  readonly name: PlaneName | undefined;
  readonly plane: PlaneDirections;
  /** World coordinate along the plane's normal. */
  readonly position: number;
}

/** A plane, and its name if it is across one of the world's axes. */
export type ChosenPlane = Omit<Cut, 'position'>;

/**
 * @param up the direction that is upwards in a plane across a normal; that of the nearest named plane by default.
 * @throws InputError for a plane without a direction.
 */
export function choosePlane(plane: PlaneChoice, up: Vec3 | undefined, options: PlaneOptions): ChosenPlane {
  if (typeof plane === 'object') return { name: undefined, plane: obliquePlane(plane.normal, up, options) };
  return { name: plane, plane: namedPlane(plane, options) };
}

/** Whether there is one slice across each axis, so that they cross in a point. */
export const isOrtho = (cuts: readonly Pick<Cut, 'name'>[]) =>
  cuts.length === PLANE_NAMES.length && PLANE_NAMES.every((name) => cuts.some((cut) => cut.name === name));

export interface CutOptions {
  /** Positions along the normal; of several planes a point, one coordinate for each axis of the world. */
  readonly at?: readonly SlicePosition[] | undefined;
  /** Slices of each plane, spread through what is seen; in its middle by default. */
  readonly count?: number | undefined;
}

/**
 * Lists the slices of each plane, one plane after another.
 * @param seen finds how far what can be seen reaches; asked only where no positions are given.
 * @throws InputError for positions beside the volume.
 */
export async function listCuts(
  volume: Geometry,
  planes: readonly ChosenPlane[],
  { at, count = 1 }: CutOptions,
  seen: () => Promise<Extent>,
): Promise<Cut[]> {
  if (at) return placeCuts(volume, planes, at);
  const extent = await seen();
  return planes.flatMap(({ name, plane }) =>
    spreadSlices(extent(plane.normal), count).map((position) => ({ name, plane, position })),
  );
}

function placeCuts(volume: Geometry, planes: readonly ChosenPlane[], at: readonly SlicePosition[]): Cut[] {
  const isPoint = planes.length > 1;
  if (isPoint && at.length !== 3) {
    throw new InputError(
      `several planes cross in a point X,Y,Z, not in ${at.length === 1 ? 'one number' : `${at.length} numbers`}`,
    );
  }
  return planes.flatMap(({ name, plane }) => {
    const positions = isPoint ? [coordinateOf(at, { name, plane })] : at;
    return positions.map((position) => ({ name, plane, position: locateSlice(volume, plane.normal, position) }));
  });
}

/** The position along its normal of a plane through a point. */
function coordinateOf(point: readonly SlicePosition[], { name, plane }: ChosenPlane): SlicePosition {
  if (name !== undefined) return point[normalAxis(PLANE_AXES[name])]!;
  if (!point.every((coordinate) => typeof coordinate === 'number')) {
    throw new InputError('voxels number no point of a plane across a normal; name one in world units');
  }
  return dot(point as unknown as Vec3, plane.normal);
}
