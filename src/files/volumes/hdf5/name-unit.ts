/** Units of length as microscopes' programs shorten them. */

const UNITS: Readonly<Record<string, string | undefined>> = {
  ...{ nm: 'nanometer', um: 'micrometer', µm: 'micrometer', μm: 'micrometer', micron: 'micrometer' },
  ...{ microns: 'micrometer', mm: 'millimeter', m: 'meter' },
};

/** Its name, or itself where it is another; undefined where lengths are counted in voxels. */
export function nameUnit(unit = ''): string | undefined {
  const known = unit.trim();
  return known === '' || /^(?:pixel|voxel)s?$/i.test(known) ? undefined : (UNITS[known] ?? known);
}
