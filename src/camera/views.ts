/** Named viewpoints: a to f look along a volume's axes, the anatomical ones along the world's, and others about what is in view. */
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import { addScaled, cross, dot, normalize, scale, type Vec3 } from '../math/vec3.js';

/** A camera's direction and what is up in its image: perpendicular unit vectors in the world. */
export interface ViewDirection {
  /** From the eye to what is seen. */
  readonly forward: Vec3;
  /** The direction that is up in the image. */
  readonly up: Vec3;
  /** The up direction before the view was raised or rolled, a unit vector. Default: `up`. */
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

/** About what is in view, named after the side that the eye is on: of a patient, the same as anatomical ones. */
const SIDES = {
  front: 'anterior',
  back: 'posterior',
  top: 'superior',
  bottom: 'inferior',
} as const satisfies Record<string, keyof typeof ANATOMICAL_VIEWS>;

/** Degrees from the front, to the right of what is in view and from above, at which most models show three of their sides. */
const THREE_QUARTER = { name: 'three-quarter', azimuthDegrees: 35, elevationDegrees: 25 } as const;

/** Views of things without anatomy, by their sides. */
export type SideView = keyof typeof SIDES | typeof THREE_QUARTER.name;
/** The six views along voxel axes. */
export type AxisView = keyof typeof AXIS_VIEWS;
/** Views by the side of a patient that they show. */
export type AnatomicalView = keyof typeof ANATOMICAL_VIEWS;
/** All named views. */
export type ViewName = AxisView | AnatomicalView | SideView;

/** Names of views: anatomical ones, and the six along voxel axes. */
export const VIEW_NAMES = [
  ...(Object.keys({ ...AXIS_VIEWS, ...ANATOMICAL_VIEWS, ...SIDES }) as ViewName[]),
  THREE_QUARTER.name,
] as const satisfies readonly ViewName[];

/** @throws InputError if there is no view of that name. */
export function parseViewName(text: string): ViewName {
  const name =
    VIEW_NAMES.find((known) => known === text) ??
    // A letter is an axis view, whose initial another view may have.
    (text.length > 1 ? VIEW_NAMES.find((known) => known === text.toLowerCase()) : undefined);
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
 * The anatomical views take the world for LPS whether or not a file said so, so that they serve meshes too. Front, back, top, bottom
 * and three-quarter are about `front`; left and right keep its vertical.
 *
 * @param axes what a to f look along: `indexToWorld` of the volume.
 * @param front how something without anatomy is seen from its front; default: as a patient is, from anterior.
 */
export function viewDirection(view: ViewName, axes: Pick<Affine, 'columns'>, front?: ViewDirection): ViewDirection {
  if (isAxisView(view)) return alongAxes(AXIS_VIEWS[view], axes);
  if (view === THREE_QUARTER.name) return threeQuarter(front ?? ANATOMICAL_VIEWS.anterior);
  if (isSide(view)) return front ? sideOf(view, front) : ANATOMICAL_VIEWS[SIDES[view]];
  const side = ANATOMICAL_VIEWS[view];
  const stands = front !== undefined && (view === 'left' || view === 'right');
  return stands && dot(front.up, side.forward) === 0 ? { ...side, up: front.up } : side;
}

const isSide = (view: AnatomicalView | SideView): view is keyof typeof SIDES => view in SIDES;

function sideOf(view: keyof typeof SIDES, { forward, up }: ViewDirection): ViewDirection {
  const [behind, below] = [scale(forward, -1), scale(up, -1)];
  // The far front is up when seen from above, and what is near from below.
  const directions = {
    front: { forward, up },
    back: { forward: behind, up },
    top: { forward: below, up: forward },
    bottom: { forward: up, up: behind },
  };
  return directions[view];
}

const threeQuarter = (front: ViewDirection): ViewDirection => besideFront(front, THREE_QUARTER);

/** A view from the right of the front and from above it, which keeps the front's vertical. */
export function besideFront(
  { forward, up }: ViewDirection,
  { azimuthDegrees, elevationDegrees }: { readonly azimuthDegrees: number; readonly elevationDegrees: number },
): ViewDirection {
  const [azimuth, elevation] = [azimuthDegrees, elevationDegrees].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
  ];
  const right = cross(forward, up);
  const level = addScaled(scale(forward, Math.cos(azimuth)), right, -Math.sin(azimuth));
  const turned = addScaled(scale(level, Math.cos(elevation)), up, -Math.sin(elevation));
  return { forward: turned, up: normalize(addScaled(up, turned, -dot(up, turned))), vertical: up };
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
