/** Says where a slice lies, as it is written on it. */
import { lettersAround } from '../../overlay/edge-letters.js';
import type { Cut } from '../list-cuts.js';
import { normalAxis, PLANE_AXES } from '../planes.js';

const AXES = ['x', 'y', 'z'] as const;

/**
 * A patient's side and the millimetres from the origin towards it, as in `S 12.5 mm`; a coordinate where the world is no
 * patient's.
 * @param unit of the world; an empty text where it is not known.
 * @param spacing world length of a voxel, to half of which positions are written.
 */
export function describePosition(
  { name, plane, position }: Cut,
  { anatomical, unit }: { readonly anatomical: boolean; readonly unit: string },
  spacing: number,
): string {
  const number = roundTo(position, spacing / 2);
  if (name === undefined) return `${number} ${unit}`.trim();
  if (!anatomical) return `${AXES[normalAxis(PLANE_AXES[name])]} ${number} ${unit}`.trim();
  const { left, right } = lettersAround(plane.normal, plane.down);
  return number === 0 ? `0 ${unit}` : `${number > 0 ? right : left} ${Math.abs(number)} ${unit}`;
}

const DECIMALS_MAX = 20;

/** Rounds to the power of ten that is no larger than `least`. */
function roundTo(value: number, least: number): number {
  const decimals = Math.min(Math.max(Math.ceil(-Math.log10(least)), 0), DECIMALS_MAX);
  // Not -0.
  return Number(value.toFixed(decimals)) + 0;
}
