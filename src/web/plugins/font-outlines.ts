/** Modules of the outlines of overlays' characters, read from the font when the package is built. */
import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

/** Characters of overlays by the module that has their outlines: ASCII and Latin-1 are in the first. */
const FONT_MODULES: Readonly<
  Record<string, { readonly files: readonly string[]; readonly ranges: readonly number[][] }>
> = {
  'virtual:font-outlines': {
    files: ['latin'],
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
    ],
  },
  'virtual:further-outlines': {
    files: ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'],
    ranges: [
      [0x100, 0x17f],
      [0x1a0, 0x1b0],
      [0x1cd, 0x1dc],
      [0x218, 0x21b],
      [0x370, 0x3ff],
      [0x400, 0x45f],
      [0x490, 0x4e9],
      [0x1e80, 0x1e9e],
      [0x1ea0, 0x1ef9],
      [0x2010, 0x2044],
      [0x2070, 0x2089],
      [0x20ac, 0x20ac],
      [0x2122, 0x2126],
      [0x2190, 0x2193],
      [0x2212, 0x2212],
    ],
  },
};

/** The outlines of Inter's characters: a tenth of the size of what parses the font's file. */
export const fontOutlines = {
  name: 'font-outlines',
  resolveId: (source: string) => (Object.hasOwn(FONT_MODULES, source) ? `\0${source}` : null),
  load(id: string) {
    const module = FONT_MODULES[id.slice(1)];
    if (!module || !id.startsWith('\0')) return null;
    const fonts = module.files.map((subset) => {
      const file = readFileSync(
        new URL(`../../../node_modules/@fontsource/inter/files/inter-${subset}-500-normal.woff`, import.meta.url),
      );
      return opentype.parse(new Uint8Array(file).buffer);
    });
    const characters = module.ranges.flatMap(([first = 0, last = 0]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)),
    );
    const glyphs = characters.flatMap((character) => {
      const font = fonts.find((one) => one.charToGlyphIndex(character) > 0);
      if (!font) return [];
      const glyph = font.charToGlyph(character);
      const commands = glyph.getPath(0, 0, font.unitsPerEm).commands.map(
        ({ type, x1, y1, x2, y2, x, y }) =>
          type +
          [x1, y1, x2, y2, x, y]
            .filter((number) => number !== undefined)
            .map(Math.round)
            .join(' '),
      );
      return [[character, [glyph.advanceWidth, commands.join('')]]];
    });
    const outlines = { capHeight: fonts[0]!.tables.os2.sCapHeight, glyphs: Object.fromEntries(glyphs) };
    return `export const OUTLINES = ${JSON.stringify(outlines)};`;
  },
};
