/** The exact volume rendering integral over a segment along which the value changes linearly, in float64. */
import type { Vec3 } from '../../../math/vec3.js';
import {
  evaluateColor,
  evaluateOpacity,
  type OpacityPoint,
  type TransferFunction,
} from '../../../transfer/transfer-function.js';
import { compositeSamples, type Layer } from '../../composite.js';

/** Opacity of one unit of length at most: the extinction of an opacity of 1 would be infinite. */
export const MAX_UNIT_OPACITY = 0.9999;

export interface SegmentLayer extends Layer {
  /** The mean place of its opacity, from 0 at its front to 1. */
  readonly center: number;
}

/**
 * The layer of a segment that is `lengthUnits` units of opacity long, from its front to its back value.
 * @param factor what opacities are multiplied by, at most 1.
 */
export type IntegrateSegment = (front: number, back: number, lengthUnits: number, factor?: number) => SegmentLayer;

/**
 * Pre-integrated classification: K. Engel, M. Kraus and T. Ertl, "High-quality pre-integrated volume rendering using
 * hardware-accelerated pixel shading", 2001. The integral itself, off by less than 1e-8, takes the place of a table.
 */
export function createSegmentIntegral(transfer: TransferFunction): IntegrateSegment {
  const whole = limitTransfer(transfer, 1);
  return (front, back, lengthUnits, factor = 1) => {
    const limited = factor === 1 ? whole : limitTransfer(transfer, factor);
    let moment = 0;
    let transmittance = 1;
    const layerOf = ([start, end]: Piece) => {
      const length = front === back ? 1 : (end - start) / (back - front);
      const before = front === back ? 0 : (start - front) / (back - front);
      const piece = integratePiece(limited, start, end, lengthUnits * length);
      moment += transmittance * piece.opacity * (before + length * piece.center);
      transmittance *= 1 - piece.opacity;
      return piece;
    };
    const layer = compositeSamples(piecesBetween(front, back, limited.knots), layerOf, Infinity);
    return { ...layer, center: layer.opacity > 0 ? moment / layer.opacity : MIDDLE };
  };
}

const MIDDLE = 0.5;

function limitTransfer(transfer: TransferFunction, factor: number) {
  const scaled = transfer.opacities.map((point) => ({ ...point, opacity: factor * point.opacity }));
  const limited = { ...transfer, opacities: limitOpacities(scaled) };
  const values = [...limited.colors, ...limited.opacities].map(({ value }) => value);
  return { ...limited, knots: [...new Set(values)].sort((a, b) => a - b) };
}

/** The opacities, clamped to the limit. */
function limitOpacities(points: readonly OpacityPoint[]): OpacityPoint[] {
  const limit = (point: OpacityPoint) => ({ ...point, opacity: Math.min(point.opacity, MAX_UNIT_OPACITY) });
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    if (next === undefined || point.opacity > MAX_UNIT_OPACITY === next.opacity > MAX_UNIT_OPACITY)
      return [limit(point)];
    const fraction = (MAX_UNIT_OPACITY - point.opacity) / (next.opacity - point.opacity);
    const crossing = { value: point.value + (next.value - point.value) * fraction, opacity: MAX_UNIT_OPACITY };
    return [limit(point), crossing];
  });
}

/** A range from one value to another. */
type Piece = readonly [number, number];

/** The parts of the way from `front` to `back` inside which no knot lies. */
function piecesBetween(front: number, back: number, knots: readonly number[]): Piece[] {
  const [low, high] = [Math.min(front, back), Math.max(front, back)];
  const inside = knots.filter((knot) => low < knot && knot < high);
  const ends = front <= back ? [front, ...inside, back] : [front, ...inside.reverse(), back];
  return ends.slice(1).map((end, index) => [ends[index]!, end]);
}

/** A piece along which colour and opacity change linearly. */
function integratePiece(transfer: TransferFunction, start: number, end: number, lengthUnits: number): SegmentLayer {
  // Taken inside the piece, since there may be steps at its ends.
  const values = [start + (end - start) / 3, end - (end - start) / 3] as const;
  const [opacityStart, opacityEnd] = extrapolate(...bothOf(values, (value) => evaluateOpacity(transfer, value)));
  const [oneThird, twoThirds] = bothOf(values, (value) => evaluateColor(transfer, value));
  const channels = oneThird.map((channel, index) => extrapolate(channel, twoThirds[index]!));

  const opacityUpTo = (fraction: number) => {
    const opacity = opacityStart + (opacityEnd - opacityStart) * fraction;
    return -Math.expm1(-lengthUnits * fraction * meanExtinction(opacityStart, opacity));
  };
  const opacity = opacityUpTo(1);
  const weightOfChange = integrate((fraction) => opacity - opacityUpTo(fraction), 0, 1);
  // Integration by parts: ∫ c τ T ds = c(0) (1 − T(1)) + ∫ c′ (T(s) − T(1)) ds, in which c′ is constant: unlike with −c T,
  // little opacity has its full colour.
  const color = channels.map(([first, last]) => first * opacity + (last - first) * weightOfChange);
  // The mean of the place s is, by parts again, ∫ (T(s) − T(1)) ds over the opacity.
  return { color: color as unknown as Vec3, opacity, center: opacity > 0 ? weightOfChange / opacity : MIDDLE };
}

const bothOf = <T>([first, second]: readonly [number, number], of: (value: number) => T): [T, T] => [
  of(first),
  of(second),
];

/** The values at 0 and 1 of the linear function with these values at ⅓ and ⅔. */
const extrapolate = (oneThird: number, twoThirds: number): readonly [number, number] => [
  2 * oneThird - twoThirds,
  2 * twoThirds - oneThird,
];

/** The mean of −ln(1 − o) over the opacities o between two, both below 1. */
function meanExtinction(opacityA: number, opacityB: number): number {
  const [a, b] = [1 - opacityA, 1 - opacityB];
  // The antiderivative of −ln x is x − x ln x. Written in b / a − 1, its difference loses no digits where a and b are near.
  const growth = (b - a) / a;
  const meanLogarithm = growth === 0 ? 1 : Math.log1p(growth) / growth;
  // Rounding must not make it negative.
  return Math.max(1 - Math.log(a) - (1 + growth) * meanLogarithm, 0);
}

const INTEGRATION_ERROR = 1e-9;

/** The integral of a smooth function: Simpson's rule on intervals that are halved until halving changes nothing. */
function integrate(of: (x: number) => number, start: number, end: number, error = INTEGRATION_ERROR): number {
  const middle = (start + end) / 2;
  const whole = simpson(of, start, end);
  const halves = simpson(of, start, middle) + simpson(of, middle, end);
  // Halving an interval divides the rule's error by 16, so 15/16 of it is the difference.
  if (Math.abs(halves - whole) <= 15 * error) return halves + (halves - whole) / 15;
  return integrate(of, start, middle, error / 2) + integrate(of, middle, end, error / 2);
}

const simpson = (of: (x: number) => number, start: number, end: number) =>
  ((of(start) + 4 * of((start + end) / 2) + of(end)) * (end - start)) / 6;
