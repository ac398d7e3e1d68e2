/** Text that may come from files, made to do nothing wherever it is shown: in a terminal, a report, or another program's log. */

/** Control characters, those that hide or turn text around, halves of characters, and separators of lines. */
export const ACTIVE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The text with a dot in place of each active character, but for those that are `kept`. */
export function toInert(text: string, kept = ''): string {
  return text.replace(ACTIVE, (character) => (kept.includes(character) ? character : '·'));
}
