/** The curves between the points of VTK's transfer functions, as straight lines. */
import { InputError } from '../../errors.js';
import { TRANSFER_POINTS_MAX } from '../../transfer/transfer-function.js';

export interface CurvePoint {
  readonly x: number;
  readonly y: readonly number[];
  /** Position between this point and the next at which the curve is halfway, 0…1. */
  readonly midpoint: number;
  /** Sharpness of the curve to the next point: 0 is straight on either side of the midpoint, 1 a step there. */
  readonly sharpness: number;
}

export interface LinePoint {
  readonly x: number;
  readonly y: readonly number[];
}

/** VTK's limits of what it takes for straight and for a step, and its distance of midpoints from 0 and 1. */
const STRAIGHT = 0.01;
const STEP = 0.99;
const MIDPOINT_MARGIN = 1e-5;
/** Lines in place of half a curve: it is off by less than 1/255 of its height. */
const LINES = 64;

/**
 * Adds points so that straight lines follow the curves of vtkPiecewiseFunction::GetTable, exactly but for those of a
 * sharpness between straight and step.
 * @param points by ascending x.
 * @throws InputError if that takes too many.
 */
export function straightenCurves(points: readonly CurvePoint[]): LinePoint[] {
  const straight: LinePoint[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    straight.push({ x: point.x, y: point.y }, ...(next && next.x > point.x ? between(point, next) : []));
    // A curve takes 127 points for one: said before they take the memory.
    if (straight.length > TRANSFER_POINTS_MAX) {
      throw new InputError(`has curves that take more than ${TRANSFER_POINTS_MAX} points, the most that can be shown`);
    }
  }
  return straight;
}

function between(from: CurvePoint, to: CurvePoint): LinePoint[] {
  const { sharpness } = from;
  const midpoint = Math.min(Math.max(from.midpoint, MIDPOINT_MARGIN), 1 - MIDPOINT_MARGIN);
  const at = (fraction: number, risen: number): LinePoint => ({
    x: from.x + fraction * (to.x - from.x),
    y: from.y.map((y, channel) => y + risen * (to.y[channel]! - y)),
  });
  if (sharpness > STEP) return [at(midpoint, 0), at(midpoint, 1)];
  if (sharpness < STRAIGHT) return midpoint === 0.5 ? [] : [at(midpoint, 0.5)];
  return Array.from({ length: 2 * LINES - 1 }, (_, index) => {
    const half = (index + 1) / LINES;
    const fraction = half < 1 ? half * midpoint : midpoint + (half - 1) * (1 - midpoint);
    return at(fraction, rise(half / 2, sharpness));
  });
}

/** A Hermite curve, of which sharpness flattens the ends; at 1/2 it has risen by half. */
function rise(fraction: number, sharpness: number): number {
  const power = 1 + 10 * sharpness;
  const s = fraction < 0.5 ? 0.5 * (2 * fraction) ** power : 1 - 0.5 * (2 - 2 * fraction) ** power;
  const tangent = 1 - sharpness;
  const hermite = (3 - 2 * s) * s * s + tangent * (s * (s - 1) * (2 * s - 1));
  return Math.min(Math.max(hermite, 0), 1);
}
