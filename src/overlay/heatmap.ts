/** Heat maps: a number for each pixel of an image as a colour, beside a bar that says what the colours mean. */

import { InputError } from '../errors.js';
import { keepNumbers } from '../math/map-numbers.js';
import { colorMapTransfer } from '../transfer/color-maps.js';
import { evaluateColor, type TransferFunction } from '../transfer/transfer-function.js';
import { BAR_WIDTH, drawScale, tickReach } from './color-bar.js';
import { drawOverlays, type Overlays, overlayScale } from './draw-overlays.js';
import { drawOutlined, fillRect, type Raster, type Rgb, toRgb } from './raster.js';
import { breakIntoLines } from './text/break-into-lines.js';
import { GLYPH_HEIGHT, loadFont } from './text/font.js';

/** Perceptually uniform, and neither end is the black around the map. */
const COLOR_MAP = 'viridis';
const BACKGROUND: Rgb = [0, 0, 0];

/** Fraction of the counted pixels that share the colours below the last; a few outliers would take them all. */
const SHARE = 0.999;
/** Ratio of the largest value to what this share of the pixels reaches, from which on it hides the rest. */
const OUTLIER = 1.5;

/** Font pixels. */
const MARGIN = 5;
const LINE_GAP = 3;
const LABEL_CHARACTERS = 6;

/** Options of `createHeatmap`. */
export interface HeatmapOptions {
  /** Pixels of the map. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** The quantity and its unit. */
  readonly title: string;
  /** Drawn onto the map; a colour bar there would be of other colours. */
  readonly overlays?: Omit<Overlays, 'colorBar'>;
}

/** An image of its own size: larger than the map, and the same for all maps of one size and title. */
export interface Heatmap {
  /** Pixels of a row. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** RGBA, 4 bytes per pixel, rows from the top, all opaque. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** The value of the last colour, which values above it have too. */
  readonly max: number;
  /** The value at the end of the colours. */
  readonly largest: number;
}

/**
 * Draws values, one for each pixel, rows from the top, none below 0. The colours go from 0 to the largest value, or where
 * that is far larger than most to the 99.9th percentile of those above 0; a line below the title says which.
 * @throws InputError if there are not as many values as pixels, or some are below 0 or not finite.
 */
export async function createHeatmap(
  values: ArrayLike<number>,
  { width, height, title, overlays = {} }: HeatmapOptions,
): Promise<Heatmap> {
  if (values.length !== width * height) {
    throw new InputError(`a heat map of ${width} × ${height} pixels needs as many values, not ${values.length}`);
  }
  const { max, largest } = chooseMax(values);
  const transfer = colorMapTransfer(COLOR_MAP, [0, max]);
  const map = { pixels: colorValues(values, transfer), width, height };
  await drawOverlays(map.pixels, width, height, overlays);

  const font = await loadFont();
  const scale = overlayScale(width, height);
  const margin = MARGIN * scale;
  const barLeft = 2 * margin + width + tickReach(LABEL_CHARACTERS) * scale;
  const barWidth = BAR_WIDTH * scale;
  const figureWidth = barLeft + barWidth + margin;
  const breakLine = (text: string) =>
    breakIntoLines(text, (figureWidth - 2 * margin) / scale, (line) => font.measure(line));
  const notes = {
    whole: `up to the largest, ${writeNumber(largest)}`,
    cut: `up to the 99.9th percentile, largest ${writeNumber(largest)}`,
  };
  const lines = [...breakLine(title), ...breakLine(max < largest ? notes.cut : notes.whole)];
  // Independent of the values, so that the pictures of a series have one size.
  const lineCount =
    breakLine(title).length + breakLine(`${notes.cut.replace(/\S+$/, '')}${'0'.repeat(LABEL_CHARACTERS)}`).length;
  const lineHeight = (GLYPH_HEIGHT + LINE_GAP) * scale;
  const mapTop = margin + lineCount * lineHeight + 2 * scale;
  const figureHeight = mapTop + height + margin;

  const figure = { width: figureWidth, height: figureHeight, pixels: new Uint8Array(4 * figureWidth * figureHeight) };
  fillRect(figure, { left: 0, top: 0, width: figureWidth, height: figureHeight }, BACKGROUND);
  copyRows(map, figure, margin, mapTop);
  const ink = lines.map((line, index) => font.set(line, margin, margin + index * lineHeight, scale));
  drawOutlined(figure, ink, 0);
  drawScale(figure, font, { left: barLeft, top: mapTop, width: barWidth, height }, transfer, [0, max], scale);
  return { ...figure, max, largest };
}

/** @throws InputError for values that are below 0 or not finite. */
function chooseMax(values: ArrayLike<number>): { max: number; largest: number } {
  const positive = keepNumbers(values, (value) => value !== 0);
  if (!positive.every((value) => value > 0 && value < Infinity)) {
    throw new InputError("a heat map's values must be numbers from 0 on");
  }
  // The bar must go somewhere even if all is 0.
  if (positive.length === 0) return { max: 1, largest: 1 };
  positive.sort();
  const largest = positive.at(-1)!;
  const shared = positive[Math.ceil(SHARE * positive.length) - 1]!;
  return { max: largest > OUTLIER * shared ? shared : largest, largest };
}

function colorValues(values: ArrayLike<number>, transfer: TransferFunction): Uint8Array<ArrayBuffer> {
  // Few of the values differ: counts are small, and blocks are of many pixels.
  const colors = new Map<number, Rgb>();
  const pixels = new Uint8Array(4 * values.length).fill(255);
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    let color = colors.get(value);
    if (!color) {
      color = toRgb(evaluateColor(transfer, value));
      colors.set(value, color);
    }
    pixels.set(color, 4 * index);
  }
  return pixels;
}

/** Writes three significant digits, or all digits before the point, so that few numbers are wider than the bar's labels. */
const writeNumber = (value: number) =>
  value >= 1e6 || value < 0.01
    ? value.toExponential(1).replace('e+', 'e')
    : value >= 100
      ? String(Math.round(value))
      : String(Number(value.toPrecision(3)));

function copyRows(from: Raster, to: Raster, left: number, top: number): void {
  for (let row = 0; row < from.height; row++) {
    const bytes = from.pixels.subarray(4 * row * from.width, 4 * (row + 1) * from.width);
    to.pixels.set(bytes, 4 * ((top + row) * to.width + left));
  }
}
