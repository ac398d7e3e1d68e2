/** Lengths and angles in the world, and how they are written. */
import type { Vec3 } from '../../index.js';
import { dot, length, normalize, subtract } from '../../math/vec3.js';
import type { Measurement } from '../document/document.js';

/** The thing under a pixel. */
export interface Hit {
  readonly point: Vec3;
  readonly triangle: number | undefined;
  readonly label: number | undefined;
}

export const distanceBetween = (from: Vec3, to: Vec3) => length(subtract(to, from));

/** Degrees between the lines from `corner` to the other two points. */
export function angleOf(from: Vec3, corner: Vec3, to: Vec3): number {
  const cosine = dot(normalize(subtract(from, corner)), normalize(subtract(to, corner)));
  return (Math.acos(Math.min(Math.max(cosine, -1), 1)) * 180) / Math.PI;
}

const DIGITS = 4;

export const formatWorldLength = (world: number) => Number(world.toPrecision(DIGITS)).toString();

/** One line; lengths are in the world's units, which are millimetres in most scans. */
export function describeMeasurement({ points, value, label, triangle }: Measurement): string {
  const [first, second, third] = points;
  if (first && second && third) return `${angleOf(first, second, third).toFixed(1)}°`;
  if (first && second) return formatWorldLength(distanceBetween(first, second));
  const parts = [
    value !== undefined && `value ${Number(value.toPrecision(DIGITS + 1))}`,
    label !== undefined && `label ${label}`,
    triangle !== undefined && `triangle ${triangle}`,
    first?.map((coordinate) => coordinate.toFixed(1)).join(', '),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The measurements with one more point: it completes what the tool began, or begins another. */
export function withPoint(
  measurements: readonly Measurement[],
  pending: number,
  added: Measurement,
): readonly Measurement[] {
  const last = measurements.at(-1);
  if (pending === 0 || !last) return [...measurements, added];
  return [...measurements.slice(0, -1), { points: [...last.points, ...added.points] }];
}
