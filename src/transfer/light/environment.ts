/** The light around a scene that paths of light come from. */
import { InputError } from '../../errors.js';
import { add, addScaled, dot, scale, type Vec3 } from '../../math/vec3.js';

/**
 * `studio`: a warm lamp at the upper left of the camera, a cool one at the right behind, and a sky that is brighter above.
 * `white`: the same light from everywhere, in which what absorbs none cannot be seen. `dim`: a tenth of it, for beside lamps. `softbox`: large, even lamps in the dark.
 * `cinematic`: a warm lamp at the upper left, a cool edge from the right behind, and little else. `sky`: a clear sky with its sun,
 * as `createSky` makes it by default. The camera carries them all.
 */
export const ENVIRONMENTS = ['white', 'dim', 'studio', 'softbox', 'cinematic', 'sky'] as const;

/** The environments that kernels know by formulas, by their numbers; others are panoramas. */
export const FORMULAS = ['white', 'studio', 'dim'] as const;

/**
 * A panorama of light, all around, in equal steps of angle. The camera carries it: its middle is straight ahead, behind the
 * scene, and its upper edge above the camera. Made by `createEnvironmentMap`.
 */
export interface EnvironmentMap {
  /** Pixels of a row. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** Red, green and blue of each pixel from 0 on, rows from the top: 1 is the light of `white`. */
  readonly colors: Float32Array;
}

/** The light around a scene, for quality `path`: one that is built in, or a panorama. */
export type Environment = (typeof ENVIRONMENTS)[number] | EnvironmentMap;

/**
 * Light is scattered as by a surface alone where extinction changes by its mean over this, a unit of length: to three times as much.
 * Same as in wgsl/cast/path/scatter.wgsl.
 */
export const FULL_SURFACE_CHANGE = 2;

/** Pixels that maps have at most: lamps of a third of a degree are resolved, and nothing but their light is ever seen. */
const MAX_HEIGHT = 512;

/**
 * Checks a panorama, and averages those that are finer than light needs, each pixel by its solid angle.
 * @throws InputError unless it is twice as wide as high, and all of its colours are finite and not negative.
 */
export function createEnvironmentMap(panorama: EnvironmentMap): EnvironmentMap {
  const { width, height, colors } = panorama;
  if (!(Number.isSafeInteger(height) && height >= 1 && width === 2 * height)) {
    throw new InputError(
      `is a picture of ${width} × ${height} pixels; a panorama of all around is twice as wide as high`,
    );
  }
  if (!(colors instanceof Float32Array) || colors.length !== 3 * width * height) {
    throw new InputError(`the colours of ${width} × ${height} pixels must be ${3 * width * height} floats`);
  }
  const bad = colors.find((value) => !(value >= 0 && value < Infinity));
  if (bad !== undefined) throw new InputError(`a panorama's light must be finite and not negative, not ${bad}`);
  if (height <= MAX_HEIGHT) return panorama;
  const rows = averageRows(panorama, MAX_HEIGHT);
  return { width: 2 * MAX_HEIGHT, height: MAX_HEIGHT, colors: averageColumns(rows, 2 * MAX_HEIGHT) };
}

/** Height on the unit sphere of a row's upper edge: the solid angle of a row is a difference of two. */
export const edgeOfRow = (row: number, height: number): number => Math.cos((Math.PI * row) / height);

/** The direction of a point of a panorama, from 0 to 1 across and down: to the right, up and ahead, of unit length. */
export function panoramaDirection(across: number, down: number): Vec3 {
  const [turned, tilted] = [2 * Math.PI * (across - 0.5), Math.PI * down];
  return [Math.sin(turned) * Math.sin(tilted), Math.cos(tilted), Math.cos(turned) * Math.sin(tilted)];
}

const KEY: Vec3 = [-0.49153, 0.65538, 0.57346];
const RIM: Vec3 = [0.90268, 0.15045, -0.40321];

/** Light that comes from a direction to the right, up and ahead of the camera: wgsl/cast/path/light/environment.wgsl has the same. */
export function formulaLight(name: (typeof FORMULAS)[number], [right, up, ahead]: Vec3): Vec3 {
  if (name !== 'studio') return MEAN_LIGHT[name];
  const seen: Vec3 = [right, up, -ahead];
  const height = 0.5 + 0.5 * up;
  const sky = addScaled(scale([0.45, 0.44, 0.43], 1 - height), [0.72, 0.76, 0.82], height);
  const lamp = 2.6 * Math.max(0, dot(seen, KEY)) ** 6;
  const edge = 1.2 * Math.max(0, dot(seen, RIM)) ** 8;
  return add(addScaled(sky, [1, 0.93, 0.82], lamp), scale([0.75, 0.86, 1], edge));
}

/** Light of the environments that are formulas, averaged over all directions: wgsl/cast/path/light/environment.wgsl, integrated. */
const MEAN_LIGHT = { white: [1, 1, 1], studio: [0.82071, 0.83005, 0.84395], dim: [0.1, 0.1, 0.1] } as const;
const meansOfMaps = new WeakMap<EnvironmentMap, Vec3>();

/** Red, green and blue of the light that comes from all directions, on average. */
export function meanLight(environment: (typeof FORMULAS)[number] | EnvironmentMap): Vec3 {
  if (typeof environment === 'string') return MEAN_LIGHT[environment];
  const mean = meansOfMaps.get(environment) ?? averageMap(environment);
  meansOfMaps.set(environment, mean);
  return mean;
}

function averageMap({ width, height, colors }: EnvironmentMap): Vec3 {
  const sums: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    const share = (edgeOfRow(row, height) - edgeOfRow(row + 1, height)) / 2 / width;
    for (let at = 3 * width * row; at < 3 * width * (row + 1); at++) sums[at % 3]! += share * colors[at]!;
  }
  return sums;
}

/** Rows of a formula that are summed up. */
const FLOOR_ROWS = 128;
let knownFloor: { readonly environment: unknown; readonly normal: string; readonly light: number } | undefined;

/**
 * Light that a white, matt floor reflects, of red, green and blue together.
 * @param normal of the floor: to the right, up and ahead of the camera, of unit length.
 */
export function floorLight(environment: (typeof FORMULAS)[number] | EnvironmentMap, normal: Vec3): number {
  const key = normal.map((axis) => axis.toFixed(6)).join();
  if (knownFloor?.environment === environment && knownFloor.normal === key) return knownFloor.light;
  const isFormula = typeof environment === 'string';
  const [width, height] = isFormula ? [2 * FLOOR_ROWS, FLOOR_ROWS] : [environment.width, environment.height];
  let sum = 0;
  for (let row = 0; row < height; row++) {
    const share = (2 * (edgeOfRow(row, height) - edgeOfRow(row + 1, height))) / width;
    for (let column = 0; column < width; column++) {
      const direction = panoramaDirection((column + 0.5) / width, (row + 0.5) / height);
      const cosine = dot(direction, normal);
      if (cosine <= 0) continue;
      const at = 3 * (row * width + column);
      const light = isFormula ? formulaLight(environment, direction) : environment.colors.subarray(at, at + 3);
      sum += share * cosine * (light[0]! + light[1]! + light[2]!);
    }
  }
  knownFloor = { environment, normal: key, light: sum };
  return sum;
}

function averageRows({ width, height, colors }: EnvironmentMap, rows: number): EnvironmentMap {
  const averaged = new Float32Array(3 * width * rows);
  for (let row = 0; row < rows; row++) {
    const [from, to] = [(row * height) / rows, ((row + 1) * height) / rows];
    const whole = edgeOfRow(from, height) - edgeOfRow(to, height);
    for (let old = Math.floor(from); old < to; old++) {
      const part = edgeOfRow(Math.max(old, from), height) - edgeOfRow(Math.min(old + 1, to), height);
      for (let at = 0; at < 3 * width; at++) {
        averaged[3 * width * row + at]! += (part / whole) * colors[3 * width * old + at]!;
      }
    }
  }
  return { width, height: rows, colors: averaged };
}

function averageColumns({ width, height, colors }: EnvironmentMap, columns: number): Float32Array {
  const averaged = new Float32Array(3 * columns * height);
  for (let column = 0; column < columns; column++) {
    const [from, to] = [(column * width) / columns, ((column + 1) * width) / columns];
    for (let old = Math.floor(from); old < to; old++) {
      const share = (Math.min(old + 1, to) - Math.max(old, from)) / (to - from);
      for (let at = 0; at < 3 * height; at++) {
        const [row, channel] = [Math.floor(at / 3), at % 3];
        averaged[3 * (row * columns + column) + channel]! += share * colors[3 * (row * width + old) + channel]!;
      }
    }
  }
  return averaged;
}
