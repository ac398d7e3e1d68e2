/** The bitmap font: every character is there, and no two look alike. */
import { describe, expect, it } from 'vitest';
import { GLYPH_HEIGHT, measureText, textRects } from '../../src/overlay/bitmap-font.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CHARACTERS = Array.from(`0123456789${LETTERS}${LETTERS.toLowerCase()}.,:-+/%()^=µ°²³×`);
const MISSING = '\u2603';

const shapeOf = (text: string) => JSON.stringify(textRects(text, 0, 0, 1));

describe('the font', () => {
  it('has a glyph of its own for each character', () => {
    expect(new Set([...CHARACTERS, ' ', MISSING].map(shapeOf)).size).toBe(CHARACTERS.length + 2);
  });

  it('keeps within seven rows, and two below for letters that descend, and the width that it says', () => {
    for (const character of [...CHARACTERS, MISSING]) {
      const rects = textRects(character, 0, 0, 1);
      const [columns, rows] = [rects.map(({ left }) => left), rects.map(({ top }) => top)];
      expect(Math.min(...columns), character).toBe(0);
      expect(Math.max(...columns) + 1, character).toBe(measureText(character));
      expect(measureText(character), character).toBeLessThanOrEqual(5);
      expect(Math.min(...rows), character).toBeGreaterThanOrEqual(0);
      expect(Math.max(...rows), character).toBeLessThan('gpqy'.includes(character) ? GLYPH_HEIGHT + 2 : GLYPH_HEIGHT);
    }
  });

  it('has digits and capitals of full height', () => {
    for (const character of Array.from(`0123456789${LETTERS}`)) {
      const rows = new Set(textRects(character, 0, 0, 1).map(({ top }) => top));
      expect(rows.size, character).toBe(GLYPH_HEIGHT);
    }
  });

  it('sets characters side by side, a pixel apart', () => {
    expect(measureText('')).toBe(0);
    for (const [head, tail] of [
      ['2', '0 mm'],
      ['-1.5e', '6'],
    ] as const) {
      const start = measureText(head) + 1;
      expect(measureText(head + tail)).toBe(start + measureText(tail));
      const whole = [...textRects(head, 3, 4, 2), ...textRects(tail, 3 + 2 * start, 4, 2)];
      expect(textRects(head + tail, 3, 4, 2)).toEqual(whole);
    }
  });

  it('grows by whole factors', () => {
    const grown = textRects('Aµ', 0, 0, 1).map(({ left, top }) => ({
      left: 5 + 3 * left,
      top: 6 + 3 * top,
      width: 3,
      height: 3,
    }));
    expect(textRects('Aµ', 5, 6, 3)).toEqual(grown);
  });

  it('knows the other signs for micro and minus', () => {
    expect(shapeOf('\u03bcm \u22121')).toBe(shapeOf('µm -1'));
  });
});
