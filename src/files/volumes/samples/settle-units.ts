/** One unit for a world whose axes may each have their own. */
import type { Vec3 } from '../../../math/vec3.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { findLengthUnit } from './length-units.js';

/** The world's unit, and what makes it of the file's coordinates. */
export interface WorldUnits {
  /** Factors of x, y and z. */
  readonly scale: Vec3;
  /** The name of a unit; undefined where the file says none that is known. */
  readonly unit: string | undefined;
  readonly notes: readonly string[];
}

const UNSCALED: Vec3 = [1, 1, 1];

/**
 * The world is in the unit of the first axis: axes in other lengths are scaled, and those in what is no length are left as they are.
 * @param units of x, y and z, or of x and y.
 */
export function settleUnits(units: readonly string[]): WorldUnits {
  const named = units.slice(0, 3);
  const known = named.map(findLengthUnit);
  const [first] = known;
  if (named.every((name) => name === named[0])) {
    const isUsual = !first || first.unit === 'millimeter';
    const notes = isUsual ? [] : [`measures lengths in ${first.unit}s, and so does the world here`];
    return { scale: UNSCALED, unit: first?.unit, notes };
  }
  const list = named.map(quote).join(', ');
  if (!first || known.includes(undefined)) {
    return { scale: UNSCALED, unit: undefined, notes: [`has axes in ${list}, taken for one unit`] };
  }
  const [x = 1, y = 1, z = 1] = known.map((length) => length!.meters / first.meters);
  const differs = [x, y, z].some((factor) => factor !== 1);
  const notes = differs ? [`has axes in ${list}; the world here is in ${first.unit}s`] : [];
  return { scale: [x, y, z], unit: first.unit, notes };
}
