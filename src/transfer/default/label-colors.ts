/** Colours that distinguish labels. */
import { hcl } from 'd3-color';
import { schemeTableau10 } from 'd3-scale-chromatic';
import { type Color, parseColor } from '../transfer-function.js';

/** A region alone, such as a mask: bone. */
const ONLY: Color = [0.93, 0.86, 0.74];

/** Golden angles, so that no two of any few follow each other closely; chroma and lightness in turns of their own. */
const GOLDEN_DEGREES = 137.50776405003785;
const TONES = [
  [54, 68],
  [44, 54],
  [38, 80],
] as const;

/** The number that a mask can distinguish: labels beyond them share the colours of others. */
const MAX_COLORS = 240;

/**
 * A colour for each of `count` labels in their order: Tableau's ten for up to ten of them, else hues at golden angles in CIE
 * LCh. Colours repeat beyond 240.
 */
export function labelColors(count: number): readonly Color[] {
  if (count === 1) return [ONLY];
  if (count <= schemeTableau10.length) {
    return schemeTableau10.slice(0, count).map((color) => parseColor(color, 'a colour'));
  }
  const colors = Array.from({ length: Math.min(count, MAX_COLORS) }, (_, index): Color => {
    const [chroma, lightness] = TONES[index % TONES.length]!;
    const { r, g, b } = hcl((index * GOLDEN_DEGREES) % 360, chroma, lightness)
      .rgb()
      .clamp();
    return [r / 255, g / 255, b / 255];
  });
  return Array.from({ length: count }, (_, index) => colors[index % colors.length]!);
}
