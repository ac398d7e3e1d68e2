/** The shape of a scale bar. */
import type { Ink } from './raster.js';
import { GLYPH_HEIGHT, type OverlayFont } from './text/font.js';

/** Font pixels. */
const BAR_HEIGHT = 2;
const CAP_HEIGHT = 6;
const LABEL_GAP = 3;

/** A bar between two caps, whose outer edges are a length apart, with its label above; its bottom left is at (left, bottom). */
export function layOutBar(
  font: OverlayFont,
  left: number,
  bottom: number,
  lengthPixels: number,
  label: string,
  scale: number,
): Ink[] {
  const length = Math.round(lengthPixels);
  const capTop = bottom - CAP_HEIGHT * scale;
  const barTop = bottom - ((CAP_HEIGHT + BAR_HEIGHT) / 2) * scale;
  const cap = { top: capTop, width: scale, height: CAP_HEIGHT * scale };
  const labelLeft = Math.max(left, left + Math.round((length - font.measure(label) * scale) / 2));
  return [
    { left, top: barTop, width: length, height: BAR_HEIGHT * scale },
    { ...cap, left },
    { ...cap, left: left + length - scale },
    font.set(label, labelLeft, capTop - (LABEL_GAP + GLYPH_HEIGHT) * scale, scale),
  ];
}
