/** Measurements as files for spreadsheets and programs. */
import type { Measurement } from '../document/document.js';
import { areaOf, ellipseOf } from './ellipse.js';
import { angleOf, distanceBetween, measurementKind, nameOfMeasurement } from './measurements.js';
import type { RegionValues } from './region-values.js';

export interface ExportedWords {
  /** The symbol of the world's unit. */
  readonly unit: string;
  /** The unit of the voxels' values. */
  readonly valueUnit: string;
  /** Whether coordinates are a patient's, LPS. */
  readonly isAnatomical: boolean;
}

/** The numbers of one measurement, by the names that files give them. */
function numbersOf(measurement: Measurement, values: RegionValues | undefined) {
  const { points, value, label, triangle } = measurement;
  const [first, second, third] = points;
  const kind = measurementKind(measurement);
  const ellipse = ellipseOf(measurement);
  return {
    kind,
    length: kind === 'length' && first && second ? distanceBetween(first, second) : undefined,
    angle: first && second && third ? angleOf(first, second, third) : undefined,
    area: ellipse && areaOf(ellipse),
    value,
    label,
    triangle,
    ...values,
  };
}

/** @param values those of each region. */
export function formatMeasurementsJson(
  measurements: readonly Measurement[],
  values: readonly (RegionValues | undefined)[],
  { unit, valueUnit, isAnatomical }: ExportedWords,
): string {
  const listed = measurements.map((measurement, index) => ({
    name: nameOfMeasurement(measurement, index),
    ...numbersOf(measurement, values[index]),
    points: measurement.points,
    ...(measurement.region && { region: measurement.region }),
  }));
  const space = isAnatomical ? 'LPS' : undefined;
  return `${JSON.stringify({ unit, valueUnit, space, angleUnit: 'degrees', measurements: listed }, undefined, 2)}\n`;
}

const NUMBERS = ['length', 'angle', 'area', 'value', 'label', 'triangle', 'mean', 'deviation', 'min', 'max', 'count'];
const POINTS_MAX = 3;

/** One line for each, as RFC 4180 has them. @param values those of each region. */
export function formatMeasurementsCsv(
  measurements: readonly Measurement[],
  values: readonly (RegionValues | undefined)[],
  { unit, valueUnit }: ExportedWords,
): string {
  const axes = Array.from({ length: POINTS_MAX }, (_, at) => ['x', 'y', 'z'].map((axis) => `${axis}${at + 1}`)).flat();
  const lines = measurements.map((measurement, index) => {
    const numbers: Readonly<Record<string, unknown>> = numbersOf(measurement, values[index]);
    const coordinates = axes.map((_, at) => measurement.points[Math.floor(at / 3)]?.[at % 3]);
    const name = nameOfMeasurement(measurement, index);
    return [name, numbers['kind'], unit, valueUnit, ...NUMBERS.map((field) => numbers[field]), ...coordinates];
  });
  const header = ['name', 'kind', 'unit', 'valueUnit', ...NUMBERS, ...axes];
  return [header, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

/** Spreadsheets run texts that begin like formulas. */
function csvField(value: unknown): string {
  if (value === undefined || (typeof value === 'number' && Number.isNaN(value))) return '';
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
