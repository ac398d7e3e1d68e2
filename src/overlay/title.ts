/** Titles of pictures: larger than other text, in as many lines as they take. */
import type { TextInk } from './raster.js';
import { breakIntoLines } from './text/break-into-lines.js';
import { GLYPH_HEIGHT, type OverlayFont } from './text/font.js';

const TITLE_SCALE = 1.3;
/** Longer titles are written smaller. */
const LINES_MAX = 3;
/** Font pixels between lines. */
const LINE_GAP = 5;
/** The step in which they become smaller, down to what nobody can read. */
const [SMALLER, SMALLEST] = [0.9, 0.05];

export interface BrokenTitle {
  readonly lines: readonly string[];
  /** Size of its letters, relative to other text. */
  readonly size: number;
  /** Font pixels. */
  readonly height: number;
}

/** @param width font pixels that it may take. */
export function breakTitle(title: string, font: OverlayFont, width: number): BrokenTitle {
  let size = TITLE_SCALE;
  let lines = [title];
  const fits = () => lines.length <= LINES_MAX && lines.every((line) => size * font.measure(line) <= width);
  for (; size > SMALLEST; size *= SMALLER) {
    lines = breakIntoLines(title, width / size, (line) => font.measure(line));
    if (fits()) break;
  }
  // A title of one line is a line of the full size, however small its letters are.
  return { lines, size, height: TITLE_SCALE * GLYPH_HEIGHT + (lines.length - 1) * lineStep(size) };
}

const lineStep = (size: number) => size * GLYPH_HEIGHT + LINE_GAP;

/** @param margin pixels from the left and the top. @param scale pixels for one of the font. */
export function setTitle({ lines, size }: BrokenTitle, font: OverlayFont, margin: number, scale: number): TextInk[] {
  return lines.map((line, at) => font.set(line, margin, margin + at * lineStep(size) * scale, size * scale));
}
