/** The places in a pixel through which its rays go. */

/** The real root of x³ = x + 1. */
const PLASTIC_NUMBER = 1.324717957244746;

/**
 * Offsets from the pixel's centre to the right and down, each from −½ to ½, of which the first is none: the R2 sequence of
 * M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.
 */
export function pixelOffsets(count: number): (readonly [number, number])[] {
  const centered = (x: number) => x - Math.floor(x) - 0.5;
  return Array.from({ length: count }, (_, n) => [
    centered(0.5 + n / PLASTIC_NUMBER),
    centered(0.5 + n / PLASTIC_NUMBER ** 2),
  ]);
}
