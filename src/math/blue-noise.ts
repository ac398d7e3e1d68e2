/** Blue noise: a square of thresholds that tiles, whose neighbours differ as much as they can. */

/** Entries along each side of the mask. */
export const BLUE_NOISE_SIZE = 32;

const SIZE = BLUE_NOISE_SIZE;
const COUNT = SIZE * SIZE;
/** Standard deviation of the Gaussian by which a set pixel repels others, in pixels: Ulichney's. */
const SIGMA = 1.5;
/** Fraction of the pixels that the initial pattern sets. */
const INITIAL_FRACTION = 0.1;

/**
 * A mask of 32 × 32 values in (0, 1), x fastest, each (rank + ½) / 1024 for a rank of its own. The seed, an integer from 0
 * on, of which the lower 32 bits count, chooses the pattern that it grows from. Void and cluster: R. Ulichney, "The
 * void-and-cluster method for dither array generation", 1993.
 */
export function createBlueNoise(seed: number): Float32Array<ArrayBuffer> {
  const initial = createPattern();
  for (const pixel of scatteredPixels(seed)) toggle(initial, pixel);
  spreadOut(initial);

  const ranks = new Float32Array(COUNT);
  const { setCount } = initial;
  const shrinking = copyOf(initial);
  for (let rank = setCount - 1; rank >= 0; rank--) {
    const cluster = tightestCluster(shrinking);
    toggle(shrinking, cluster);
    ranks[cluster] = rank;
  }
  // Ulichney takes the tightest cluster of the pixels that are not set beyond one half. The Gaussians of all pixels sum up to
  // the same everywhere, so that is the largest void again.
  for (let rank = setCount; rank < COUNT; rank++) {
    const empty = largestVoid(initial);
    toggle(initial, empty);
    ranks[empty] = rank;
  }
  return ranks.map((rank) => (rank + 0.5) / COUNT);
}

interface Pattern {
  readonly isSet: Uint8Array;
  setCount: number;
  /** The sum, for each pixel, of the Gaussians about the pixels that are set. */
  readonly crowding: Float64Array;
}

const createPattern = (): Pattern => ({
  isSet: new Uint8Array(COUNT),
  setCount: 0,
  crowding: new Float64Array(COUNT),
});

const copyOf = ({ isSet, setCount, crowding }: Pattern): Pattern => ({
  isSet: isSet.slice(),
  setCount,
  crowding: crowding.slice(),
});

/**
 * The Gaussian by offset, on the torus. Integers have exact sums: no rounding builds up as pixels are set and cleared, and the
 * mask does not depend on the last bits of an engine's exponential.
 */
const REPULSION = Float64Array.from({ length: COUNT }, (_, offset) => {
  const x = toroidalDistance(offset % SIZE);
  const y = toroidalDistance(Math.floor(offset / SIZE));
  return Math.round(2 ** 40 * Math.exp(-(x * x + y * y) / (2 * SIGMA * SIGMA)));
});

function toroidalDistance(offset: number): number {
  return Math.min(offset, SIZE - offset);
}

/** Sets a pixel that is not set, and clears one that is. */
function toggle(pattern: Pattern, pixel: number): void {
  const sign = pattern.isSet[pixel] ? -1 : 1;
  pattern.isSet[pixel]! ^= 1;
  pattern.setCount += sign;
  const [x, y] = [pixel % SIZE, Math.floor(pixel / SIZE)];
  for (let row = 0; row < SIZE; row++) {
    const rowOffset = SIZE * Math.abs(row - y);
    for (let column = 0; column < SIZE; column++) {
      pattern.crowding[SIZE * row + column]! += sign * REPULSION[rowOffset + Math.abs(column - x)]!;
    }
  }
}

/** The set pixel with the most others about it. */
function tightestCluster({ isSet, crowding }: Pattern): number {
  let tightest = -1;
  for (let pixel = 0; pixel < COUNT; pixel++) {
    if (isSet[pixel] && (tightest < 0 || crowding[pixel]! > crowding[tightest]!)) tightest = pixel;
  }
  return tightest;
}

/** The pixel that is not set with the fewest about it. */
function largestVoid({ isSet, crowding }: Pattern): number {
  let largest = -1;
  for (let pixel = 0; pixel < COUNT; pixel++) {
    if (!isSet[pixel] && (largest < 0 || crowding[pixel]! < crowding[largest]!)) largest = pixel;
  }
  return largest;
}

/** Moves set pixels from the tightest cluster to the largest void for as long as that makes the pattern more even. */
function spreadOut(pattern: Pattern): void {
  for (;;) {
    const from = tightestCluster(pattern);
    toggle(pattern, from);
    const to = largestVoid(pattern);
    const evener = pattern.crowding[to]! < pattern.crowding[from]!;
    toggle(pattern, evener ? to : from);
    if (!evener) return;
  }
}

/** Different pixels in an order that depends on nothing but the seed. */
function scatteredPixels(seed: number): number[] {
  const keys = Array.from({ length: COUNT }, (_, pixel) => hash(hash(seed) + pixel));
  const pixels = Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]!);
  return pixels.slice(0, Math.round(INITIAL_FRACTION * COUNT));
}

/** A bijection of 32-bit integers without pattern: C. Wellons, "Prospecting for hash functions", 2018 (public domain). */
function hash(integer: number): number {
  let mixed = integer | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
