/** Colours that distinguish labels. */
import { encodeSrgb } from '../../math/srgb.js';
import { type Color, parseColor } from '../transfer-function.js';

/** Tableau's ten categories: every page has them, and d3-scale-chromatic is 7 kB of all that it exports. */
const TABLEAU_10 = [
  '#4e79a7',
  '#f28e2c',
  '#e15759',
  '#76b7b2',
  '#59a14f',
  '#edc949',
  '#af7aa1',
  '#ff9da7',
  '#9c755f',
  '#bab0ab',
] as const;

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
  if (count <= TABLEAU_10.length) {
    return TABLEAU_10.slice(0, count).map((color) => parseColor(color, 'a colour'));
  }
  const colors = Array.from({ length: Math.min(count, MAX_COLORS) }, (_, index): Color => {
    const [chroma, lightness] = TONES[index % TONES.length]!;
    return lchToRgb(lightness, chroma, (index * GOLDEN_DEGREES) % 360);
  });
  return Array.from({ length: count }, (_, index) => colors[index % colors.length]!);
}

/** D50, as IEC 61966-2-1 has sRGB's primaries adapted to it. */
const WHITE_D50 = { x: 0.96422, y: 1, z: 0.82521 } as const;

/** CIE LCh to sRGB of 8 bits a channel, clamped: as d3-color has it, which is 4 kB of a page's code. */
function lchToRgb(lightness: number, chroma: number, hueDegrees: number): Color {
  const hue = (hueDegrees * Math.PI) / 180;
  const level = (lightness + 16) / 116;
  const x = WHITE_D50.x * inverseLab(level + (Math.cos(hue) * chroma) / 500);
  const y = WHITE_D50.y * inverseLab(level);
  const z = WHITE_D50.z * inverseLab(level - (Math.sin(hue) * chroma) / 200);
  return [
    toChannel(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
    toChannel(-0.9787684 * x + 1.9161415 * y + 0.033454 * z),
    toChannel(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
  ];
}

/** The inverse of CIE 15's f. */
const inverseLab = (t: number) => (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29));

/** Rounded as bytes are. */
const toChannel = (linear: number) => Math.round(255 * Math.min(1, Math.max(0, encodeSrgb(linear)))) / 255;
