/** Named viewpoints: a to f look along a volume's axes, the anatomical ones along the world's. */
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import { addScaled, cross, dot, normalize, scale, type Vec3 } from '../math/vec3.js';

/** A camera's direction and what is up in its image: perpendicular unit vectors in the world. */
export interface ViewDirection {
  readonly forward: Vec3;
  readonly up: Vec3;
  /** What was up before the view was raised or rolled, a unit vector. Default: `up`. */
  readonly vertical?: Vec3;
}

type Axis = 0 | 1 | 2;

/**
 * The six viewpoints of figure 4 in "An Acceleration Method for Texture-based Ray Casting on CUDA" (the source of the
 * shape rule), as voxel axes (image right, image up, depth).
 */
export const AXIS_VIEWS = {
  a: [0, 1, 2],
  b: [0, 2, 1],
  c: [1, 2, 0],
  d: [2, 0, 1],
  e: [1, 0, 2],
  f: [2, 1, 0],
} as const satisfies Record<string, readonly [Axis, Axis, Axis]>;

/**
 * Named after the side that the eye is on, in a world that is LPS: +x to the patient's left, +y posterior, +z
 * superior. Seen from above and from below, anterior is up.
 */
const ANATOMICAL_VIEWS = {
  anterior: { forward: [0, 1, 0], up: [0, 0, 1] },
  posterior: { forward: [0, -1, 0], up: [0, 0, 1] },
  left: { forward: [-1, 0, 0], up: [0, 0, 1] },
  right: { forward: [1, 0, 0], up: [0, 0, 1] },
  superior: { forward: [0, 0, -1], up: [0, -1, 0] },
  inferior: { forward: [0, 0, 1], up: [0, -1, 0] },
} as const satisfies Record<string, ViewDirection>;

export type AxisView = keyof typeof AXIS_VIEWS;
export type AnatomicalView = keyof typeof ANATOMICAL_VIEWS;
export type ViewName = AxisView | AnatomicalView;

export const VIEW_NAMES = Object.keys({ ...AXIS_VIEWS, ...ANATOMICAL_VIEWS }) as readonly ViewName[];

/** @throws InputError if there is no view of that name. */
export function parseViewName(text: string): ViewName {
  const name = VIEW_NAMES.find((known) => known === text);
  if (name === undefined) throw new InputError(`there is no view "${text}"; the views are ${VIEW_NAMES.join(', ')}`);
  return name;
}

/**
 * The direction of a named view.
 *
 * Views a to f show the positive voxel axes to the right and upwards, and the sign of the viewing direction is the one that a
 * right-handed camera then has: in a right-handed volume it looks towards smaller indices in a, c and d and towards larger ones
 * in b, e and f; in a left-handed volume the other way round. A view of axes that are not perpendicular is exactly along the
 * depth axis, the up axis runs upwards in the image and the right axis leans.
 *
 * The anatomical views take the world for LPS whether or not a file said so, so that they serve meshes too.
 *
 * @param axes what a to f look along: `indexToWorld` of the volume.
 */
export function viewDirection(view: ViewName, axes: Pick<Affine, 'columns'>): ViewDirection {
  return isAxisView(view) ? alongAxes(AXIS_VIEWS[view], axes) : ANATOMICAL_VIEWS[view];
}

const isAxisView = (view: ViewName): view is AxisView => view in AXIS_VIEWS;

function alongAxes([right, up, depth]: readonly [Axis, Axis, Axis], { columns }: Pick<Affine, 'columns'>) {
  const upAxis = normalize(columns[up]);
  const depthAxis = normalize(columns[depth]);
  const sign = Math.sign(dot(cross(upAxis, columns[right]), depthAxis));
  const forward = scale(depthAxis, sign);
  return { forward, up: normalize(addScaled(upAxis, forward, -dot(upAxis, forward))) };
}

/** The default view: from the front, which in a volume of unknown anatomy is along y with z upwards. */
export function defaultView(anatomical: boolean): ViewName {
  return anatomical ? 'anterior' : 'b';
}
