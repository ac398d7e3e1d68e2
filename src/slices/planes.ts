/** The planes of slices: their names, and how each is turned for the reader. */
import { InputError } from '../errors.js';
import { addScaled, cross, dot, normalize, scale, type Vec3 } from '../math/vec3.js';

export const PLANE_NAMES = ['axial', 'coronal', 'sagittal'] as const;
export type PlaneName = (typeof PLANE_NAMES)[number];

/** Names of the same planes where the world is no patient's. */
export const PLAIN_NAMES = { xy: 'axial', xz: 'coronal', yz: 'sagittal' } as const satisfies Record<string, PlaneName>;

export type WorldAxis = 0 | 1 | 2;

/** World axes across a slice and down it. */
export interface PlaneAxes {
  readonly right: WorldAxis;
  readonly down: WorldAxis;
  /** Whether the axis grows downwards or upwards. */
  readonly downSign: 1 | -1;
}

/** The radiological way in LPS: the patient's right is at the left, and in sagittal slices their front; their front or head is above. */
export const PLANE_AXES: Readonly<Record<PlaneName, PlaneAxes>> = {
  axial: { right: 0, down: 1, downSign: 1 },
  coronal: { right: 0, down: 2, downSign: -1 },
  sagittal: { right: 1, down: 2, downSign: -1 },
};

/** A plane's directions in the world: unit vectors at right angles. */
export interface PlaneDirections {
  /** Directions to the right and down in the picture. */
  readonly right: Vec3;
  readonly down: Vec3;
  /** The direction that positions grow along. */
  readonly normal: Vec3;
}

export interface PlaneOptions {
  /** Whether left and right change sides. */
  readonly isNeurological?: boolean;
}

const UNIT: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const normalAxis = ({ right, down }: PlaneAxes) => (3 - right - down) as WorldAxis;

const mirror = (plane: PlaneDirections, { isNeurological = false }: PlaneOptions): PlaneDirections =>
  isNeurological ? { ...plane, right: scale(plane.right, -1) } : plane;

/** A plane across a world axis; its positions are that axis's coordinates. */
export function namedPlane(name: PlaneName, options: PlaneOptions = {}): PlaneDirections {
  const axes = PLANE_AXES[name];
  const plane = {
    right: UNIT[axes.right],
    down: scale(UNIT[axes.down], axes.downSign),
    normal: UNIT[normalAxis(axes)],
  };
  return mirror(plane, options);
}

/** The named plane whose normal is nearest to a direction. */
export function nearestPlane(normal: Vec3): PlaneName {
  const sizes = PLANE_NAMES.map((name) => Math.abs(normal[normalAxis(PLANE_AXES[name])]));
  return PLANE_NAMES[sizes.indexOf(Math.max(...sizes))]!;
}

/** Sines of angles below it are taken for none. */
const PARALLEL = 1e-6;

/**
 * A plane across any direction, seen from the side that the nearest named plane is seen from: a normal and its opposite show the
 * same picture.
 * @param up the direction that is upwards in the picture; by default that of the nearest named plane.
 * @throws InputError where the normal, or `up` across it, has no direction.
 */
export function obliquePlane(normal: Vec3, up: Vec3 | undefined, options: PlaneOptions = {}): PlaneDirections {
  const unit = normalize(normal);
  if (!unit.every(Number.isFinite)) throw new InputError(`the plane's normal ${normal.join(',')} has no direction`);
  const named = namedPlane(nearestPlane(unit));
  const wanted = normalize(up ?? scale(named.down, -1));
  const across = addScaled(wanted, unit, -dot(wanted, unit));
  if (!(Math.hypot(...across) > PARALLEL)) {
    throw new InputError(`${(up ?? wanted).join(',')} is no way up in the plane across ${normal.join(',')}`);
  }
  const upwards = normalize(across);
  const side = dot(cross(named.right, named.down), unit) < 0 ? -1 : 1;
  return mirror({ right: cross(scale(unit, side), upwards), down: scale(upwards, -1), normal: unit }, options);
}
