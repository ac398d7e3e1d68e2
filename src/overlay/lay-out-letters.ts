/** Letters in the middles of an image's edges. */
import type { EdgeLetters } from './edge-letters.js';
import type { Ink, Raster } from './raster.js';
import { GLYPH_HEIGHT, type OverlayFont } from './text/font.js';

/**
 * @param marginFont font pixels from the edges.
 * @param topRoom font pixels that something else takes at the top.
 */
export function layOutLetters(
  { left, right, top, bottom }: EdgeLetters,
  font: OverlayFont,
  { width, height }: Pick<Raster, 'width' | 'height'>,
  scale: number,
  marginFont: number,
  topRoom = 0,
): Ink[] {
  const letterHeight = GLYPH_HEIGHT * scale;
  const margin = marginFont * scale;
  const widthOf = (text: string) => font.measure(text) * scale;
  const centredX = (text: string) => Math.round((width - widthOf(text)) / 2);
  const centredY = Math.round((height - letterHeight) / 2);
  return [
    font.set(left, margin, centredY, scale),
    font.set(right, width - margin - widthOf(right), centredY, scale),
    font.set(top, centredX(top), Math.round(margin + topRoom * scale), scale),
    font.set(bottom, centredX(bottom), height - margin - letterHeight, scale),
  ];
}
