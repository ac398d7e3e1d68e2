/** Refuses objects with fields that are none: a name that is written wrong would be left out without a word. */
import { InputError } from '../../errors.js';

/** Edits between two names that are taken for the same. */
const NEAR = 2;

/**
 * @param start of the message, up to the name.
 * @param names all fields that there are.
 * @throws InputError that names the first other field, and those with nearly its name.
 */
export function checkKeys(start: string, object: object, names: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (names.includes(key)) continue;
    const near = nearNames(key, names);
    const right = near.length > 0 ? `; ${near.join(' or ')} would be right` : `; there are ${names.join(', ')}`;
    throw new InputError(`${start} ${key.slice(0, 100)}${right}`);
  }
}

/** Names that differ from `key` by two letters at most, or that one begins as the other does. */
function nearNames(key: string, names: readonly string[]): string[] {
  const asked = key.toLowerCase();
  if (asked.length < 3 || asked.length > 40) return [];
  return names.filter((name) => {
    const known = name.toLowerCase();
    return known.startsWith(asked) || asked.startsWith(known) || countEdits(asked, known) <= NEAR;
  });
}

/** Letters to insert, take away or exchange: R. A. Wagner, M. J. Fischer, "The string-to-string correction problem", 1974. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
