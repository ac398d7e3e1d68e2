/** Edits of a transfer function's points, as pure functions. Points keep their order: neighbours are in each other's way. */
import {
  type Color,
  type ColorPoint,
  createTransferFunction,
  type OpacityPoint,
  type TransferFunction,
  type ValueRange,
} from '../../index.js';

interface Placed {
  readonly value: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The list with point `index` changed, and its value kept between those of its neighbours. */
function replacePoint<Point extends Placed>(points: readonly Point[], index: number, point: Point): Point[] {
  const low = points[index - 1]?.value ?? -Infinity;
  const high = points[index + 1]?.value ?? Infinity;
  return points.with(index, { ...point, value: clamp(point.value, low, high) });
}

/** The list with a point added, and where in it. */
function insertPoint<Point extends Placed>(points: readonly Point[], point: Point) {
  const found = points.findIndex(({ value }) => value > point.value);
  const index = found < 0 ? points.length : found;
  return { points: points.toSpliced(index, 0, point), index };
}

/** One point has to stay. */
const removePoint = <Point extends Placed>(points: readonly Point[], index: number) =>
  points.length > 1 ? points.toSpliced(index, 1) : points;

/** An edited function is no preset any more, whose window would be wrong. */
function edited({ window: _, ...transfer }: TransferFunction, change: Partial<TransferFunction>): TransferFunction {
  return createTransferFunction({ ...transfer, ...change });
}

export const moveOpacityPoint = (transfer: TransferFunction, index: number, { value, opacity }: OpacityPoint) =>
  edited(transfer, {
    opacities: replacePoint(transfer.opacities, index, { value, opacity: clamp(opacity, 0, 1) }),
  });

export function addOpacityPoint(transfer: TransferFunction, { value, opacity }: OpacityPoint) {
  const { points, index } = insertPoint(transfer.opacities, { value, opacity: clamp(opacity, 0, 1) });
  return { transfer: edited(transfer, { opacities: points }), index };
}

export const removeOpacityPoint = (transfer: TransferFunction, index: number) =>
  edited(transfer, { opacities: removePoint(transfer.opacities, index) });

export const moveColorPoint = (transfer: TransferFunction, index: number, value: number) =>
  edited(transfer, { colors: replacePoint(transfer.colors, index, { ...transfer.colors[index]!, value }) });

export const setColor = (transfer: TransferFunction, index: number, color: Color) =>
  edited(transfer, { colors: transfer.colors.with(index, { ...transfer.colors[index]!, color }) });

/** The new point has the colour that the function has there, so that nothing changes until it is moved. */
export function addColorPoint(transfer: TransferFunction, value: number) {
  const { points, index } = insertPoint(transfer.colors, { value, color: colorAt(transfer.colors, value) });
  return { transfer: edited(transfer, { colors: points }), index };
}

export const removeColorPoint = (transfer: TransferFunction, index: number) =>
  edited(transfer, { colors: removePoint(transfer.colors, index) });

function colorAt(colors: readonly ColorPoint[], value: number): Color {
  const next = colors.findIndex((point) => point.value > value);
  if (next === 0) return colors[0]!.color;
  if (next < 0) return colors.at(-1)!.color;
  const [before, after] = [colors[next - 1]!, colors[next]!];
  const weight = (value - before.value) / (after.value - before.value);
  const mix = (channel: 0 | 1 | 2) => before.color[channel] + (after.color[channel] - before.color[channel]) * weight;
  return [mix(0), mix(1), mix(2)];
}

/** Gradient opacity as one ramp: flat regions are as clear as `floor`, edges of `magnitude` and more are whole. */
export function withGradientRamp(transfer: TransferFunction, magnitude: number, floor = 0): TransferFunction {
  const { gradientOpacities: _, ...rest } = transfer;
  if (magnitude <= 0) return createTransferFunction(rest);
  return createTransferFunction({
    ...rest,
    gradientOpacities: [
      { value: 0, opacity: floor },
      { value: magnitude, opacity: 1 },
    ],
  });
}

/** A window moved and widened, both in shares of the range of the values; it keeps some width. */
export function shiftRange(
  [low, high]: ValueRange,
  { level, width }: { level: number; width: number },
  span: number,
): ValueRange {
  const middle = (low + high) / 2 + level * span;
  const half = Math.max((high - low) / 2 + (width * span) / 2, span / 2000);
  return [middle - half, middle + half];
}
