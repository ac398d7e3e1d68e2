/** Draws what explains an image onto it: a scale bar, orientation letters, a colour bar, a legend, its tiles. */
import type { Camera } from '../camera/camera.js';
import { InputError } from '../errors.js';
import type { TransferFunction, ValueRange } from '../transfer/transfer-function.js';
import { drawColorBar } from './color-bar.js';
import { edgeLetters } from './edge-letters.js';
import { layOutBar } from './lay-out-bar.js';
import { layOutLetters } from './lay-out-letters.js';
import { drawLegend, type LegendEntry, layOutLegend, legendWidth } from './legend.js';
import { drawOutlined, type Ink, type Raster } from './raster.js';
import { formatLength, scaleBarLength } from './scale-bar.js';
import { GLYPH_HEIGHT, loadFont, type OverlayFont } from './text/font.js';
import { drawTiles, type Tiles } from './tile-lines.js';
import { breakTitle, setTitle } from './title.js';

/** Overlays to draw onto a finished frame. */
export interface Overlays {
  /** Drawn at the bottom left. The unit is that of the world; of metric ones a fitting multiple is written. */
  readonly scaleBar?: { readonly camera: Camera; readonly unit?: string };
  /** Letters at the four edges; true only of anatomical volumes. */
  readonly orientation?: { readonly camera: Camera };
  /**
   * Drawn at the bottom right: the colours of `range`, by default the transfer function's window or what its colours span,
   * under a title such as the values' unit.
   */
  readonly colorBar?: { readonly transfer: TransferFunction; readonly range?: ValueRange; readonly title?: string };
  /** Drawn at the top right: the colours of labels, or of other things, and their names. */
  readonly legend?: readonly LegendEntry[];
  /** Lines between the tiles, and in them the number of slabs that hold something; below all else. */
  readonly tiles?: Tiles;
  /** Drawn at the top left. */
  readonly title?: string;
  /** How much larger all is than fits the image's size; default 1. */
  readonly overlayScale?: number;
  /** Colour of letters and lines, which have an outline of the other one; default white. */
  readonly overlayColor?: 'white' | 'black';
}

/** Length of the image's smaller side, in pixels, for each pixel of the font. */
const PIXELS_PER_SCALE = 256;
/** Largest fraction of the image's width. */
const SCALE_BAR_WIDTH = 0.3;

/**
 * Draws overlays into `pixels` themselves: RGBA, 4 bytes per pixel, rows from the top. All that is drawn is white with a black
 * outline, or black with a white one, and reads on any background, a transparent one too; the other pixels stay as they are. Everything
 * grows with the smaller side of the image, by whole factors, but lines between tiles, which let the picture shine through; what does
 * not fit into a small one is cut off at its edges.
 * @throws InputError if there are not 4 · width · height bytes, or the range is not a lower and a higher number.
 */
export async function drawOverlays(
  pixels: Raster['pixels'],
  width: number,
  height: number,
  overlays: Overlays,
): Promise<void> {
  const {
    scaleBar,
    orientation,
    colorBar,
    legend = [],
    tiles,
    title,
    overlayScale: factor = 1,
    overlayColor,
  } = overlays;
  if (pixels.length !== 4 * width * height) {
    throw new InputError(
      `overlays need an image's ${4 * width * height} bytes of RGBA for ${width} × ${height} pixels, not ${pixels.length}`,
    );
  }
  if (!(factor > 0 && factor <= MAX_FACTOR)) {
    throw new InputError(`overlays must be scaled by more than 0 and at most ${MAX_FACTOR}, not ${factor}`);
  }
  if (!tiles && !orientation && !scaleBar && !title && legend.length === 0 && !colorBar) return;
  const raster = { pixels, width, height, isLight: overlayColor === 'black' };
  const scale = factor * overlayScale(width, height);
  const font = await loadFont([title, colorBar?.title, ...legend.map(({ name }) => name)]);
  const broken = title ? breakTitle(title, font, width / scale - 2 * MARGIN) : undefined;
  if (tiles) drawTiles(raster, font, tiles, scale);
  if (orientation)
    drawOutlined(
      raster,
      layOutLetters(edgeLetters(orientation.camera), font, raster, scale, MARGIN, broken ? broken.height + MARGIN : 0),
      scale,
    );
  if (scaleBar) drawOutlined(raster, layOutScaleBar(scaleBar, font, raster, scale), scale);
  if (broken) drawOutlined(raster, setTitle(broken, font, MARGIN * scale, scale), scale);
  if (legend.length > 0) {
    const beside = { orientation: orientation !== undefined, colorBar: colorBar !== undefined };
    drawLegend(raster, font, layOutLegend(legend, font, roomOfLegend(raster, scale, beside)), scale, MARGIN * scale);
  }
  if (colorBar)
    drawColorBar(raster, font, colorBar.transfer, colorBar.range, colorBar.title ?? '', scale, MARGIN * scale);
}

const MAX_FACTOR = 16;

/** The other overlays at the right of an image. */
interface LegendNeighbors {
  readonly orientation: boolean;
  readonly colorBar: boolean;
}

/** Largest fraction of an image's height that a legend takes above a colour bar. */
const LEGEND_HEIGHT = 0.55;

/** Font pixels that a legend has below its margin, in an image of as many: above a letter in the middle, a colour bar, or nothing. */
function legendHeight({ orientation, colorBar }: LegendNeighbors, heightFont: number): number {
  if (orientation) return (heightFont - GLYPH_HEIGHT) / 2 - 2 * MARGIN;
  return colorBar ? LEGEND_HEIGHT * heightFont : heightFont - 2 * MARGIN;
}

/** Largest fraction of an image's width that a legend takes, which views are fitted beside. */
const LEGEND_WIDTH = 0.35;

/** The room of a legend in an image, in font pixels. */
const roomOfLegend = ({ width, height }: Pick<Raster, 'width' | 'height'>, scale: number, beside: LegendNeighbors) => ({
  width: (LEGEND_WIDTH * width) / scale - 2 * MARGIN,
  height: legendHeight(beside, height / scale),
});

/** The share of an image's width, at its right, that a legend takes: at most 0.35, and 0 without one. */
export async function legendShare(
  legend: readonly LegendEntry[],
  { width, height }: Pick<Raster, 'width' | 'height'>,
  { overlayScale: factor = 1, ...beside }: LegendNeighbors & Pick<Overlays, 'overlayScale'>,
): Promise<number> {
  if (legend.length === 0) return 0;
  const scale = factor * overlayScale(width, height);
  const font = await loadFont(legend.map(({ name }) => name));
  const { names } = layOutLegend(legend, font, roomOfLegend({ width, height }, scale, beside));
  return Math.min(((legendWidth(font, names) + 2 * MARGIN) * scale) / width, LEGEND_WIDTH);
}

/** Pixels for one pixel of the font. */
export const overlayScale = (width: number, height: number) =>
  Math.max(1, Math.round(Math.min(width, height) / PIXELS_PER_SCALE));

/** Font pixels from the image's edges. */
const MARGIN = 5;

/** The longest round length that fits, at the bottom left. */
function layOutScaleBar(
  { camera, unit = '' }: NonNullable<Overlays['scaleBar']>,
  font: OverlayFont,
  { width, height }: Raster,
  scale: number,
): Ink[] {
  const { lengthWorld, lengthPixels } = scaleBarLength(camera, height, SCALE_BAR_WIDTH * width);
  const written = formatLength(lengthWorld, unit);
  // Nearer things are larger, and farther ones smaller.
  const label = camera.projection === 'perspective' ? `${written} at centre` : written;
  return layOutBar(font, MARGIN * scale, height - MARGIN * scale, lengthPixels, label, scale);
}
