/** The places of the rays of one pixel. */

export const MAX_SUBPIXELS = 64;

/** The real root of ρ³ = ρ + 1, which the R2 sequence is built on: Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018. */
const PLASTIC_NUMBER = 1.324717957244746;

/** Offsets are multiples of this, so that float32 holds them, added to any pixel's place, exactly. */
const GRID = 1 / 256;

/**
 * Offsets from the pixel's centre, in pixels between −½ and ½, right and up: the first points of the R2 sequence, which
 * spread evenly for any number of them. The first is the centre itself.
 */
export function subpixelOffsets(count: number): (readonly [number, number])[] {
  const along = (index: number, axis: number) => {
    const position = 0.5 + index / PLASTIC_NUMBER ** axis;
    return Math.round((position - Math.floor(position) - 0.5) / GRID) * GRID;
  };
  return Array.from({ length: count }, (_, index) => [along(index, 1), along(index, 2)] as const);
}
