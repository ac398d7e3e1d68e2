/** Parses matrices from a mesh to the world, wherever their text comes from. */
import type { Affine } from '../../index.js';
import type { MeshPlacement } from '../scene/meshes/mesh-space.js';
import { fail } from './parse-options.js';

/**
 * Reads the rows of a 3×4 or 4×4 matrix, or the word `ras` or `lps`; undefined where the text is anything else than numbers.
 * @param what the numbers are, and `form` what they must be, for messages.
 * @throws InputError where they are no such matrix.
 */
export function parseMatrix(text: string, what: string, form = '12 or 16 numbers'): MeshPlacement | undefined {
  const space = text.toLowerCase();
  if (space === 'ras' || space === 'lps') return space;
  const rows = listNumbers(text);
  return rows && toAffine(rows, what, form);
}

/** Numbers by commas, blanks or brackets, as in JSON; undefined where there is anything else. */
function listNumbers(text: string): number[] | undefined {
  const words = text.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  return words.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

function toAffine(rows: readonly number[], what: string, form: string): Affine {
  if (rows.length !== 12 && rows.length !== 16) fail(`${what}: must be ${form}, not ${rows.length}`);
  if (rows.length === 16 && String(rows.slice(12)) !== '0,0,0,1') fail(`${what}: must end with the row 0,0,0,1`);
  const column = (index: number) => [rows[index]!, rows[index + 4]!, rows[index + 8]!] as const;
  return { columns: [column(0), column(1), column(2)], origin: column(3) };
}

/** Whether a text is a matrix or a space, and no name of a file. */
export const isInlineMatrix = (text: string) => /^(?:ras|lps)$/i.test(text) || listNumbers(text) !== undefined;
