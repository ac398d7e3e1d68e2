/** Refuses objects with unknown fields: a misspelt name would be ignored without a word. */
import { distance } from 'fastest-levenshtein';
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
    return known.startsWith(asked) || asked.startsWith(known) || distance(asked, known) <= NEAR;
  });
}
