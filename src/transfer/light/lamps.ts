/**
 * Lamps around a scene, painted into the panorama of its light: paths then draw their light, and meet it, as any other of it. They
 * are discs so far away that they are the same everywhere, of an even light.
 */
import { dot, type Vec3 } from '../../math/vec3.js';
import { type EnvironmentMap, edgeOfRow, type FORMULAS, formulaLight, panoramaDirection } from './environment.js';
import type { ResolvedLight } from './lights.js';

/** A disc of light. */
export interface Lamp {
  /** To its middle: to the right, up and ahead of the camera, of unit length. */
  readonly direction: Vec3;
  /** Light that a white floor which faces it reflects. */
  readonly color: Vec3;
  /** Degrees across, above 0, below 180. */
  readonly degrees: number;
}

/** Default angular diameter of lamps, in degrees. */
export const LAMP_DEGREES = 10;

/** The lamps that lights are to a camera, whose axes these are; the light at the eye is one behind it. */
export const lampsOf = (
  lights: readonly ResolvedLight[],
  { right, up, forward }: { readonly right: Vec3; readonly up: Vec3; readonly forward: Vec3 },
): readonly Lamp[] =>
  lights.map(({ toLight, color, sizeDegrees }) => ({
    direction: toLight ? [dot(toLight, right), dot(toLight, up), dot(toLight, forward)] : [0, 0, -1],
    color,
    degrees: sizeDegrees ?? LAMP_DEGREES,
  }));

const halfAngle = ({ degrees }: Lamp) => (degrees * Math.PI) / 360;

/** Light of each direction of a lamp: over the disc, light times cosine is π times its colour. */
export const lampLight = (lamp: Lamp): Vec3 => {
  const share = Math.sin(halfAngle(lamp)) ** 2;
  return [lamp.color[0] / share, lamp.color[1] / share, lamp.color[2] / share];
};

/** Whether a direction, to the right, up and ahead, is one of a lamp. */
export const isOfLamp = (lamp: Lamp, direction: Vec3): boolean =>
  dot(lamp.direction, direction) > Math.cos(halfAngle(lamp));

/** Pixels across the smallest lamp at least, and rows of a panorama at most, unless there are more already. */
const LAMP_PIXELS = 12;
const ROWS_MAX = 512;
/** Rows of a panorama that a formula becomes. */
const FORMULA_ROWS = 128;
/** Points along a side of a pixel that the edge of a lamp goes through. */
const EDGE_POINTS = 4;

/** A panorama of the light around with lamps before it; pixels at the edges of lamps have a share of them. */
export function addLamps(
  environment: (typeof FORMULAS)[number] | EnvironmentMap,
  lamps: readonly Lamp[],
): EnvironmentMap {
  const least = Math.min(ROWS_MAX, ...lamps.map(({ degrees }) => Math.ceil((180 * LAMP_PIXELS) / degrees)));
  const { width, height, colors } =
    typeof environment === 'string'
      ? paintFormula(environment, Math.max(least, FORMULA_ROWS))
      : enlarge(environment, Math.ceil(least / environment.height));
  for (const lamp of lamps) {
    const { shares, steradians } = coverPixels(lamp, width, height);
    // Pixels make a lamp a little larger or smaller than it is: its light stays what it is.
    const exact = (2 * Math.PI * (1 - Math.cos(halfAngle(lamp)))) / steradians;
    const light = lampLight(lamp);
    for (const [pixel, share] of shares) {
      for (const channel of [0, 1, 2] as const) colors[3 * pixel + channel]! += exact * share * light[channel];
    }
  }
  return { width, height, colors };
}

/** The share of each pixel that a lamp covers, and the solid angle of all of them. */
function coverPixels(lamp: Lamp, width: number, height: number) {
  const shares = new Map<number, number>();
  let steradians = 0;
  const half = halfAngle(lamp);
  const tilt = Math.acos(Math.min(1, Math.max(-1, lamp.direction[1])));
  const [first, last] = [tilt - half, tilt + half].map((angle) => Math.floor((angle / Math.PI) * height));
  for (let row = Math.max(first!, 0); row <= Math.min(last!, height - 1); row++) {
    const solidAngle = ((edgeOfRow(row, height) - edgeOfRow(row + 1, height)) * 2 * Math.PI) / width;
    for (let column = 0; column < width; column++) {
      const share = shareOf(lamp, column / width, row / height, width, half);
      if (share === 0) continue;
      shares.set(row * width + column, share);
      steradians += share * solidAngle;
    }
  }
  return { shares, steradians };
}

function shareOf(lamp: Lamp, across: number, down: number, width: number, half: number): number {
  const side = 1 / width;
  const cosine = dot(panoramaDirection(across + side / 2, down + side), lamp.direction);
  const away = Math.acos(Math.min(1, Math.max(-1, cosine)));
  // A pixel's corners are less than its side away from its middle.
  const [radians, height] = [2 * Math.PI * side, 2 * side];
  if (away > half + radians) return 0;
  if (away < half - radians) return 1;
  let inside = 0;
  for (let point = 0; point < EDGE_POINTS ** 2; point++) {
    const x = ((point % EDGE_POINTS) + 0.5) / EDGE_POINTS;
    const y = (Math.floor(point / EDGE_POINTS) + 0.5) / EDGE_POINTS;
    inside += Number(isOfLamp(lamp, panoramaDirection(across + x * side, down + y * height)));
  }
  return inside / EDGE_POINTS ** 2;
}

function paintFormula(name: (typeof FORMULAS)[number], height: number): EnvironmentMap {
  const width = 2 * height;
  const colors = new Float32Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5];
    colors.set(formulaLight(name, panoramaDirection(x / width, y / height)), 3 * pixel);
  }
  return { width, height, colors };
}

/** Each pixel as a square of them. */
function enlarge({ width, height, colors }: EnvironmentMap, times: number): EnvironmentMap {
  if (times <= 1) return { width, height, colors: colors.slice() };
  const larger = new Float32Array(3 * width * height * times ** 2);
  for (let pixel = 0; pixel < width * height * times ** 2; pixel++) {
    const row = Math.floor(pixel / (width * times) / times);
    const column = Math.floor((pixel % (width * times)) / times);
    const from = 3 * (row * width + column);
    for (let channel = 0; channel < 3; channel++) larger[3 * pixel + channel] = colors[from + channel]!;
  }
  return { width: width * times, height: height * times, colors: larger };
}
