/** Titles: lines of them, and letters of many scripts. */
import { describe, expect, it } from 'vitest';
import { findMissingLetters, loadFont } from '../../src/overlay/text/font.js';
import { breakTitle, setTitle } from '../../src/overlay/title.js';
import { checkLetters } from '../../src/recipe/parse/check-letters.js';

describe('a title', () => {
  it('of one line is as large as ever, and a longer one has several lines of that size', async () => {
    const font = await loadFont();
    const short = 'Title';
    const width = 1.3 * font.measure(short);
    expect(breakTitle(short, font, width + 0.01)).toMatchObject({ lines: [short], size: 1.3 });
    const long = breakTitle('Title after title', font, 1.3 * font.measure('Title after') + 0.01);
    expect(long).toMatchObject({ lines: ['Title after', 'title'], size: 1.3 });
    expect(long.height).toBeGreaterThan(2 * 1.3 * 7);
    const [first, second] = setTitle(long, font, 10, 2);
    expect(second!.coverage.top).toBeGreaterThan(first!.coverage.top + first!.coverage.height);
  });

  it.each([
    'A title of more words than three lines of it can have in this width',
    'Pneumonoultramicroscopicsilicovolcanoconiosis',
  ])('is smaller where three lines are too few or a word is too long: %s', async (title) => {
    const font = await loadFont();
    const { lines, size } = breakTitle(title, font, 60);
    expect(size).toBeLessThan(1.3);
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(lines.join(' ')).toBe(title);
    for (const line of lines) expect(size * font.measure(line)).toBeLessThanOrEqual(60);
  });
});

describe('letters', () => {
  it.each([
    'Ångström café',
    'Łódź, Þórður, Şişli',
    'Μηριαίο οστό',
    'Бедренная кость',
    'Xương đùi',
    'cafe\u0301',
    '“5 µm” – 3 €',
  ])('of %s are all there, and no two look alike', async (text) => {
    expect(await findMissingLetters(text)).toEqual([]);
    const font = await loadFont([text]);
    const inks = [...new Set(text.normalize('NFC').replaceAll(' ', ''))].map(
      (letter) => font.set(letter, 0, 0, 8).coverage,
    );
    expect(new Set(inks.map(({ values, width }) => `${width} ${values.join()}`)).size).toBeGreaterThan(inks.length - 4);
    const unknown = font.set('?', 0, 0, 8).coverage.values.join();
    for (const { values } of inks) expect(values.join()).not.toBe(unknown);
  });

  it('that the font lacks are named', async () => {
    expect(await findMissingLetters('CT 脳 部 脳')).toEqual(['脳', '部']);
    await expect(checkLetters({ title: '大腿骨の三次元像' })).rejects.toThrow(
      '--title: the font of overlays lacks 大 腿 骨 の 三 …; it has Latin, Greek and Cyrillic letters',
    );
    await expect(checkLetters({ 'color-bar-title': 'עצם' })).rejects.toThrow(/--color-bar-title: .* lacks ע צ ם;/);
    await expect(checkLetters({ title: undefined, 'color-bar-title': 'HU' })).resolves.toBeUndefined();
  });
});
