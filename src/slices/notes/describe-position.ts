/** Says where a slice lies, as it is written on it. */
import { lettersAround } from '../../overlay/edge-letters.js';
import type { Cut } from '../list-cuts.js';
import { normalAxis, PLANE_AXES } from '../planes.js';

const AXES = ['x', 'y', 'z'] as const;

/**
 * A patient's side and the millimetres from the origin towards it, as in `S 12.5 mm`; a coordinate where the world is no
 * patient's.
 * @param spacing world length of a voxel, to half of which positions are written.
 */
export function describePosition({ name, plane, position }: Cut, anatomical: boolean, spacing: number): string {
  const number = roundTo(position, spacing / 2);
  if (name === undefined) return anatomical ? `${number} mm` : String(number);
  if (!anatomical) return `${AXES[normalAxis(PLANE_AXES[name])]} ${number}`;
  const { left, right } = lettersAround(plane.normal, plane.down);
  return number === 0 ? '0 mm' : `${number > 0 ? right : left} ${Math.abs(number)} mm`;
}

const DECIMALS_MAX = 20;

/** Rounds to the power of ten that is no larger than `least`. */
function roundTo(value: number, least: number): number {
  const decimals = Math.min(Math.max(Math.ceil(-Math.log10(least)), 0), DECIMALS_MAX);
  // Not -0.
  return Number(value.toFixed(decimals)) + 0;
}
