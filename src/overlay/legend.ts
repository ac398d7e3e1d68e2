/** Legends of labels: a swatch of each one's colour, and its name. */
import type { Vec3 } from '../math/vec3.js';
import { drawOutlined, fillRect, type Raster, type Rect, toRgb, veilRect } from './raster.js';
import { GLYPH_HEIGHT, type OverlayFont } from './text/font.js';

/** An entry of a legend: a colour and its meaning. */
export interface LegendEntry {
  /** Red, green and blue from 0 to 1. */
  readonly color: Vec3;
  /** The text beside the colour. */
  readonly name: string;
}

/** Font pixels. */
const SWATCH_WIDTH = 8;
const SWATCH_GAP = 4;
const ROW_HEIGHT = GLYPH_HEIGHT + 5;
const VEIL_MARGIN = 3;
/** The rows of a legend: what they name, and whether the last one says how many there would be more. */
interface LegendRows {
  readonly shown: readonly LegendEntry[];
  readonly names: readonly string[];
}

/** The room of a legend, in font pixels. */
interface LegendRoom {
  readonly width: number;
  readonly height: number;
}

/** As many rows as fit into the height; where more do not, the last one says how many. Names that are too long lose their middle. */
export function layOutLegend(
  entries: readonly LegendEntry[],
  font: OverlayFont,
  { width, height }: LegendRoom,
): LegendRows {
  const rows = Math.max(1, Math.floor((height + ROW_HEIGHT - GLYPH_HEIGHT) / ROW_HEIGHT));
  const fits = entries.length <= rows;
  const shown = entries.slice(0, fits ? rows : rows - 1);
  const names = [...shown.map(({ name }) => name), ...(fits ? [] : [`and ${entries.length - shown.length} more`])];
  return { shown, names: names.map((name) => shorten(name, font, width - SWATCH_WIDTH - SWATCH_GAP)) };
}

const DOTS = '...';

/** The name with as many letters at both ends as fit into a width: names of regions begin alike, and end in what they differ by. */
function shorten(name: string, font: OverlayFont, width: number): string {
  if (font.measure(name) <= width) return name;
  const letters = [...name];
  for (let kept = letters.length - 1; kept > 2; kept--) {
    const head = letters.slice(0, Math.ceil(kept / 2)).join('');
    const short = head + DOTS + letters.slice(letters.length - Math.floor(kept / 2)).join('');
    if (font.measure(short) <= width) return short;
  }
  return letters[0]! + DOTS;
}

/** The width of a legend, in font pixels. */
export const legendWidth = (font: OverlayFont, names: readonly string[]): number =>
  SWATCH_WIDTH + SWATCH_GAP + Math.max(...names.map((name) => font.measure(name)));

/** Draws them below each other at the top right, on a veil over what is seen there. */
export function drawLegend(
  raster: Raster,
  font: OverlayFont,
  { shown, names }: LegendRows,
  scale: number,
  margin: number,
): void {
  const width = legendWidth(font, names) * scale;
  const left = Math.round(raster.width - margin - width);
  const topOf = (row: number) => Math.round(margin + row * ROW_HEIGHT * scale);
  const around = VEIL_MARGIN * scale;
  veilRect(raster, {
    left: left - around,
    top: topOf(0) - around,
    width: width + 2 * around,
    height: names.length * ROW_HEIGHT * scale - (ROW_HEIGHT - GLYPH_HEIGHT) * scale + 2 * around,
  });
  const swatches = shown.map(
    (_, row): Rect => ({ left, top: topOf(row), width: SWATCH_WIDTH * scale, height: GLYPH_HEIGHT * scale }),
  );
  const texts = names.map((name, row) => font.set(name, left + (SWATCH_WIDTH + SWATCH_GAP) * scale, topOf(row), scale));
  drawOutlined(raster, [...swatches, ...texts], scale);
  for (const [row, { color }] of shown.entries()) fillRect(raster, swatches[row]!, toRgb(color));
}
