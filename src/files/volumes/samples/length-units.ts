/** Units of length as writers of files name them. */

/** A unit of length. */
export interface LengthUnit {
  /** Its name, as scale bars know it. */
  readonly unit: string;
  readonly meters: number;
}

const UNITS: readonly (LengthUnit & { readonly pattern: RegExp })[] = [
  { pattern: /^(nm|nanomet(er|re)s?)$/i, unit: 'nanometer', meters: 1e-9 },
  { pattern: /^([uµμ]m|microns?|micromet(er|re)s?)$/i, unit: 'micrometer', meters: 1e-6 },
  { pattern: /^(mm|millimet(er|re)s?)$/i, unit: 'millimeter', meters: 1e-3 },
  { pattern: /^(cm|centimet(er|re)s?)$/i, unit: 'centimeter', meters: 1e-2 },
  { pattern: /^(m|met(er|re)s?)$/i, unit: 'meter', meters: 1 },
];

/** The unit of a name or a symbol, in any case of letters; undefined for what is no metric length. */
export const findLengthUnit = (name: string): LengthUnit | undefined => UNITS.find(({ pattern }) => pattern.test(name));

/** The name of a unit as scale bars know it, whatever a file calls it; other names as they are. */
export const nameLengthUnit = (name: string): string => findLengthUnit(name)?.unit ?? name;
