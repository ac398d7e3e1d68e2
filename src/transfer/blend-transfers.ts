/** A transfer function between two others. */
import type { Color, ColorPoint, OpacityPoint, TransferFunction, ValueRange } from './transfer-function.js';

/**
 * The transfer function a share of the way from `a` to `b`. Points of lists that are equally long move; else colours and opacities
 * of each value change. Shares of 0 and 1 give the functions themselves; whatever only one of them has is that of `a` in between.
 */
export function blendTransfers(a: TransferFunction, b: TransferFunction, share: number): TransferFunction {
  if (share === 0) return a;
  if (share === 1) return b;
  const mix: Mix = (x, y) => x + (y - x) * share;
  const mixAll = (x: readonly number[], y: readonly number[]) => x.map((part, index) => mix(part, y[index]!));
  const hasFactors = a.gradientOpacities !== undefined || b.gradientOpacities !== undefined;
  return {
    ...a,
    colors: blendPoints(a.colors.map(ofColor), b.colors.map(ofColor), mix).map(toColor),
    opacities: blendPoints(a.opacities.map(ofOpacity), b.opacities.map(ofOpacity), mix).map(toOpacity),
    ...(hasFactors && {
      gradientOpacities: blendPoints(
        (a.gradientOpacities ?? WHOLE).map(ofOpacity),
        (b.gradientOpacities ?? WHOLE).map(ofOpacity),
        mix,
      ).map(toOpacity),
    }),
    ...(a.unit !== undefined && b.unit !== undefined && { unit: mix(a.unit, b.unit) }),
    ...(a.window && b.window && { window: mixAll(a.window, b.window) as unknown as ValueRange }),
    ...(a.shading && b.shading && { shading: blendFields(a.shading, b.shading, mix) }),
  };
}

type Mix = (x: number, y: number) => number;

/** No factor at all. */
const WHOLE: readonly OpacityPoint[] = [{ value: 0, opacity: 1 }];

/** A value, and what holds at it. */
type Point = readonly [value: number, ...parts: number[]];

const ofColor = ({ value, color }: ColorPoint): Point => [value, ...color];
const toColor = ([value, ...color]: Point): ColorPoint => ({ value, color: color as unknown as Color });
const ofOpacity = ({ value, opacity }: OpacityPoint): Point => [value, opacity];
const toOpacity = ([value, opacity]: Point): OpacityPoint => ({ value, opacity: opacity! });

const blendFields = <T extends object>(a: T, b: T, mix: Mix): T =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => {
      const other: unknown = b[name as keyof T];
      return [name, typeof value === 'number' && typeof other === 'number' ? mix(value, other) : value];
    }),
  ) as T;

const blendPair = (a: Point, b: Point, mix: Mix) => a.map((part, index) => mix(part, b[index]!)) as unknown as Point;

function blendPoints(a: readonly Point[], b: readonly Point[], mix: Mix): Point[] {
  if (a.length === b.length) return a.map((point, index) => blendPair(point, b[index]!, mix));
  const values = [...new Set([...a, ...b].map(([value]) => value))].sort((x, y) => x - y);
  return values.flatMap((value) => {
    const [belowA, atA] = limitsAt(a, value);
    const [belowB, atB] = limitsAt(b, value);
    const below = blendPair(belowA, belowB, mix);
    return belowA === atA && belowB === atB ? [below] : [below, blendPair(atA, atB, mix)];
  });
}

/** The points of a list just below a value, and at it: equal but at a step. */
function limitsAt(points: readonly Point[], value: number): readonly [below: Point, at: Point] {
  const there = points.filter((point) => point[0] === value);
  if (there.length > 0) return [there[0]!, there.at(-1)!];
  const after = points.findIndex((point) => point[0] > value);
  const [from, to] = [points.at(after < 0 ? -1 : Math.max(after - 1, 0))!, points.at(after)!];
  const share = from[0] === to[0] ? 0 : (value - from[0]) / (to[0] - from[0]);
  const [, ...parts] = blendPair(from, to, (x, y) => x + (y - x) * share);
  const point: Point = [value, ...(after === 0 ? points[0]!.slice(1) : parts)];
  return [point, point];
}
