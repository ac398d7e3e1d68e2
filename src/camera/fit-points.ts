/** The view fitted to points as they are seen from its direction. */
import { InputError } from '../errors.js';
import { addScaled, cross, dot, length, normalize, rotateAbout, subtract, type Vec3 } from '../math/vec3.js';
import { type Camera, checkFov, createCamera } from './camera.js';
import { FIT_DEFAULTS, type FitOptions } from './fit.js';
import type { ViewDirection } from './views.js';

/** Options of `fitPoints`. */
export interface FitPointsOptions extends Omit<FitOptions, 'zoom'> {
  /** Share of the image's width and height that stays empty on either side. */
  readonly margin?: number;
  /** Share of the image's width at its right that stays free for something else, such as a legend; at both sides of turntables. */
  readonly freeRight?: number;
  /** Whether the points must stay in view while the camera turns about the view's vertical through its target. */
  readonly turntable?: boolean;
}

/** Defaults of `FitPointsOptions`. */
export const FIT_POINTS_DEFAULTS = {
  projection: FIT_DEFAULTS.projection,
  fovDegrees: FIT_DEFAULTS.fovDegrees,
  margin: 0.05,
  freeRight: 0,
  turntable: false,
} as const satisfies Required<Omit<FitPointsOptions, 'aspect'>>;

/** Share of the width that a turntable has at least, whatever stays free beside it. */
const LEAST_ACROSS = 0.3;

/**
 * The nearest camera that looks along `forward` and shows all points within the margins, in the middle of the image on the
 * axis that is tighter and as near to it as perspective lets them on the other. Its target is level with the middle of the
 * points' depths; that of a turntable is on the vertical through their middle.
 * @param points at least two that differ; around all that is to be seen.
 * @throws InputError if the points are all at one place, or an option is out of range.
 */
export function fitPoints(points: readonly Vec3[], direction: ViewDirection, options: FitPointsOptions): Camera {
  const { forward, up, vertical = up } = direction;
  const {
    aspect,
    projection,
    fovDegrees,
    margin,
    turntable,
    freeRight: given,
  } = { ...FIT_POINTS_DEFAULTS, ...options };
  if (!(aspect > 0 && aspect < Infinity)) {
    throw new InputError(`an image's width over its height must be positive, not ${aspect}`);
  }
  if (!(margin >= 0 && margin < 0.5)) throw new InputError(`a margin must be from 0 to less than 0.5, not ${margin}`);
  if (!(given >= 0 && given < 1)) throw new InputError(`a free share must be from 0 to less than 1, not ${given}`);
  // A turntable's axis stays in the middle.
  const freeRight = turntable ? 0 : given;
  const usedAcross = turntable ? Math.max(1 - 2 * given, LEAST_ACROSS) : 1 - given;
  const axes = { right: normalize(cross(forward, up)), up, forward };
  const center = middle(points);
  const seen = turntable ? sweep(points, center, { ...axes, vertical }) : points;
  const upright = turntable ? placeAxis(axes, vertical) : undefined;
  const { x: xs, y: ys, z: zs } = placePoints(seen, center, axes);
  const nearest = -largest(zs, -1);
  const depth = largest(zs) - nearest;
  const extent = Math.max(depth, largest(xs), largest(xs, -1), largest(ys), largest(ys, -1));
  if (!(extent > 0 && extent < Infinity)) {
    throw new InputError(`a view can only be fitted to something with an extent, not to one of ${extent}`);
  }
  const used = 1 - 2 * margin;
  const at = (x: number, y: number, z: number): Vec3 =>
    addScaled(addScaled(addScaled(center, axes.right, x), axes.up, y), axes.forward, z);
  /** Looks at a place of the image's plane, from a depth. */
  const posed = ([x, y]: readonly [number, number], eyeZ: number) => ({
    eye: at(x, y, eyeZ),
    target: at(x, y, upright?.depthAt([x, y]) ?? 0),
    up,
    ...(direction.vertical && { vertical }),
  });

  if (projection === 'orthographic') {
    const middles = [middleOf(xs), middleOf(ys)] as const;
    const [x, y] = upright?.nearest(middles) ?? middles;
    const reach = (along: Float64Array, from: number) => Math.max(largest(along) - from, largest(along, -1) + from);
    const height = (2 * Math.max(reach(ys, y), reach(xs, x) / (aspect * usedAcross))) / used;
    // A flat or a thin subject has no height from its side, but a width, or a depth.
    const shown = height > 0 ? height : extent;
    const aside = (freeRight * shown * aspect) / 2;
    return createCamera({ projection, ...posed([x + aside, y], nearest - extent), height: shown });
  }
  checkFov(fovDegrees);
  const slope = Math.tan((fovDegrees * Math.PI) / 360) * used;
  const slopeAcross = slope * aspect * usedAcross;
  // Sheared, so that the free share is as far to either side of the points.
  const shear = -Math.tan((fovDegrees * Math.PI) / 360) * aspect * freeRight;
  const across = fitAxis(xs, zs, { slope: slopeAcross, shear });
  const along = fitAxis(ys, zs, { slope, shear: 0 });
  // A point at the eye cannot be seen.
  const free = [across.middle, along.middle] as const;
  const imagePoint = upright?.nearest(free) ?? free;
  const eyeZ = Math.min(
    across.eyeZ - Math.abs(imagePoint[0] - free[0]) / slopeAcross,
    along.eyeZ - Math.abs(imagePoint[1] - free[1]) / slope,
    nearest - 1e-3 * extent,
  );
  return createCamera({ projection, ...posed([imagePoint[0] + shear * eyeZ, imagePoint[1]], eyeZ), fovDegrees });
}

/** Looking along the axis more closely than this, as a sine, no place of the image's plane is nearer to it than the middle. */
const LEAST_SINE = 1e-6;

/**
 * The axis of a turntable, through the middle of what turns, as a line of the image's plane: the eye has to look at a point of
 * it, or frames would be off their middle by turns.
 */
function placeAxis({ right, up, forward }: Record<'right' | 'up' | 'forward', Vec3>, vertical: Vec3) {
  const axis = normalize(vertical);
  const sine = Math.hypot(dot(axis, right), dot(axis, up));
  const isAcross = sine > LEAST_SINE;
  const [x, y] = isAcross ? [dot(axis, right) / sine, dot(axis, up) / sine] : [0, 0];
  const along = (imagePoint: readonly [number, number]) => x * imagePoint[0] + y * imagePoint[1];
  return {
    /** The place on the line that is nearest to a place. */
    nearest: (imagePoint: readonly [number, number]) => [x * along(imagePoint), y * along(imagePoint)] as const,
    /** The axis's depth there. */
    depthAt: (imagePoint: readonly [number, number]) =>
      isAcross ? (along(imagePoint) / sine) * dot(axis, forward) : 0,
  };
}

/** Points by how far they are to the right, up and forward of a center. */
function placePoints(points: readonly Vec3[], center: Vec3, axes: Record<'right' | 'up' | 'forward', Vec3>) {
  const { right, up, forward } = axes;
  const [x, y, z] = [new Float64Array(points.length), new Float64Array(points.length), new Float64Array(points.length)];
  for (let index = 0; index < points.length; index++) {
    const from = subtract(points[index]!, center);
    x[index] = dot(from, right);
    y[index] = dot(from, up);
    z[index] = dot(from, forward);
  }
  return { x, y, z };
}

/**
 * The eye, on one axis of the image, that sees all points between two planes that open by `slope` to either side: as far in
 * front as its depth says, in the middle between the two planes that touch the points.
 * @param shear of the axis, by depth.
 */
function fitAxis(xs: Float64Array, zs: Float64Array, { slope, shear }: Readonly<Record<'slope' | 'shear', number>>) {
  let [high, low] = [-Infinity, -Infinity];
  for (let index = 0; index < xs.length; index++) {
    const z = zs[index]!;
    const x = xs[index]! - shear * z;
    high = Math.max(high, x - slope * z);
    low = Math.max(low, -x - slope * z);
  }
  return { eyeZ: -(high + low) / (2 * slope), middle: (high - low) / 2 };
}

const TURN_STEPS = 48;
/** Bands of the points' height: the points of one band go around together, as far out as the farthest of them. */
const TURN_BANDS = 128;

/** The circles that points go around the vertical through `center`, in even steps. */
function sweep(
  points: readonly Vec3[],
  center: Vec3,
  { right, up, forward, vertical }: Record<'right' | 'up' | 'forward' | 'vertical', Vec3>,
): Vec3[] {
  const axis = normalize(vertical);
  // Any direction across it will do: up or forward may be along it.
  const away = Math.abs(dot(forward, axis)) < Math.abs(dot(up, axis)) ? forward : up;
  const start = vertical === up ? right : normalize(cross(away, axis));
  const placed = points.map((point) => {
    const from = subtract(point, center);
    const height = dot(from, axis);
    return { height, radius: length(addScaled(from, axis, -height)) };
  });
  const reach = largest(placed.map(({ height }) => Math.abs(height))) || 1;
  const bands = new Map<number, { low: number; high: number; radius: number }>();
  for (const { height, radius } of placed) {
    const bandIndex = Math.floor(((height / reach + 1) / 2) * TURN_BANDS);
    const band = bands.get(bandIndex) ?? { low: height, high: height, radius };
    bands.set(bandIndex, {
      low: Math.min(band.low, height),
      high: Math.max(band.high, height),
      radius: Math.max(band.radius, radius),
    });
  }
  // Corners of polygons about the circles, not on them.
  const outside = 1 / Math.cos(Math.PI / TURN_STEPS);
  const directions = Array.from({ length: TURN_STEPS }, (_, step) =>
    rotateAbout(start, axis, (2 * Math.PI * step) / TURN_STEPS),
  );
  return [...bands.values()].flatMap(({ low, high, radius }) =>
    [low, high].flatMap((height) => {
      const middle = addScaled(center, axis, height);
      return directions.map((direction) => addScaled(middle, direction, outside * radius));
    }),
  );
}

/** The largest value, each times a sign. Points may be more than a call has room for. */
function largest(values: ArrayLike<number>, sign: 1 | -1 = 1): number {
  let most = -Infinity;
  for (let index = 0; index < values.length; index++) most = Math.max(most, sign * values[index]!);
  return most;
}

const middleOf = (values: ArrayLike<number>) => (largest(values) - largest(values, -1)) / 2;

const middle = (points: readonly Vec3[]): Vec3 => {
  const along = (axis: 0 | 1 | 2) => middleOf(Float64Array.from(points, (point) => point[axis]));
  return [along(0), along(1), along(2)];
};
