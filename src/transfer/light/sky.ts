/**
 * A clear sky with its sun, as a panorama: A. Preetham, P. Shirley and B. Smits, "A practical analytic model for daylight", 1999.
 * Its luminances are Perez's, relative to the zenith's, and the sun is what the air lets through of it, by their appendix.
 */
import { InputError } from '../../errors.js';
import { luminanceOf } from '../../math/srgb.js';
import { dot, mapVec3, scale, type Vec3 } from '../../math/vec3.js';
import { createEnvironmentMap, type EnvironmentMap, edgeOfRow, panoramaDirection } from './environment.js';

/** Options of `createSky`. */
export interface SkyOptions {
  /** The sun's degrees to the right of straight ahead, behind the scene; 180 is behind the camera. */
  readonly azimuthDegrees?: number | undefined;
  /** Degrees above the horizon, 0 to 90. */
  readonly elevationDegrees?: number | undefined;
  /** Haze: 2 is very clear, 3 clear, 6 warm and hazy, 10 the most. */
  readonly turbidity?: number | undefined;
}

/** The sun and the haze of the environment `sky`. */
export const SKY_DEFAULTS = { azimuthDegrees: -130, elevationDegrees: 40, turbidity: 3 } as const;
/** Range of turbidity in which the model is valid. */
export const TURBIDITY_RANGE = [2, 10] as const;

/** Rows of the panorama: the sun is a little larger than a pixel. */
const HEIGHT = 512;
const SUN_RADIUS = (0.2665 * Math.PI) / 180;
/** Illuminance of the sun outside of the air, in thousands of lux. */
const SUN_KILOLUX = 133.8;
/** Light that the ground below the horizon reflects. */
const GROUND_SHARE = 0.25;

/** Light of a sky from a direction, in thousands of candela a square metre, as linear sRGB; the sun is apart. */
export interface Sky {
  /** @param direction to the right, up and ahead, of unit length and above the horizon. */
  readonly lightFrom: (direction: Vec3) => Vec3;
  /** To the right, up and ahead. */
  readonly sunDirection: Vec3;
  /** Illuminance of what faces the sun, in thousands of lux. */
  readonly sunLight: Vec3;
}

/** @throws InputError for a sun below the horizon, and haze that the model does not know. */
export function describeSky(options: SkyOptions = {}): Sky {
  const {
    azimuthDegrees = SKY_DEFAULTS.azimuthDegrees,
    elevationDegrees = SKY_DEFAULTS.elevationDegrees,
    turbidity = SKY_DEFAULTS.turbidity,
  } = options;
  if (!(elevationDegrees >= 0 && elevationDegrees <= 90))
    throw new InputError(`a sun stands from 0 to 90 degrees above the horizon, not ${elevationDegrees}`);
  const [least, most] = TURBIDITY_RANGE;
  if (!(turbidity >= least && turbidity <= most))
    throw new InputError(`turbidity must be from ${least} to ${most}, not ${turbidity}`);
  if (!Number.isFinite(azimuthDegrees)) throw new InputError(`a sun's azimuth must be a number, not ${azimuthDegrees}`);
  const [azimuth, elevation] = [azimuthDegrees, elevationDegrees].map((degrees) => (degrees * Math.PI) / 180);
  const sunDirection: Vec3 = [
    Math.sin(azimuth!) * Math.cos(elevation!),
    Math.sin(elevation!),
    Math.cos(azimuth!) * Math.cos(elevation!),
  ];
  const fromZenith = Math.PI / 2 - elevation!;
  const zenith = zenithColor(fromZenith, turbidity);
  const shapes = PEREZ.map(([slope, start]) => slope.map((factor, index) => factor * turbidity + start[index]!));
  const norms = shapes.map((shape) => perez(shape, 1, fromZenith));
  const lightFrom = (direction: Vec3): Vec3 => {
    const toSun = Math.acos(Math.min(1, Math.max(-1, dot(direction, sunDirection))));
    const height = Math.max(direction[1], 0.01);
    const [luminance, x, y] = shapes.map(
      (shape, index) => (zenith[index]! * perez(shape, height, toSun)) / norms[index]!,
    );
    return toRgb(Math.max(luminance!, 0), x!, y!);
  };
  return { lightFrom, sunDirection, sunLight: sunThroughAir(fromZenith, turbidity) };
}

/**
 * The panorama of a sky, its ground and its sun, scaled so that a white floor reflects the light 1.
 * @throws InputError for a sun below the horizon, and haze that the model does not know.
 */
export function createSky(options: SkyOptions = {}): EnvironmentMap {
  const { lightFrom, sunDirection, sunLight } = describeSky(options);
  const [width, height] = [2 * HEIGHT, HEIGHT];
  const colors = new Float32Array(3 * width * height);
  const floor: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < height / 2; row++) {
    const solidAngle = ((edgeOfRow(row, height) - edgeOfRow(row + 1, height)) * 2 * Math.PI) / width;
    for (let column = 0; column < width; column++) {
      const direction = panoramaDirection((column + 0.5) / width, (row + 0.5) / height);
      const sun = scale(sunLight, sunShare(column, row) / (Math.PI * SUN_RADIUS ** 2));
      const sky = lightFrom(direction);
      for (const channel of [0, 1, 2] as const) {
        const light = sky[channel] + sun[channel];
        colors[3 * (row * width + column) + channel] = light;
        floor[channel] += light * direction[1] * solidAngle;
      }
    }
  }
  const white = luminanceOf(...floor) / Math.PI;
  const ground = mapVec3(floor, (light) => (GROUND_SHARE * light) / Math.PI);
  for (let at = (3 * width * height) / 2; at < colors.length; at++) colors[at] = ground[at % 3]!;
  return createEnvironmentMap({ width, height, colors: colors.map((light) => light / white) });

  /** The share of a pixel that the sun fills. */
  function sunShare(column: number, row: number): number {
    const middle = panoramaDirection((column + 0.5) / width, (row + 0.5) / height);
    if (dot(middle, sunDirection) < Math.cos(2 * SUN_RADIUS + Math.PI / height)) return 0;
    let inside = 0;
    for (let n = 0; n < SUN_SAMPLES ** 2; n++) {
      const [across, down] = [
        ((n % SUN_SAMPLES) + 0.5) / SUN_SAMPLES,
        (Math.floor(n / SUN_SAMPLES) + 0.5) / SUN_SAMPLES,
      ];
      const within = panoramaDirection((column + across) / width, (row + down) / height);
      if (dot(within, sunDirection) > Math.cos(SUN_RADIUS)) inside++;
    }
    return inside / SUN_SAMPLES ** 2;
  }
}

const SUN_SAMPLES = 8;

/** Slopes in turbidity and starts of A to E, for luminance and both chromaticities. */
const PEREZ = [
  [
    [0.1787, -0.3554, -0.0227, 0.1206, -0.067],
    [-1.463, 0.4275, 5.3251, -2.5771, 0.3703],
  ],
  [
    [-0.0193, -0.0665, -0.0004, -0.0641, -0.0033],
    [-0.2592, 0.0008, 0.2125, -0.8989, 0.0452],
  ],
  [
    [-0.0167, -0.095, -0.0079, -0.0441, -0.0109],
    [-0.2608, 0.0092, 0.2102, -1.6537, 0.0529],
  ],
] as const;

/** Perez's function of the cosine to the zenith and the angle to the sun. */
const perez = ([a, b, c, d, e]: readonly number[], height: number, toSun: number) =>
  (1 + a! * Math.exp(b! / height)) * (1 + c! * Math.exp(d! * toSun) + e! * Math.cos(toSun) ** 2);

/** Chromaticities of the zenith: rows for the squared turbidity, turbidity and 1, of powers of the sun's angle from the third down. */
const ZENITH_X = [
  [0.00166, -0.00375, 0.00209, 0],
  [-0.02903, 0.06377, -0.03202, 0.00394],
  [0.11693, -0.21196, 0.06052, 0.25886],
] as const;
const ZENITH_Y = [
  [0.00275, -0.0061, 0.00317, 0],
  [-0.04214, 0.0897, -0.04153, 0.00516],
  [0.15346, -0.26756, 0.0667, 0.26688],
] as const;

/** Luminance, in thousands of candela a square metre, and chromaticities of the zenith. */
function zenithColor(fromZenith: number, turbidity: number): Vec3 {
  const chi = (4 / 9 - turbidity / 120) * (Math.PI - 2 * fromZenith);
  const luminance = (4.0453 * turbidity - 4.971) * Math.tan(chi) - 0.2155 * turbidity + 2.4192;
  const angles = [fromZenith ** 3, fromZenith ** 2, fromZenith, 1];
  const [x, y] = [ZENITH_X, ZENITH_Y].map((rows) => {
    const sums = rows.map((row) => row.reduce((sum: number, factor, power) => sum + factor * angles[power]!, 0));
    return sums.reduce((sum, value, index) => sum + turbidity ** (2 - index) * value, 0);
  });
  return [Math.max(luminance, 0.05), x!, y!];
}

function toRgb(luminance: number, x: number, y: number): Vec3 {
  const [big, small] = [(luminance * x) / y, (luminance * (1 - x - y)) / y];
  return [
    Math.max(0, 3.2406 * big - 1.5372 * luminance - 0.4986 * small),
    Math.max(0, -0.9689 * big + 1.8758 * luminance + 0.0415 * small),
    Math.max(0, 0.0557 * big - 0.204 * luminance + 1.057 * small),
  ];
}

/** Wavelengths for red, green and blue, in micrometres. */
const WAVELENGTHS: Vec3 = [0.65, 0.55, 0.45];

/** The sun's light behind the molecules and the haze of the air, by their optical depths. */
function sunThroughAir(fromZenith: number, turbidity: number): Vec3 {
  const degrees = (fromZenith * 180) / Math.PI;
  const mass = 1 / (Math.cos(fromZenith) + 0.15 * (93.885 - degrees) ** -1.253);
  const haze = 0.04608 * turbidity - 0.04586;
  return mapVec3(
    WAVELENGTHS,
    (length) => SUN_KILOLUX * Math.exp(-mass * (0.008735 * length ** -4.08 + haze * length ** -1.3)),
  );
}
