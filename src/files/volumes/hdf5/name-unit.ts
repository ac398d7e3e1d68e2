/** Units of length as microscopes' programs shorten them. */
import { findLengthUnit } from '../samples/length-units.js';

/** Its name, or itself where it is another; undefined where lengths are counted in voxels. */
export function nameUnit(unit = ''): string | undefined {
  const known = unit.trim();
  return known === '' || /^(?:pixel|voxel)s?$/i.test(known) ? undefined : (findLengthUnit(known)?.unit ?? known);
}
