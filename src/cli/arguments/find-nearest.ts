/** The name that is spelt most like another. */
import { distance } from 'fastest-levenshtein';

/**
 * @param wrong the share of a name's letters that may be wrong; one always may. Two neighbours that were swapped are one.
 * @returns undefined where no name is so near.
 */
export function findNearest(typed: string, names: readonly string[], wrong: number): string | undefined {
  const lower = typed.toLowerCase();
  const most = Math.max(1, wrong * typed.length);
  let [nearest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const name of names) {
    const other = name.toLowerCase();
    const edits = isSwapped(lower, other) ? 1 : distance(lower, other);
    if (edits <= most && edits < least) [nearest, least] = [name, edits];
  }
  return nearest;
}

function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b;
}
