/** Messages of the command line: the one place where text, which may come from files, meets the terminal. */

import { aboutFile, maskSecrets } from '../lab.js';
import { ACTIVE, toInert } from './inert-text.js';

/** Longer lines are cut. */
const LINE_LENGTH_MAX = 2000;

/** One line that does nothing to a terminal but stand there: what would is shown as a dot. */
export function toLine(text: string): string {
  const line = toInert(maskSecrets(text.replace(/\s*[\r\n]+\s*/g, ' ')));
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line;
}

/** Lines that are kept, so as not to be said again. */
const KEPT_MAX = 1000;
const kept = new Set<string>();
let repeating = 0;

let findListener: (() => ((line: string) => void) | undefined) | undefined;

/** Has lines go to whom `find` names, such as the caller of a service; to standard error where it names nobody. */
export function redirectLines(find: typeof findListener): void {
  findListener = find;
}

/** A line on standard error, apart from results. */
export function say(line: string): void {
  const text = toLine(line);
  const listener = findListener?.();
  if (listener) listener(text);
  else sayAloud(text);
}

/** Lines about a file that is one of several, each with its name. */
export function sayOf(name: string, lines: readonly string[]): void {
  for (const line of aboutFile(name, lines)) say(line);
}

function sayAloud(text: string): void {
  if (repeating > 0 && kept.has(text)) return;
  if (kept.size < KEPT_MAX) kept.add(text);
  process.stderr.write(`tilecast: ${text}\n`);
}

/** Does what reads the same files once more, whose lines have been said. */
export async function withoutRepeats<T>(work: () => Promise<T>): Promise<T> {
  repeating++;
  try {
    return await work();
  } finally {
    repeating--;
  }
}

/** Lines on standard error that explain the one before: a stack. */
export function sayDetails(lines: readonly string[]): void {
  process.stderr.write(lines.map((line) => `${toLine(line)}\n`).join(''));
}

/** Lines on standard output. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${toLine(line)}\n`).join(''));
}

/** JSON on standard output, in which what does something to a terminal is escaped, as JSON allows for any character. */
export const printJson = (value: unknown): void => writeJson(JSON.stringify(value, null, 2));

/** JSON as one line of a stream. */
export const printJsonLine = (value: unknown): void => writeJson(JSON.stringify(value));

function writeJson(json: string): void {
  const inert = json.replace(ACTIVE, (character) =>
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, at) => escapeUnit(character, at)).join(''),
  );
  process.stdout.write(`${inert}\n`);
}

const escapeUnit = (text: string, at: number) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
