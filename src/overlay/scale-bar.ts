/** Scale bars: how long a round length of the world is in the image, and how it is written. */
import { type Camera, heightAtTarget } from '../camera/camera.js';
import { multiplyNice, niceFloor } from './nice-number.js';

export interface ScaleBarLength {
  /** 1, 2 or 5 times a power of ten. */
  readonly lengthWorld: number;
  readonly lengthPixels: number;
}

/**
 * The longest round length that takes no more than `maxPixels` in an image of `height` pixels. A perspective camera shows
 * what is near larger than what is far: the length then holds at the distance of the camera's target, in the plane through
 * it that is perpendicular to the view. An orthographic one shows it alike everywhere.
 */
export function scaleBarLength(camera: Camera, height: number, maxPixels: number): ScaleBarLength {
  const worldPerPixel = heightAtTarget(camera) / height;
  const lengthWorld = multiplyNice(niceFloor(maxPixels * worldPerPixel));
  return { lengthWorld, lengthPixels: lengthWorld / worldPerPixel };
}

/** Each a thousand times the one before. */
const METRIC_UNITS = ['nm', 'µm', 'mm', 'm', 'km'];
const ALIASES: Readonly<Record<string, string>> = {
  um: 'µm',
  μm: 'µm',
  ...{ nanometer: 'nm', micrometer: 'µm', millimeter: 'mm', meter: 'm' },
  ...{ micrometres: 'µm', millimetres: 'mm', metres: 'm' },
};

/** The symbol of a metric unit that has a name, as files have them; other texts as they are. */
export const unitSymbol = (unit: string): string => ALIASES[unit] ?? unit;

/** A round length with its unit: of metric units the one that makes it at least 1 and less than 1000. */
export function formatLength(lengthWorld: number, unit: string): string {
  const nice = niceFloor(lengthWorld);
  const index = METRIC_UNITS.indexOf(unitSymbol(unit));
  if (index < 0) return `${lengthWorld} ${unit}`.trim();
  const wanted = index + Math.floor(nice.exponent / 3);
  const taken = Math.min(Math.max(wanted, 0), METRIC_UNITS.length - 1);
  return `${multiplyNice(nice, 1, 3 * (index - taken))} ${METRIC_UNITS[taken]}`;
}
