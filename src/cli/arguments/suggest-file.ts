/** Suggests the file that somebody meant who named a missing one. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findNearest } from './find-nearest.js';

/** Larger folders are not looked through. */
const NAMES_MAX = 10_000;
/** The share of a name's letters that may be wrong. */
const WRONG = 0.25;
/** Letters of a name of which one may be wrong. */
const SHORTEST = 4;

/**
 * @param missing a path that does not exist, as it was typed.
 * @returns one beside it that is nearly the same, or continues it: endings are left out, and names with blanks fall apart
 * without quotes.
 */
export function suggestFile(missing: string): string | undefined {
  const name = basename(missing);
  const folder = dirname(missing);
  const names = namesIn(folder);
  const continued = names.find((other) => other.startsWith(`${name}.`) || other.startsWith(`${name} `));
  const near = continued ?? (name.length < SHORTEST ? undefined : findNearest(name, names, WRONG));
  if (near === undefined) return undefined;
  const path = join(folder, near);
  return near.includes(' ') ? `"${path}", in quotes` : path;
}

function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder);
    return names.length > NAMES_MAX ? [] : names.filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
