/** Parsers for the values of command-line options; each throws InputError that names the option. */
import { color } from 'd3-color';
import {
  checkIsosurfaces,
  createShading,
  type EvenBackground,
  type HalfSpace,
  InputError,
  type Isosurface,
  type LabelStyle,
  type LightChoice,
  parseLight,
  type ValueRange,
  type Vec3,
} from '../../index.js';

/** @throws InputError with the message, which names the option. */
export function fail(message: string): never {
  throw new InputError(message);
}

/** The result of `parse`, or undefined where the option was not given. */
export function optional<T>(
  option: string,
  text: string | undefined,
  parse: (option: string, text: string) => T,
): T | undefined {
  return text === undefined ? undefined : parse(option, text);
}

export function parseOptionNumber(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) fail(`--${option}: "${text}" is not a number`);
  return value;
}

/** A number between two others, or from the first on where the second is Infinity. */
export function parseFrom(option: string, text: string, least: number, most: number): number {
  const value = parseOptionNumber(option, text);
  if (value >= least && value <= most) return value;
  return fail(`--${option}: must be ${most < Infinity ? `from ${least} to ${most}` : `${least} or more`}, not ${text}`);
}

export function parsePositive(option: string, text: string): number {
  const value = parseOptionNumber(option, text);
  if (value <= 0) fail(`--${option}: must be greater than 0, not ${text}`);
  return value;
}

/** Fraction of the smallest spacing: finer ones show no more of an interpolation, and a frame would never end. */
const STEP_MIN = 0.001;

/** A distance between samples. */
export function parseStep(option: string, text: string): number {
  const step = parsePositive(option, text);
  if (step < STEP_MIN) fail(`--${option}: must be at least ${STEP_MIN}, not ${text}`);
  return step;
}

/** A number of things to do, each of which takes its time. */
export const parseCount = (option: string, text: string, max: number): number => parseInteger(option, text, 1, max);

/** A whole number between two others. */
export function parseInteger(option: string, text: string, least: number, most: number): number {
  const value = parseIndex(option, text);
  return value >= least && value <= most ? value : fail(`--${option}: must be from ${least} to ${most}, not ${text}`);
}

/** Frames of a series; more would take days, and all are held in memory for an animation. */
export const FRAMES_MAX = 100_000;

/** Frames of a series: A-B, both among them, and N of them where it is N or A-B/N. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** The range of A-B or A-B/N, and the number N of N or A-B/N. */
export function parseFrames(option: string, text: string): { range?: FrameRange; count?: number } {
  const [, a, b, of, n] = /^(?:(\d{1,9})-(\d{1,9})(\/(?=\d))?)?(\d{1,9})?$/.exec(text) ?? [];
  const isRange = a !== undefined && b !== undefined;
  if (!(isRange ? (of === undefined) === (n === undefined) : n !== undefined)) {
    fail(`--${option}: "${text}" is no number N of frames, and no range A-B of them or A-B/N`);
  }
  const count = n === undefined ? undefined : parseCount(option, n, FRAMES_MAX);
  if (!isRange) return { count: count! };
  const range = { first: Number(a), last: Number(b) };
  if (range.first > range.last) fail(`--${option}: "${text}" must have the lower number first`);
  return { range, ...(count !== undefined && { count }) };
}

/** Points in time A-B, or every STEPth of them as A-B:STEP, in their order. */
export function parseTimes(option: string, text: string): readonly number[] {
  const [, a, b, step = '1'] = /^(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (a === undefined || b === undefined || Number(step) === 0)
    fail(`--${option}: "${text}" is no range A-B of points in time, nor A-B:STEP`);
  const [first, last] = [Number(a), Number(b)];
  if (first > last) fail(`--${option}: "${text}" must have the lower number first`);
  const count = Math.floor((last - first) / Number(step)) + 1;
  if (count > FRAMES_MAX) fail(`--${option}: "${text}" has ${count} points in time; ${FRAMES_MAX} are the most`);
  return Array.from({ length: count }, (_, index) => first + index * Number(step));
}

export function parseIndex(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) fail(`--${option}: "${text}" is not a whole number from 0 on`);
  return Number(text);
}

export function parseOptionNumbers(option: string, text: string, names: readonly string[]): number[] {
  const parts = text.split(',');
  if (parts.length !== names.length) fail(`--${option}: "${text}" is not ${names.join(',')}`);
  return parts.map((part) => parseOptionNumber(option, part));
}

export function parseVec3(option: string, text: string): Vec3 {
  return parseOptionNumbers(option, text, ['X', 'Y', 'Z']) as unknown as Vec3;
}

/** LO,HI, the first below the second. */
export function parseRange(option: string, text: string): ValueRange {
  const [low, high] = parseOptionNumbers(option, text, ['LO', 'HI']) as [number, number];
  if (low >= high) fail(`--${option}: "${text}" must be a lower and a higher number`);
  return [low, high];
}

/** The ends of A:B on three axes by commas; an end that is left out is undefined. */
export function parseRanges(option: string, text: string): (readonly [number | undefined, number | undefined])[] {
  const axes = text.split(',').map((range) => range.split(':'));
  if (axes.length !== 3 || axes.some((ends) => ends.length !== 2)) {
    fail(`--${option}: "${text}" is not three ranges FROM:TO by commas`);
  }
  return axes.map(([low, high]) => {
    const end = (part: string) => (part === '' ? undefined : parseOptionNumber(option, part));
    return [end(low!), end(high!)] as const;
  });
}

/** A box of the world: both ends of X0:X1,Y0:Y1,Z0:Z1. */
export interface WorldBox {
  /** The corner with the smallest coordinates, in the world. */
  readonly min: Vec3;
  /** The corner with the largest coordinates, in the world. */
  readonly max: Vec3;
}

export function parseWorldBox(option: string, text: string): WorldBox {
  const ranges = parseRanges(option, text);
  const ends = (end: 0 | 1) =>
    ranges.map((range) => range[end] ?? fail(`--${option}: needs both ends of every range`)) as unknown as Vec3;
  return { min: ends(0), max: ends(1) };
}

/** NX,NY,NZ,D: what has N·p ≥ D. */
export function parseHalfSpace(option: string, text: string): HalfSpace {
  const [x, y, z, offset] = parseOptionNumbers(option, text, ['NX', 'NY', 'NZ', 'D']) as [
    number,
    number,
    number,
    number,
  ];
  if (x === 0 && y === 0 && z === 0) fail(`--${option}: "${text}" has no direction`);
  return { normal: [x, y, z], offset };
}

/** Calls `parse`, and puts the option before its InputErrors. */
export function named<T>(option: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw cause instanceof InputError ? new InputError(`--${option}: ${cause.message}`, { cause }) : cause;
  }
}

/** Lights, with a direction each. */
export const parseLightChoice = (option: string, text: string): LightChoice =>
  named(option, () => {
    const light = parseLight(text);
    createShading({ light });
    return light;
  });

export function parseSize(option: string, text: string): { width: number; height: number } {
  const [, width, height] = /^([1-9]\d{0,5})[x×]([1-9]\d{0,5})$/i.exec(text) ?? [];
  if (!width || !height) fail(`--${option}: "${text}" is not WIDTHxHEIGHT in pixels, such as 512x512`);
  return { width: Number(width), height: Number(height) };
}

/** @throws InputError that lists the choices. */
export function parseChoice<Choice extends string>(option: string, text: string, choices: readonly Choice[]): Choice {
  const choice =
    choices.find((candidate) => candidate === text) ??
    choices.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  return choice ?? fail(`--${option}: "${text}" is none of ${choices.join(', ')}`);
}

/** A colour as CSS writes it, or R,G,B between 0 and 1, or transparent. */
export function parseBackground(option: string, text: string): EvenBackground {
  if (text === 'transparent') return text;
  if (/^[\d.]+,[\d.]+,[\d.]+$/.test(text)) {
    const color = parseVec3(option, text);
    if (color.some((channel) => channel > 1)) fail(`--${option}: "${text}" must be three numbers from 0 to 1`);
    return color;
  }
  return parseCssColor(option, text);
}

/** A colour of surfaces. */
export function parseOpaqueColor(option: string, text: string): Vec3 {
  const color = parseBackground(option, text);
  return color === 'transparent' ? fail(`--${option}: must be a colour, and transparent is none`) : color;
}

/** Red, green and blue between 0 and 1, from a name or a form of CSS. */
function parseCssColor(option: string, text: string): Vec3 {
  const css = color(text)?.rgb();
  if (css?.opacity !== 1) return fail(`--${option}: "${text}" is not a colour; "#rrggbb" and names such as ivory are`);
  return [css.r / 255, css.g / 255, css.b / 255];
}

/** Isosurfaces from VALUE[:COLOR[:OPACITY]] by commas. */
export function parseIsosurfaces(option: string, text: string): Isosurface[] {
  const surfaces = text.split(',').map((surface) => {
    const [value = '', name = '', opacity = '', ...rest] = surface.split(':');
    if (rest.length > 0) fail(`--${option}: "${surface}" is not VALUE[:COLOR[:OPACITY]]`);
    return {
      value: parseOptionNumber(option, value),
      ...(name !== '' && { color: parseCssColor(option, name) }),
      ...(opacity !== '' && { opacity: parseOptionNumber(option, opacity) }),
    };
  });
  try {
    checkIsosurfaces(surfaces);
  } catch (error) {
    fail(`--${option}: ${(error as Error).message}`);
  }
  return surfaces;
}

/** Styles of labels from LABEL[:COLOR[:OPACITY]] by commas. */
export function parseLabels(option: string, text: string): LabelStyle[] {
  return text.split(',').map((style) => {
    const [label = '', name = '', opacity = '', ...rest] = style.split(':');
    if (rest.length > 0) fail(`--${option}: "${style}" is not LABEL[:COLOR[:OPACITY]]`);
    return {
      label: parseOptionNumber(option, label),
      ...(name !== '' && { color: parseCssColor(option, name) }),
      ...(opacity !== '' && { opacity: parseOptionNumber(option, opacity) }),
    };
  });
}

/** Labels or values, for which voxels are taken. */
export const parseVoxels = (option: string, text: string): 'labels' | 'values' =>
  parseChoice(option, text, ['labels', 'values']);

/** The distances of voxels, "X,Y,Z". */
export function parseSpacings(option: string, text: string): Vec3 {
  const spacings = parseVec3(option, text);
  if (spacings.some((distance) => distance <= 0)) fail(`--${option}: "${text}" must be three numbers greater than 0`);
  return spacings;
}
