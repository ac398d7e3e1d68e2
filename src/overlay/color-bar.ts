/** Colour bars: the colours of a transfer function with the values they stand for. */
import { checkRange, evaluateColor, type TransferFunction, type ValueRange } from '../transfer/transfer-function.js';
import { niceTicks } from './nice-number.js';
import { drawOutlined, fillRect, type Ink, type Raster, type Rect, toRgb } from './raster.js';
import { DIGIT_WIDTH, GLYPH_HEIGHT, type OverlayFont } from './text/font.js';

/** Fraction of the image's height. */
const BAR_HEIGHT = 0.35;
const TICKS_MIN = 3;
const TICKS_MAX = 6;

/** Font pixels. */
export const BAR_WIDTH = 8;
const TICK_WIDTH = 3;
const LABEL_GAP = 3;
/** The room that ticks take to the left of a bar, with a label of this many characters of the widest digit. */
export const tickReach = (characters: number) => TICK_WIDTH + LABEL_GAP + Math.ceil(DIGIT_WIDTH * characters);
const TITLE_GAP = 4;
/** Least distance between two ticks, in pixels of the font. */
const TICK_DISTANCE = 2 * GLYPH_HEIGHT;

/**
 * A bar at the bottom right, from the lowest value of the range at its bottom to the highest at its top, with ticks to its
 * left and the title above it.
 * @throws InputError if the range is not a lower and a higher number.
 */
export function drawColorBar(
  raster: Raster,
  font: OverlayFont,
  transfer: TransferFunction,
  range: ValueRange | undefined,
  title: string,
  scale: number,
  margin: number,
): void {
  const shown = range ? checkRange(range, 'the range of a colour bar') : shownRange(transfer);
  const height = Math.round(BAR_HEIGHT * raster.height);
  const width = Math.round(BAR_WIDTH * scale);
  const bar: Rect = {
    left: Math.round(raster.width - margin) - width,
    top: Math.round(raster.height - margin) - height,
    width,
    height,
  };
  const titleLeft = bar.left + width - font.measure(title) * scale;
  const titleInk = font.set(title, titleLeft, bar.top - (TITLE_GAP + GLYPH_HEIGHT) * scale, scale);
  drawScale(raster, font, bar, transfer, shown, scale, [titleInk]);
}

/** A bar of colours with its ticks to the left; what else is in ink, such as a title, is outlined together with them. */
export function drawScale(
  raster: Raster,
  font: OverlayFont,
  bar: Rect,
  transfer: TransferFunction,
  [low, high]: ValueRange,
  scale: number,
  ink: readonly Ink[] = [],
): void {
  const { height } = bar;
  const countMax = Math.min(Math.max(Math.floor(height / (TICK_DISTANCE * scale)), TICKS_MIN), TICKS_MAX);
  const ticks = niceTicks(low, high, countMax);
  const rowOf = (value: number) => bar.top + Math.floor(((high - value) / (high - low)) * (height - 1) + 0.5);
  const shapes = ticks.values.flatMap((value, index) =>
    layOutTick(font, ticks.labels[index]!, rowOf(value), bar.left, scale),
  );
  drawOutlined(raster, [...shapes, ...ink, bar], scale);
  for (let row = 0; row < height; row++) {
    const value = height === 1 ? low : high - (row / (height - 1)) * (high - low);
    fillRect(raster, { ...bar, top: bar.top + row, height: 1 }, toRgb(evaluateColor(transfer, value)));
  }
}

/** A line whose middle is at `row` and that ends at the bar, and its label to the left. */
function layOutTick(font: OverlayFont, label: string, row: number, barLeft: number, scale: number): Ink[] {
  const left = barLeft - TICK_WIDTH * scale;
  const labelLeft = left - (LABEL_GAP + font.measure(label)) * scale;
  const middle = row - Math.floor(scale / 2);
  return [
    { left, top: middle, width: TICK_WIDTH * scale, height: scale },
    font.set(label, labelLeft, middle - ((GLYPH_HEIGHT - 1) / 2) * scale, scale),
  ];
}

/** The window, or what the colours span, or for a single colour the opacities; around a single value, some more. */
function shownRange({ window, colors, opacities }: TransferFunction): ValueRange {
  if (window) return window;
  const points = colors.length > 1 ? colors : opacities;
  const [low, high] = [points[0]!.value, points.at(-1)!.value];
  if (low < high) return [low, high];
  const half = Math.abs(low) / 2 || 1;
  return [low - half, low + half];
}
