/** The files that hold the data of a detached NRRD header. */
import { InputError } from '../../../errors.js';
import { quote } from './nrrd-fields.js';

export interface NrrdDataFiles {
  readonly count: number;
  /** How many axes a file holds; undefined, with several files: all but the slowest. */
  readonly dimension: number | undefined;
  /** Relative to the header's. */
  readonly name: (index: number) => string;
}

/** Longer than any path; it bounds the time that a malformed value takes. */
const VALUE_LENGTH_MAX = 4096;

/** `format min max step [dimension]`. */
const NUMBERED = /^(\S.*?)\s+(-?\d{1,10})\s+(-?\d{1,10})\s+(-?\d{1,10})(?:\s+(\d{1,2}))?$/;

/** The placeholder of a number in such a format, as C's printf has it, or an escaped percent sign. */
const PLACEHOLDER = /%(?:%|(0?)(\d{0,2})[du])/g;

/**
 * Reads the value of `data file`: one name, a numbered series, or `LIST`, which `listedFiles` follow.
 * @throws InputError if it is none of those; undefined stays undefined.
 */
export function parseDataFiles(value: string | undefined, listedFiles: readonly string[]): NrrdDataFiles | undefined {
  if (value === undefined) return undefined;
  if (value === '' || value.length > VALUE_LENGTH_MAX) {
    throw new InputError(`has the data file ${quote(value)}; a file name, a numbered series or LIST would be right`);
  }
  const list = /^LIST(?:\s+(\d{1,2}))?$/.exec(value);
  if (list) {
    if (listedFiles.length === 0)
      throw new InputError('has no file names after "data file: LIST"; one a line is right');
    return { count: listedFiles.length, dimension: optionalNumber(list[1]), name: (index) => listedFiles[index]! };
  }
  const numbered = NUMBERED.exec(value);
  if (!numbered || !hasNumber(numbered[1]!)) return { count: 1, dimension: undefined, name: () => value };
  const [format, min, max, step] = [numbered[1]!, Number(numbered[2]), Number(numbered[3]), Number(numbered[4])];
  const count = Math.floor((max - min) / step) + 1;
  if (!(count >= 1 && step !== 0)) {
    throw new InputError(
      `has data files numbered from ${min} to ${max} by ${step}; the step must lead from one to the other`,
    );
  }
  return { count, dimension: optionalNumber(numbered[5]), name: (index) => formatNumber(format, min + index * step) };
}

function hasNumber(format: string): boolean {
  return format.match(PLACEHOLDER)?.some((placeholder) => placeholder !== '%%') ?? false;
}

function optionalNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function formatNumber(format: string, number: number): string {
  return format.replace(PLACEHOLDER, (placeholder, zero: string, width: string) => {
    if (placeholder === '%%') return '%';
    if (!zero) return String(number).padStart(Number(width));
    return number < 0
      ? `-${String(-number).padStart(Number(width) - 1, '0')}`
      : String(number).padStart(Number(width), '0');
  });
}
