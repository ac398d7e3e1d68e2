/** Writes texts that have most lines in common as runs of the lines of one, when the package is built. */

/** A line of the common text and the number of lines from there on, again and again. */
export type Runs = readonly number[];

export interface FoldedTexts {
  readonly lines: readonly string[];
  /** Runs of lines, for each text. */
  readonly runs: readonly Runs[];
}

/** Shorter runs cost more than their lines. */
const LEAST_RUN = 3;

/** Each text as the longest runs that there are of the lines before it, and of its own lines. */
export function foldTexts(texts: readonly string[]): FoldedTexts {
  const lines: string[] = [];
  const places = new Map<string, number[]>();
  const add = (line: string) => {
    places.set(line, [...(places.get(line) ?? []), lines.length]);
    lines.push(line);
  };
  const fold = (text: string): Runs => {
    const wanted = text.split('\n');
    const runs: number[] = [];
    for (let at = 0; at < wanted.length; ) {
      const known = findLongest(wanted, at, lines, places.get(wanted[at]!) ?? []);
      if (known.count >= LEAST_RUN) {
        runs.push(known.start, known.count);
        at += known.count;
        continue;
      }
      const [start = 0, count = 0] = runs.slice(-2);
      if (runs.length > 0 && start + count === lines.length) runs[runs.length - 1] = count + 1;
      else runs.push(lines.length, 1);
      add(wanted[at]!);
      at++;
    }
    return runs;
  };
  return { runs: texts.map(fold), lines };
}

/** @param starts places of the first wanted line. */
function findLongest(
  wanted: readonly string[],
  at: number,
  lines: readonly string[],
  starts: readonly number[],
): { readonly start: number; readonly count: number } {
  let best = { start: 0, count: 0 };
  for (const start of starts) {
    let count = 0;
    while (start + count < lines.length && wanted[at + count] === lines[start + count]) count++;
    if (count > best.count) best = { start, count };
  }
  return best;
}
