/** Transfer functions: from a data value to colour and opacity, piecewise linear, evaluated in float64. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import { createShading, type Shading } from './light/shading.js';

/** The lower and the higher end of an interval of data values. */
export type ValueRange = readonly [number, number];

/** Red, green and blue in display space, each 0…1. */
export type Color = readonly [number, number, number];

/** A colour at a value. */
export interface ColorPoint {
  /** The volume's own data value. */
  readonly value: number;
  /** Red, green and blue from 0 to 1. */
  readonly color: Color;
}

/** An opacity at a value. */
export interface OpacityPoint {
  /** The volume's own data value. */
  readonly value: number;
  /** 0…1, of one unit of length. */
  readonly opacity: number;
}

/**
 * Linear between neighbouring points and constant beyond the ends. Two points at the same value make a step, and at that
 * value itself the later one holds. Make it with `createTransferFunction`.
 */
export interface TransferFunction {
  /** One point at least, by ascending value. */
  readonly colors: readonly ColorPoint[];
  /** One point at least, by ascending value. */
  readonly opacities: readonly OpacityPoint[];
  /** The world length that an opacity is for; the volume's smallest spacing where it is absent. */
  readonly unit?: number;
  /**
   * Factors of the opacity, by ascending gradient magnitude from 0 on, in data values a length of the volume's smallest
   * spacing. The factor is 1 if it is absent.
   */
  readonly gradientOpacities?: readonly OpacityPoint[];
  /** The light that it was made for; without it, it was made to be shown without light. */
  readonly shading?: Partial<Shading>;
  /** The values that a window is laid over in its place; from the first point to the last where it is absent. */
  readonly window?: ValueRange;
}

/** Input of `createTransferFunction`: points in any order, colours as numbers or "#rrggbb". */
export interface TransferFunctionInput extends Omit<TransferFunction, 'colors'> {
  /** Colours at values, linear between them: three numbers from 0 to 1, or `#rrggbb`. */
  readonly colors: readonly { readonly value: number; readonly color: Color | string }[];
}

/** Limit of each list; a table of all 16-bit values has as many, and a GPU's table far fewer. */
export const TRANSFER_POINTS_MAX = 1 << 16;

/**
 * Checks the points and sorts them by value. Points at the same value keep their order, which gives a step its direction;
 * any between the first and the last of them are left out, as they hold nowhere.
 * @throws InputError that names the field, e.g. `colors[1].value`.
 */
export function createTransferFunction(input: TransferFunctionInput): TransferFunction {
  if (typeof input !== 'object' || input === null) {
    throw new InputError(`a transfer function must be an object with colors and opacities, not ${show(input)}`);
  }
  const { colors, opacities, unit, gradientOpacities, shading, window } = input;
  const colorPoints = points(colors, 'colors').map(({ value, color }, index) => ({
    value: checkValue(value, `colors[${index}].value`),
    color: checkColor(color, `colors[${index}].color`),
  }));
  if (unit !== undefined && !(Number.isFinite(unit) && unit > 0)) {
    throw new InputError(`unit must be a positive length in world units, not ${show(unit)}`);
  }
  return {
    colors: sortByValue(colorPoints),
    opacities: checkOpacities(opacities, 'opacities'),
    ...(unit !== undefined && { unit }),
    ...(gradientOpacities !== undefined && { gradientOpacities: checkGradientOpacities(gradientOpacities) }),
    ...(shading !== undefined && { shading: checkShading(shading) }),
    ...(window !== undefined && { window: checkRange(window, 'window') }),
  };
}

/** Colour at a data value. */
export function evaluateColor({ colors }: TransferFunction, value: number): Color {
  const { before, after, weight } = locate(colors, value);
  const mix = (channel: 0 | 1 | 2) => before.color[channel] + (after.color[channel] - before.color[channel]) * weight;
  return [mix(0), mix(1), mix(2)];
}

/** Opacity of one unit of length at a data value. */
export function evaluateOpacity({ opacities }: TransferFunction, value: number): number {
  const { before, after, weight } = locate(opacities, value);
  return before.opacity + (after.opacity - before.opacity) * weight;
}

/** Factor of the opacity at a gradient magnitude (from 0 on, in data values a length of the smallest spacing). */
export function evaluateGradientOpacity(
  { gradientOpacities }: Pick<TransferFunction, 'gradientOpacities'>,
  magnitude: number,
): number {
  if (!gradientOpacities) return 1;
  const { before, after, weight } = locate(gradientOpacities, magnitude);
  return before.opacity + (after.opacity - before.opacity) * weight;
}

/** The points on either side of `value`, and how far (0…1) it is from the first to the second. */
function locate<Point extends { readonly value: number }>(points: readonly Point[], value: number) {
  const next = findFirst(points, (point) => point.value > value);
  const before = points[Math.max(next - 1, 0)]!;
  const after = points[Math.min(next, points.length - 1)]!;
  const weight = before === after ? 0 : (value - before.value) / (after.value - before.value);
  return { before, after, weight };
}

/** The index of the first of sorted points that `isBeyond`, as all after it are; their number if none is. */
function findFirst<Point>(points: readonly Point[], isBeyond: (point: Point) => boolean): number {
  let from = 0;
  let to = points.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBeyond(points[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Colour from "#rrggbb" or "#rgb".
 * @throws InputError for any other text; the message starts with `what`, e.g. "--background".
 */
export function parseColor(text: string, what = 'a color'): Color {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) throw new InputError(`${what} must be "#rrggbb", not ${show(text)}`);
  const digits = text.length === 4 ? text.replace(/[^#]/g, '$&$&') : text;
  const channel = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

// The checks take `unknown`, because the points may come from JSON or from a caller without types.

function points<Point extends object>(list: readonly Point[], what: string): readonly Point[] {
  if (!Array.isArray(list) || list.length === 0) {
    throw new InputError(`${what} must be a list of at least one point, not ${show(list)}`);
  }
  if (list.length > TRANSFER_POINTS_MAX) {
    throw new InputError(`${what} must be at most ${TRANSFER_POINTS_MAX} points, not ${list.length}`);
  }
  list.forEach((point: unknown, index) => {
    if (typeof point !== 'object' || point === null || Array.isArray(point)) {
      throw new InputError(`${what}[${index}] must be an object with a value, not ${show(point)}`);
    }
  });
  return list;
}

function checkOpacities(list: readonly OpacityPoint[], what: string): OpacityPoint[] {
  const checked = points(list, what).map(({ value, opacity }, index) => ({
    value: checkValue(value, `${what}[${index}].value`),
    opacity: checkOpacity(opacity, `${what}[${index}].opacity`),
  }));
  return sortByValue(checked);
}

function checkGradientOpacities(list: readonly OpacityPoint[]): OpacityPoint[] {
  const checked = checkOpacities(list, 'gradientOpacities');
  const { value } = checked[0]!;
  if (value < 0) throw new InputError(`gradientOpacities are of magnitudes from 0 on, not ${value}`);
  return checked;
}

/** The numbers' ranges are `createShading`'s to check. */
function checkShading(shading: Partial<Shading>): Partial<Shading> {
  if (typeof shading !== 'object' || shading === null || Array.isArray(shading)) {
    throw new InputError(`shading must be an object such as {"ambient": 0.1}, not ${show(shading)}`);
  }
  for (const name of ['ambient', 'diffuse', 'specular', 'shininess'] as const) {
    if (name in shading && typeof shading[name] !== 'number') {
      throw new InputError(`shading.${name} must be a number from 0 on, not ${show(shading[name])}`);
    }
  }
  if ('light' in shading && shading.light !== 'headlight' && !isVec3(shading.light)) {
    throw new InputError(`shading.light must be a direction [x, y, z] or "headlight", not ${show(shading.light)}`);
  }
  createShading(shading);
  return { ...shading };
}

const isVec3 = (value: unknown): value is Vec3 =>
  Array.isArray(value) && value.length === 3 && value.every((component) => typeof component === 'number');

/** @throws InputError, which starts with `what`, unless it is a lower and a higher finite number. */
export function checkRange(range: ValueRange, what: string): ValueRange {
  if (!Array.isArray(range) || range.length !== 2) {
    throw new InputError(`${what} must be two numbers, the lower and the higher end, not ${show(range)}`);
  }
  const [low, high] = range.map((end) => checkValue(end, what)) as [number, number];
  if (!(low < high)) throw new InputError(`${what} must go from a lower to a higher value, not from ${low} to ${high}`);
  return [low, high];
}

function sortByValue<Point extends { readonly value: number }>(points: Point[]): Point[] {
  points.sort((a, b) => a.value - b.value);
  return points.filter(({ value }, index) => points[index - 1]?.value !== value || points[index + 1]?.value !== value);
}

function checkValue(value: unknown, what: string): number {
  // The GPU holds data values as float32: beyond its range a point could never be reached.
  if (typeof value !== 'number' || !Number.isFinite(Math.fround(value))) {
    throw new InputError(`${what} must be a finite number, not ${show(value)}`);
  }
  return value;
}

const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;

function checkOpacity(opacity: unknown, what: string): number {
  if (!isFraction(opacity)) throw new InputError(`${what} must be a number from 0 to 1, not ${show(opacity)}`);
  return opacity as number;
}

function checkColor(color: unknown, what: string): Color {
  if (typeof color === 'string') return parseColor(color, what);
  if (!Array.isArray(color) || color.length !== 3 || !color.every(isFraction)) {
    throw new InputError(`${what} must be [r, g, b] with numbers from 0 to 1, or "#rrggbb", not ${show(color)}`);
  }
  return [color[0], color[1], color[2]];
}

const SHOWN_LENGTH = 60;

/** A value in a message: as JSON, in one line and not too long; what JSON cannot say (NaN, nothing) by its name. */
function show(value: unknown): string {
  const isPlain = typeof value === 'string' || (typeof value === 'object' && value !== null);
  const text = isPlain ? toJson(value) : String(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** JSON of a value, or the type of what refers to itself or holds what JSON cannot say. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

/** The first and the last value of the points. */
export function valueEnds({ colors, opacities }: Pick<TransferFunction, 'colors' | 'opacities'>): [number, number] {
  let [first, last] = [Infinity, -Infinity];
  for (const points of [colors, opacities]) {
    for (const { value } of points) {
      if (value < first) first = value;
      if (value > last) last = value;
    }
  }
  return [first, last];
}

/** The distance from the first to the last value of the points; 1 where they are all at one. */
export function valueSpan({ colors, opacities }: Pick<TransferFunction, 'colors' | 'opacities'>): number {
  const [first, last] = valueEnds({ colors, opacities });
  return last - first || 1;
}
