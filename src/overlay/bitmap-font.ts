/** A bitmap font, 7 pixels high and up to 5 wide: digits, letters and what numbers and units need. */
import type { Rect } from './raster.js';

/** Font pixels; some small letters reach 2 more below. */
export const GLYPH_HEIGHT = 7;
const GLYPH_GAP = 1;
const SPACE_WIDTH = 3;

/** Characters, and what they look like side by side. */
const GLYPH_ROWS: readonly (readonly [string, string])[] = [
  [
    '0123456789',
    `
    .###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###.
    #...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...#
    #..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
    #.#.# ..#.. ...#. ..##. #..#. ....# ####. ..#.. .###. .####
    ##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....#
    #...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.
    .###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..
    `,
  ],
  [
    'ABCDEFGHIJKLM',
    `
    .###. ####. .###. ####. ##### ##### .###. #...# .###. ..### #...# #.... #...#
    #...# #...# #...# #...# #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.##
    #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.#
    ##### ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.#
    #...# #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...#
    #...# #...# #...# #...# #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...#
    #...# ####. .###. ####. ##### #.... .###. #...# .###. .##.. #...# ##### #...#
    `,
  ],
  [
    'NOPQRSTUVWXYZ',
    `
    #...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# #####
    ##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....#
    ##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#.
    #.#.# #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..
    #..## #...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#...
    #..## #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #....
    #...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. #####
    `,
  ],
  [
    'abcdefhijklm',
    `
    ..... #.... ..... ....# ..... ..##. #.... ..#.. ...#. #.... .##.. .....
    ..... #.... ..... ....# ..... .#... #.... ..... ..... #.... ..#.. .....
    .###. ####. .###. .#### .###. ###.. ####. .##.. ..##. #..#. ..#.. ##.#.
    ....# #...# #.... #...# #...# .#... #...# ..#.. ...#. #.#.. ..#.. #.#.#
    .#### #...# #.... #...# ##### .#... #...# ..#.. ...#. ##... ..#.. #.#.#
    #...# #...# #.... #...# #.... .#... #...# ..#.. ...#. #.#.. ..#.. #.#.#
    .#### ####. .###. .#### .###. .#... #...# .###. .##.. #..#. .###. #.#.#
    `,
  ],
  [
    'norstuvwxz',
    `
    ..... ..... ..... ..... .#... ..... ..... ..... ..... .....
    ..... ..... ..... ..... .#... ..... ..... ..... ..... .....
    ####. .###. #.##. .#### ###.. #...# #...# #...# #...# #####
    #...# #...# ##... #.... .#... #...# #...# #.#.# .#.#. ...#.
    #...# #...# #.... .###. .#... #...# #...# #.#.# ..#.. ..#..
    #...# #...# #.... ....# .#... #...# .#.#. #.#.# .#.#. .#...
    #...# .###. #.... ####. ..##. .#### ..#.. .#.#. #...# #####
    `,
  ],
  [
    'gpqy',
    `
    ..... ..... ..... .....
    ..... ..... ..... .....
    .#### ####. .#### #...#
    #...# #...# #...# #...#
    #...# #...# #...# #...#
    #...# #...# #...# #...#
    .#### ####. .#### .####
    ....# #.... ....# ....#
    .###. #.... ....# .###.
    `,
  ],
  [
    '.,:-+/%()^=µ°²³×',
    `
    ..... ..... ..... ..... ..... ..... ##... ..#.. ..#.. ..#.. ..... ..... .##.. .##.. ###.. .....
    ..... ..... .##.. ..... ..#.. ....# ##..# .#... ...#. .#.#. ..... #..#. #..#. #..#. ...#. #...#
    ..... ..... .##.. ..... ..#.. ...#. ...#. #.... ....# #...# ##### #..#. #..#. ..#.. .##.. .#.#.
    ..... ..... ..... .###. ##### ..#.. ..#.. #.... ....# ..... ..... #..#. .##.. .#... ...#. ..#..
    ..... .##.. .##.. ..... ..#.. .#... .#... #.... ....# ..... ##### ###.# ..... ####. ###.. .#.#.
    .##.. .##.. .##.. ..... ..#.. #.... #..## .#... ...#. ..... ..... #.... ..... ..... ..... #...#
    .##.. .#... ..... ..... ..... ..... ...## ..#.. ..#.. ..... ..... #.... ..... ..... ..... .....
    `,
  ],
];

/** Stands for every character that the font lacks. */
const MISSING = '\ufffd';
const MISSING_ROWS = '##### #...# #...# #...# #...# #...# #####'.split(' ');

interface Glyph {
  readonly width: number;
  /** Font pixels [x, y] from the glyph's top left. */
  readonly ink: readonly (readonly [number, number])[];
}

const GLYPHS: ReadonlyMap<string, Glyph> = new Map([
  [' ', { width: SPACE_WIDTH, ink: [] }],
  [MISSING, createGlyph(MISSING_ROWS)],
  ...GLYPH_ROWS.flatMap(([characters, art]) => {
    const rows = art
      .trim()
      .split('\n')
      .map((row) => row.trim().split(' '));
    return Array.from(
      characters,
      (character, index) => [character, createGlyph(rows.map((row) => row[index]!))] as const,
    );
  }),
]);

/** Cut to its leftmost and rightmost ink, so that letters stand at even distances. */
function createGlyph(rows: readonly string[]): Glyph {
  const ink = rows.flatMap((row, y) => Array.from(row).flatMap((cell, x) => (cell === '#' ? [[x, y] as const] : [])));
  const columns = ink.map(([x]) => x);
  const left = Math.min(...columns);
  return { width: Math.max(...columns) - left + 1, ink: ink.map(([x, y]) => [x - left, y] as const) };
}

/** Signs that look like one of the font's. */
const ALIKE: Readonly<Record<string, string>> = { '\u03bc': 'µ', '\u2212': '-' };

const glyphsOf = (text: string) =>
  Array.from(text, (character) => GLYPHS.get(ALIKE[character] ?? character) ?? GLYPHS.get(MISSING)!);

/** The width of a line of text, in font pixels. */
export function measureText(text: string): number {
  return glyphsOf(text).reduce((sum, { width }) => sum + width + GLYPH_GAP, 0) - (text === '' ? 0 : GLYPH_GAP);
}

/** The ink of a line of text with its top left at (left, top), each font pixel `scale` pixels large. */
export function textRects(text: string, left: number, top: number, scale: number): Rect[] {
  let x = 0;
  return glyphsOf(text).flatMap(({ width, ink }) => {
    const start = x;
    x += width + GLYPH_GAP;
    return ink.map(([column, row]) => ({
      left: left + (start + column) * scale,
      top: top + row * scale,
      width: scale,
      height: scale,
    }));
  });
}
