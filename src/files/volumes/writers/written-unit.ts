/** Units of length in files that are written. */
import { findLengthUnit, nameLengthUnit } from '../samples/length-units.js';

/** Symbols in ASCII, by the names of the units. */
const SYMBOLS: Readonly<Record<string, string>> = {
  nanometer: 'nm',
  micrometer: 'um',
  millimeter: 'mm',
  centimeter: 'cm',
  meter: 'm',
};

/** The symbol of the unit to write into a file: millimetres in an anatomical world of which nothing is said; undefined for what is no metric length. */
export const findWrittenUnit = (unit: string | undefined, anatomical: boolean): string | undefined =>
  SYMBOLS[findLengthUnit(unit ?? (anatomical ? 'mm' : ''))?.unit ?? ''];

/** The line about lengths in a unit that a format has no word for. */
export const noteUnwritten = (unit: string | undefined): readonly string[] =>
  unit === undefined ? [] : [`the file does not say the unit of lengths, ${nameLengthUnit(unit)}`];
