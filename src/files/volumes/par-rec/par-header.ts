/** The header of Philips's PAR/REC files, versions 4 to 4.2, which describe their own columns. */
import { InputError } from '../../../errors.js';
import { FILE_LIMITS } from '../../bytes/budget.js';
import { quote } from '../nrrd/nrrd-fields.js';

/** One slice of one volume, by the columns that its line has. */
export interface ParImage {
  /** The numbers of a column; texts are NaN. */
  readonly column: (name: keyof typeof COLUMNS) => readonly number[];
}

/** Columns by words of their descriptions. */
const COLUMNS = {
  slice: /^slice number/,
  echo: /^echo number/,
  dynamic: /^dynamic scan number/,
  phase: /^cardiac phase number/,
  type: /^image_type_mr/,
  sequence: /^scanning sequence/,
  index: /^index in REC file/,
  bits: /^image pixel size/,
  resolution: /^recon resolution/,
  intercept: /^rescale intercept/,
  slope: /^rescale slope/,
  angulation: /^image angulation/,
  offcentre: /^image offcentre/,
  thickness: /^slice thickness/,
  gap: /^slice gap/,
  orientation: /^slice orientation/,
  spacing: /^pixel spacing/,
  bFactor: /^diffusion_b_factor/,
  bNumber: /^diffusion b value number/,
  gradient: /^gradient orientation number/,
  label: /^label type/,
} as const;

export type ParColumn = keyof typeof COLUMNS;

/** Columns that version 4.0 lacks. */
const OPTIONAL: readonly ParColumn[] = ['bFactor', 'bNumber', 'gradient', 'label'];

interface ColumnRange {
  readonly start: number;
  readonly count: number;
}

/** @throws InputError for whatever is no header of images. */
export function parseParHeader(bytes: Uint8Array): readonly ParImage[] {
  const lines = new TextDecoder('latin1').decode(bytes.subarray(0, FILE_LIMITS.textBytes)).split(/\r?\n/);
  const ranges = findColumns(lines);
  const missing = (Object.keys(COLUMNS) as ParColumn[]).find((name) => !OPTIONAL.includes(name) && !ranges.has(name));
  if (missing !== undefined) {
    throw new InputError(
      `is a PAR file without a column for the ${missing} of its images, as those before version 4 are; dcm2niix makes NIfTI of it`,
    );
  }
  const rows = lines.filter((line) => /^\s*\d/.test(line)).map((line) => line.trim().split(/\s+/).map(Number));
  if (rows.length === 0) throw new InputError('lists no images; get a whole copy');
  const width = Math.max(...[...ranges.values()].map(({ start, count }) => start + count));
  const short = rows.findIndex((row) => row.length < width);
  if (short >= 0) {
    throw new InputError(`has ${rows[short]!.length} numbers in the line of image ${short + 1}; ${width} are right`);
  }
  return rows.map((row) => ({
    column: (name) => {
      const { start = 0, count = 0 } = ranges.get(name) ?? {};
      return row.slice(start, start + count);
    },
  }));
}

/** Descriptions end in the type, such as (integer) or (3*float), whose number says how many values the column has. */
function findColumns(lines: readonly string[]): ReadonlyMap<ParColumn, ColumnRange> {
  const ranges = new Map<ParColumn, ColumnRange>();
  let start = 0;
  for (const line of lines) {
    const [, text, times = '1'] =
      /^#\s{1,4}(\S.*?)\s*\((?:(\d)\s*\*\s*)?(?:integer|float|string)\)\s*$/.exec(line) ?? [];
    if (text === undefined) continue;
    const count = Number(times);
    const name = (Object.keys(COLUMNS) as ParColumn[]).find((name) => COLUMNS[name].test(text));
    if (name && ranges.has(name)) throw new InputError(`describes its column ${quote(text)} twice`);
    if (name) ranges.set(name, { start, count });
    start += count;
  }
  return ranges;
}
