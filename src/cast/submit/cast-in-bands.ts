/** Casts an image in bands of tiles, so that a long frame can be followed and ended. */
import type { CallOptions } from '../settings.js';

/** Time of a band: short enough to end a frame at once, long enough to hide what a submission costs. */
const BAND_MS = 100;
/** Fraction of the tiles in the first band, before anything is known. */
const FIRST_SHARE = 1 / 64;
/** Largest ratio of a band's size to that of the one before. */
const GROWTH = 4;

/**
 * @param tiles of the image.
 * @param castBand casts a number of tiles from the first on, and resolves when they are done.
 * @param maxBands that there may be.
 * @throws the signal's reason once it is aborted.
 */
export async function castInBands(
  tiles: number,
  castBand: (firstTile: number, count: number) => Promise<void>,
  { signal, onProgress }: CallOptions,
  maxBands = Infinity,
): Promise<void> {
  const least = Math.max(1, Math.ceil(tiles / maxBands));
  let count = Math.max(least, Math.round(tiles * FIRST_SHARE));
  for (let first = 0; first < tiles; ) {
    signal?.throwIfAborted();
    onProgress?.(first / tiles);
    const band = Math.min(count, tiles - first);
    const startMs = performance.now();
    await castBand(first, band);
    const factor = BAND_MS / Math.max(performance.now() - startMs, 1);
    count = Math.max(least, Math.round(count * Math.min(factor, GROWTH)));
    first += band;
  }
  onProgress?.(1);
}
