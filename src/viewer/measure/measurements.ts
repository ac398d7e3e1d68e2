/** Points, lengths, angles and regions in the world, and how they are written. */
import type { Vec3 } from '../../index.js';
import { addScaled, dot, length, normalize, subtract } from '../../math/vec3.js';
import type { Measurement } from '../document/document.js';
import { areaOf, ellipseOf } from './ellipse.js';
import type { RegionValues } from './region-values.js';

/** The thing under a pixel. */
export interface Hit {
  readonly point: Vec3;
  readonly triangle: number | undefined;
  readonly label: number | undefined;
}

export type MeasurementKind = 'point' | 'length' | 'angle' | 'region';

const KINDS = ['point', 'length', 'angle'] as const;

export const measurementKind = ({ points, region }: Measurement): MeasurementKind =>
  region ? 'region' : KINDS[Math.min(points.length, KINDS.length) - 1]!;

const KIND_NAMES: Readonly<Record<MeasurementKind, string>> = {
  point: 'Point',
  length: 'Length',
  angle: 'Angle',
  region: 'Region',
};

/** The name that somebody gave it, or one by its kind and its place in the list. */
export const nameOfMeasurement = (measurement: Measurement, index: number) =>
  measurement.name || `${KIND_NAMES[measurementKind(measurement)]} ${index + 1}`;

export const distanceBetween = (from: Vec3, to: Vec3) => length(subtract(to, from));

/** Degrees between the lines from `corner` to the other two points. */
export function angleOf(from: Vec3, corner: Vec3, to: Vec3): number {
  const cosine = dot(normalize(subtract(from, corner)), normalize(subtract(to, corner)));
  return (Math.acos(Math.min(Math.max(cosine, -1), 1)) * 180) / Math.PI;
}

const ELLIPSE_POINTS = 64;

/** World points of the line that shows a measurement. */
export function lineOf(measurement: Measurement): readonly Vec3[] {
  const ellipse = ellipseOf(measurement);
  if (!ellipse) return measurement.points;
  const { center, right, down, halfWidth, halfHeight } = ellipse;
  return Array.from({ length: ELLIPSE_POINTS }, (_, at) => {
    const angle = (2 * Math.PI * at) / ELLIPSE_POINTS;
    return addScaled(addScaled(center, right, halfWidth * Math.cos(angle)), down, halfHeight * Math.sin(angle));
  });
}

const DIGITS = 4;

const round = (number: number) => Number(number.toPrecision(DIGITS)).toString();

/** A length, or an area for an exponent of ² after the unit. */
const formatWorldLength = (world: number, unit: string, exponent = '') =>
  `${round(world)} ${unit}${unit && exponent}`.trim();

export const formatPoint = (point: Vec3, unit: string) =>
  `${point.map((coordinate) => coordinate.toFixed(1)).join(', ')} ${unit}`.trim();

export interface MeasurementWords {
  /** The symbol of the world's unit. */
  readonly unit: string;
  /** The unit of the voxels' values. */
  readonly valueUnit: string;
  /** The values in a region, once they are known. */
  readonly values: RegionValues | undefined;
}

/** The words of a measurement, line by line. */
export function describeMeasurement(measurement: Measurement, words: MeasurementWords): readonly string[] {
  const { unit, valueUnit, values } = words;
  const { points, value, label, triangle } = measurement;
  const [first, second, third] = points;
  const ellipse = ellipseOf(measurement);
  if (ellipse) {
    const area = formatWorldLength(areaOf(ellipse), unit, '²');
    if (!values || values.count === 0) return [area];
    const spread = `${round(values.mean)} ± ${round(values.deviation)} ${valueUnit}`.trim();
    return [spread, `${round(values.min)} to ${round(values.max)}`, area];
  }
  if (first && second && third) return [`${angleOf(first, second, third).toFixed(1)}°`];
  if (first && second) return [formatWorldLength(distanceBetween(first, second), unit)];
  const parts = [
    value !== undefined && `value ${Number(value.toPrecision(DIGITS + 1))} ${valueUnit}`.trim(),
    label !== undefined && `label ${label}`,
    triangle !== undefined && `triangle ${triangle}`,
  ];
  return [parts.filter(Boolean).join(' · '), first ? formatPoint(first, unit) : ''].filter((line) => line !== '');
}
