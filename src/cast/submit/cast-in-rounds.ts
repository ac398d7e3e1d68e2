/** Casts an image of a paged volume in rounds: rays wait for pages that are not resident, and go on in the next round. */
import type { Gpu } from '../../gpu/gpu.js';
import { Readback } from '../../gpu/host/readback.js';
import type { Paging } from '../frame/encode-frame.js';
import { findWaiting } from '../paged/find-waiting.js';
import { PageFailures } from '../paged/page-failures.js';
import type { CallOptions } from '../settings.js';

/** The size of an image, and how it is cast. */
export interface RoundedImage {
  readonly height: number;
  /** Rays of a row. */
  readonly rowRays: number;
  /** Whether rays of rows far apart meet other pages: paths may meet any. */
  readonly isStraight: boolean;
  /** Says which rows the next rounds cast, and whether their rays begin. */
  readonly chooseStrip: (firstRow: number, endRow: number, isFirstRound: boolean) => void;
  /** Submits a cast of all tiles, between what it is given to encode before and after. */
  readonly castRound: (
    before: (encoder: GPUCommandEncoder) => void,
    after: (encoder: GPUCommandEncoder) => void,
  ) => Promise<void>;
}

export interface RoundOptions extends CallOptions {
  /** Shows what is done of the picture, now and then. */
  readonly showRound?: (() => Promise<void>) | undefined;
}

/** Milliseconds between two pictures of a frame whose pages come. */
const SHOWN_EVERY_MS = 200;

const NOTHING = () => {};

/**
 * @throws the signal's reason once it is aborted, and whatever reading pages throws.
 */
export async function castInRounds(
  gpu: Gpu,
  { residency, view }: Paging,
  { height, rowRays, isStraight, chooseStrip, castRound }: RoundedImage,
  { signal, onProgress, showRound }: RoundOptions,
): Promise<void> {
  const readback = new Readback(gpu, 'paged.readback');
  // An interactive picture is shown as far as it is complete.
  const failures = showRound && new PageFailures();
  const ranges = [{ buffer: residency.requests, offsetBytes: 0, sizeBytes: residency.requests.size }];
  try {
    // An interactive picture comes all over at once, and voxels in memory are no chunks that are decoded.
    const inColumns = isStraight && !showRound && residency.volume.chunks.maxBytes > 0;
    const { stripRows } = residency;
    let shownMs = performance.now();
    for (let firstRow = 0; firstRow < height; firstRow += stripRows) {
      const endRow = Math.min(firstRow + stripRows, height);
      const distanceOf = residency.beginRays(view, inColumns);
      for (let round = 0; ; round++) {
        signal?.throwIfAborted();
        if (round < 2) chooseStrip(firstRow, endRow, round === 0);
        if (residency.isComplete) {
          await castRound(NOTHING, NOTHING);
          onProgress?.(endRow / height);
          break;
        }
        await castRound(
          (encoder) => encoder.clearBuffer(residency.requests),
          (encoder) => readback.copy(encoder, ranges),
        );
        const waiting = await readback.view(ranges, ([words]) => findWaiting(words!));
        const rays = [...waiting.values()].reduce((sum, count) => sum + count, 0);
        const left = Math.min(rays, (endRow - firstRow) * rowRays);
        onProgress?.((endRow - left / rowRays) / height);
        if (left === 0 || failures?.areAll(waiting)) break;
        if (showRound && performance.now() > shownMs + SHOWN_EVERY_MS) {
          await showRound();
          shownMs = performance.now();
        }
        const progressive = failures && { longestMs: SHOWN_EVERY_MS, failures };
        await residency.serve(waiting, distanceOf, { signal, inColumns, ...progressive });
      }
    }
    if (failures?.first) {
      await showRound?.();
      throw failures.error;
    }
  } finally {
    readback.destroy();
  }
}
