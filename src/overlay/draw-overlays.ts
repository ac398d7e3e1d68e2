/** Draws what explains an image onto it: a scale bar, orientation letters, a colour bar, its tiles. */
import type { Camera } from '../camera/camera.js';
import { InputError } from '../errors.js';
import type { TransferFunction, ValueRange } from '../transfer/transfer-function.js';
import { GLYPH_HEIGHT, measureText, textRects } from './bitmap-font.js';
import { drawColorBar } from './color-bar.js';
import { edgeLetters } from './edge-letters.js';
import { drawOutlined, type Raster, type Rect } from './raster.js';
import { formatLength, scaleBarLength } from './scale-bar.js';
import { drawTiles, type Tiles } from './tile-lines.js';

export interface Overlays {
  /** At the bottom left. The unit is that of the world; of metric ones a fitting multiple is written. */
  readonly scaleBar?: { readonly camera: Camera; readonly unit?: string };
  /** Letters at the four edges; true only of anatomical volumes. */
  readonly orientation?: { readonly camera: Camera };
  /**
   * At the bottom right: the colours of `range`, by default the transfer function's window or what its colours span, under a
   * title such as the values' unit.
   */
  readonly colorBar?: { readonly transfer: TransferFunction; readonly range?: ValueRange; readonly title?: string };
  /** Lines between the tiles, and in them the number of slabs that hold something; below all else. */
  readonly tiles?: Tiles;
}

/** Length of the image's smaller side, in pixels, for each pixel of the font. */
const PIXELS_PER_SCALE = 256;
/** Largest fraction of the image's width. */
const SCALE_BAR_WIDTH = 0.3;

/**
 * Draws overlays into `pixels` themselves: RGBA, 4 bytes a pixel, rows from the top. All that is drawn is opaque, white with
 * a black outline, on a transparent background too; the other pixels stay as they are. Everything grows with the smaller
 * side of the image, by whole factors, but lines between tiles, which let the picture shine through; what does not fit into a small one is cut off at its edges.
 * @throws InputError if there are not 4 · width · height bytes, or the range is not a lower and a higher number.
 */
export function drawOverlays(
  pixels: Raster['pixels'],
  width: number,
  height: number,
  { scaleBar, orientation, colorBar, tiles }: Overlays,
): void {
  if (pixels.length !== 4 * width * height) {
    throw new InputError(
      `overlays need an image's ${4 * width * height} bytes of RGBA for ${width} × ${height} pixels, not ${pixels.length}`,
    );
  }
  const raster = { pixels, width, height };
  const scale = overlayScale(width, height);
  if (tiles) drawTiles(raster, tiles, scale);
  if (orientation) drawOutlined(raster, layOutLetters(orientation.camera, raster, scale), scale);
  if (scaleBar) drawOutlined(raster, layOutScaleBar(scaleBar.camera, scaleBar.unit ?? '', raster, scale), scale);
  if (colorBar) drawColorBar(raster, colorBar.transfer, colorBar.range, colorBar.title ?? '', scale, MARGIN * scale);
}

/** Pixels for one pixel of the font. */
export const overlayScale = (width: number, height: number) =>
  Math.max(1, Math.round(Math.min(width, height) / PIXELS_PER_SCALE));

/** From the image's edges, in font pixels. */
const MARGIN = 5;

function layOutLetters(camera: Camera, { width, height }: Raster, scale: number): Rect[] {
  const { left, right, top, bottom } = edgeLetters(camera);
  const letterHeight = GLYPH_HEIGHT * scale;
  const margin = MARGIN * scale;
  const widthOf = (text: string) => measureText(text) * scale;
  const centredX = (text: string) => Math.round((width - widthOf(text)) / 2);
  const centredY = Math.round((height - letterHeight) / 2);
  return [
    ...textRects(left, margin, centredY, scale),
    ...textRects(right, width - margin - widthOf(right), centredY, scale),
    ...textRects(top, centredX(top), margin, scale),
    ...textRects(bottom, centredX(bottom), height - margin - letterHeight, scale),
  ];
}

/** In font pixels. */
const BAR_HEIGHT = 2;
const CAP_HEIGHT = 6;
const LABEL_GAP = 3;

/** A bar between two caps, whose outer edges are the length apart, and the length above it. */
function layOutScaleBar(camera: Camera, unit: string, { width, height }: Raster, scale: number): Rect[] {
  const { lengthWorld, lengthPixels } = scaleBarLength(camera, height, SCALE_BAR_WIDTH * width);
  const length = Math.round(lengthPixels);
  const left = MARGIN * scale;
  const bottom = height - MARGIN * scale;
  const capTop = bottom - CAP_HEIGHT * scale;
  const barTop = bottom - ((CAP_HEIGHT + BAR_HEIGHT) / 2) * scale;
  const cap = { top: capTop, width: scale, height: CAP_HEIGHT * scale };
  const label = formatLength(lengthWorld, unit);
  const labelLeft = Math.max(left, left + Math.round((length - measureText(label) * scale) / 2));
  return [
    { left, top: barTop, width: length, height: BAR_HEIGHT * scale },
    { ...cap, left },
    { ...cap, left: left + length - scale },
    ...textRects(label, labelLeft, capTop - (LABEL_GAP + GLYPH_HEIGHT) * scale, scale),
  ];
}
