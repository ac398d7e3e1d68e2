/** The font of overlays: what characters measure, and their outlines in pixels. */
import type { TextInk } from '../raster.js';
import { rasterizePath } from './rasterize.js';

/** An outline in units of the font, y downwards from the baseline. */
export interface FontOutlines {
  readonly capHeight: number;
  /** How far a character advances, and its outline as an SVG path of M, L, Q, C and Z. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>;
}

/** Height of capitals and digits, in the units that overlays are laid out in. */
export const GLYPH_HEIGHT = 7;
/** Width of a digit: all are as wide, and layouts that have no font at hand need it. */
export const DIGIT_WIDTH = 6.4;
/** Stands for characters that the font lacks, in names that files have. */
const MISSING = '?';
/** Characters that look like one of the font's. */
const ALIKE: Readonly<Record<string, string>> = { '\u03bc': 'µ', '\u2212': '-' };

export class OverlayFont {
  readonly #outlines: FontOutlines;

  constructor(outlines: FontOutlines) {
    this.#outlines = outlines;
  }

  /** The width of a line of text. */
  measure(text: string): number {
    const advance = this.#glyphsOf(text).reduce((sum, [width]) => sum + width, 0);
    return (advance / this.#outlines.capHeight) * GLYPH_HEIGHT;
  }

  /** A line of text whose capitals have their top left at (left, top), in pixels, and are `scale` times `GLYPH_HEIGHT` high. */
  set(text: string, left: number, top: number, scale: number): TextInk {
    const perUnit = (GLYPH_HEIGHT * scale) / this.#outlines.capHeight;
    const baseline = top + GLYPH_HEIGHT * scale;
    let x = left;
    const paths = this.#glyphsOf(text).map(([advance, path]) => {
      const placed = { path, left: x, baseline, perUnit };
      x += advance * perUnit;
      return placed;
    });
    return { coverage: rasterizePath(paths) };
  }

  #glyphsOf(text: string) {
    const { glyphs } = this.#outlines;
    return lettersOf(text).map((letter) => glyphs[letter] ?? glyphs[MISSING]!);
  }
}

/** Characters as the font may have them: accents with their letters. */
const lettersOf = (text: string) => Array.from(text.normalize('NFC'), (character) => ALIKE[character] ?? character);

let loading: Promise<FontOutlines> | undefined;
let loadingAll: Promise<FontOutlines> | undefined;

const loadOutlines = () => {
  loading ??= import('virtual:font-outlines').then(({ OUTLINES }) => OUTLINES);
  return loading;
};

/** Outlines of the further letters too, which few pictures need: Latin ones of other languages, Greek and Cyrillic. */
const loadAllOutlines = () => {
  loadingAll ??= Promise.all([loadOutlines(), import('virtual:further-outlines')]).then(
    ([{ capHeight, glyphs }, more]) => ({
      capHeight,
      glyphs: { ...glyphs, ...more.OUTLINES.glyphs },
    }),
  );
  return loadingAll;
};

const outlinesFor = async (texts: readonly (string | undefined)[]) => {
  const first = await loadOutlines();
  const isEnough = texts.every((text = '') => lettersOf(text).every((letter) => letter in first.glyphs));
  return isEnough ? first : loadAllOutlines();
};

/** Loaded when something is written on a picture. @param texts that it is to write, besides those of letters and digits. */
export async function loadFont(texts: readonly (string | undefined)[] = []): Promise<OverlayFont> {
  return new OverlayFont(await outlinesFor(texts));
}

/** The letters of a text that the font lacks, each once. */
export async function findMissingLetters(text: string): Promise<string[]> {
  const { glyphs } = await outlinesFor([text]);
  return [...new Set(lettersOf(text))].filter((letter) => !(letter in glyphs));
}
