/** The tiles of an image: lines between them, and how many of their slabs hold something. */
import { colorMapTransfer } from '../transfer/color-maps.js';
import { evaluateColor } from '../transfer/transfer-function.js';
import { drawOutlined, fillRect, type Raster, type Rect, type Rgb, toRgb } from './raster.js';
import { DIGIT_WIDTH, GLYPH_HEIGHT, type OverlayFont } from './text/font.js';

/** Pixels between two lines at least: closer ones hide the picture. */
const LINE_DISTANCE_MIN = 6;
/** Weight of the line over a pixel; the rest is the pixel's own colour, or its grey below a tint. */
const LINE_SHARE = 0.3;
const TINT_SHARE = 0.7;
const TINT_MAP = 'plasma';
/** Around a number, for its outline and the line. */
const NUMBER_MARGIN = 2;

/** The grid of tiles that a frame was cast in. */
export interface Tiles {
  /** Pixels of a tile. */
  readonly width: number;
  /** Rows of pixels of a tile. */
  readonly height: number;
  /** Per tile, rows from the top: how many of its slabs hold something. */
  readonly slabCounts?: Uint8Array | undefined;
  /** Slabs of a tile; what tints go up to. */
  readonly slabs?: number;
}

/** Every how many tiles there is a line, across and down. */
export const lineEvery = ({ width, height }: Pick<Tiles, 'width' | 'height'>) => ({
  columns: Math.ceil(LINE_DISTANCE_MIN / width),
  rows: Math.ceil(LINE_DISTANCE_MIN / height),
});

/** Whether a tile has room for a number with this many digits; other tiles are tinted. */
export const holdsNumber = ({ width, height }: Pick<Tiles, 'width' | 'height'>, slabs: number) =>
  width > DIGIT_WIDTH * String(slabs).length + 2 * NUMBER_MARGIN && height > GLYPH_HEIGHT + 2 * NUMBER_MARGIN;

/**
 * Draws lines of one pixel where tiles begin, brighter than dark pixels and darker than bright ones. Counted slabs put a number
 * in the middle of tiles that hold any, or, in tiles too small for it, a tint from dark blue to yellow.
 */
export function drawTiles(raster: Raster, font: OverlayFont, tiles: Tiles, scale: number): void {
  const { width, height, slabCounts, slabs = 1 } = tiles;
  const numbered = holdsNumber(tiles, slabs);
  if (slabCounts && !numbered) tintTiles(raster, tiles, slabCounts, slabs);
  drawLines(raster, tiles);
  if (!slabCounts || !numbered) return;
  const fits = (factor: number) => holdsNumber({ width: width / factor, height: height / factor }, slabs);
  let factor = scale;
  while (factor > 1 && !fits(factor)) factor--;
  forEachTile(raster, tiles, (tile, rect) => {
    if (slabCounts[tile]! > 0) drawNumber(raster, font, rect, String(slabCounts[tile]), factor);
  });
}

function drawLines(raster: Raster, tiles: Tiles): void {
  const every = lineEvery(tiles);
  const [across, down] = [every.columns * tiles.width, every.rows * tiles.height];
  for (let left = 0; left < raster.width; left += across) {
    if (left > 0) drawLine(raster, { left, top: 0, width: 1, height: raster.height });
    // Drawn between the lines that go down, so that none is drawn over another.
    const between = left > 0 ? { left: left + 1, width: across - 1 } : { left, width: across };
    for (let top = down; top < raster.height; top += down) drawLine(raster, { ...between, top, height: 1 });
  }
}

function forEachTile(raster: Raster, { width, height }: Tiles, visit: (tile: number, rect: Rect) => void): void {
  let tile = 0;
  for (let top = 0; top < raster.height; top += height) {
    for (let left = 0; left < raster.width; left += width) visit(tile++, { left, top, width, height });
  }
}

function tintTiles(raster: Raster, tiles: Tiles, slabCounts: Uint8Array, slabs: number): void {
  const map = colorMapTransfer(TINT_MAP, [0, slabs]);
  forEachTile(raster, tiles, (tile, rect) => {
    const count = slabCounts[tile]!;
    if (count === 0) return;
    const color = evaluateColor(map, count);
    recolorRect(raster, rect, (own) => {
      const grey = (1 - TINT_SHARE) * brightness(own);
      return toRgb(color.map((channel) => TINT_SHARE * channel + grey));
    });
  });
}

const drawLine = (raster: Raster, rect: Rect) =>
  recolorRect(raster, rect, (own) => {
    const ink = brightness(own) < 0.5 ? 255 : 0;
    return own.map((channel) => Math.round(channel + LINE_SHARE * (ink - channel))) as unknown as Rgb;
  });

/** Brightness between 0 and 1. */
const brightness = ([red, green, blue]: Rgb) => (2 * red + 5 * green + blue) / (8 * 255);

/** Gives the rectangle's pixels new colours, which depend on their own, and makes them opaque. */
function recolorRect(raster: Raster, rect: Rect, colorFor: (own: Rgb) => Rgb): void {
  const right = Math.min(rect.left + rect.width, raster.width);
  const bottom = Math.min(rect.top + rect.height, raster.height);
  for (let y = rect.top; y < bottom; y++) {
    for (let x = rect.left; x < right; x++) {
      const at = 4 * (y * raster.width + x);
      const own = Array.from(raster.pixels.subarray(at, at + 3)) as unknown as Rgb;
      fillRect(raster, { left: x, top: y, width: 1, height: 1 }, colorFor(own));
    }
  }
}

/** Drawn in the middle of a tile, unless that is cut off by the image's edge. */
function drawNumber(
  raster: Raster,
  font: OverlayFont,
  { left, top, width, height }: Rect,
  text: string,
  factor: number,
): void {
  const [textWidth, textHeight] = [font.measure(text) * factor, GLYPH_HEIGHT * factor];
  const x = left + Math.ceil((width - textWidth) / 2);
  const y = top + Math.ceil((height - textHeight) / 2);
  if (x + textWidth >= raster.width || y + textHeight >= raster.height) return;
  drawOutlined(raster, [font.set(text, x, y, factor)], 1);
}
