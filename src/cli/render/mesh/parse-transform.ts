/** Parses the map from a mesh to the world. */
import type { Affine } from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import { fail } from '../../../options/parse-options.js';

/** Its own inverse. */
const RAS_TO_LPS: Affine = {
  columns: [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

/**
 * Reads the rows of a 3×4 or 4×4 matrix, from the text or from the file that it names, or `ras`.
 * @throws InputError that names the option or the file.
 */
export async function parseTransform(option: string, text: string): Promise<Affine> {
  if (text.toLowerCase() === 'ras') return RAS_TO_LPS;
  const inline = listNumbers(text);
  if (inline) return toAffine(inline, `--${option}: "${text}"`);
  const content = await readInputText(text);
  return toAffine(listNumbers(content) ?? fail(`${text}: holds something else than numbers`), text);
}

/** Numbers by commas, blanks or brackets, as in JSON; undefined where there is anything else. */
function listNumbers(text: string): number[] | undefined {
  const words = text.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  return words.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

function toAffine(rows: readonly number[], what: string): Affine {
  if (rows.length !== 12 && rows.length !== 16) fail(`${what}: must be 12 or 16 numbers, not ${rows.length}`);
  if (rows.length === 16 && String(rows.slice(12)) !== '0,0,0,1') fail(`${what}: must end with the row 0,0,0,1`);
  const column = (index: number) => [rows[index]!, rows[index + 4]!, rows[index + 8]!] as const;
  return { columns: [column(0), column(1), column(2)], origin: column(3) };
}

/** Whether a text is a matrix or `ras`, and no name of a file. */
export const isInlineTransform = (text: string) => text.toLowerCase() === 'ras' || listNumbers(text) !== undefined;

/** The 12 numbers that `parseTransform` reads. */
export function formatTransform({ columns, origin }: Affine): string {
  return [0, 1, 2].flatMap((row) => [...columns, origin].map((column) => column[row])).join(',');
}
