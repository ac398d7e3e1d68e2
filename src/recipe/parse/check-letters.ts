/** Texts on pictures, whose letters the font of overlays has to have. */
import { findMissingLetters } from '../../lab.js';
import { fail } from './parse-options.js';

/** Letters that are named, of a title in a script that the font lacks. */
const NAMED_MAX = 5;

/** @throws InputError that says which letters of a title cannot be written. */
export async function checkLetters(
  titles: Readonly<Partial<Record<'title' | 'color-bar-title', string | undefined>>>,
): Promise<void> {
  for (const name of ['title', 'color-bar-title'] as const) {
    const missing = await findMissingLetters(titles[name] ?? '');
    if (missing.length === 0) continue;
    const named = `${missing.slice(0, NAMED_MAX).join(' ')}${missing.length > NAMED_MAX ? ' …' : ''}`;
    fail(`--${name}: the font of overlays lacks ${named}; it has Latin, Greek and Cyrillic letters`);
  }
}
