/** Casts an image of a volume in pages: rays that meet a page which is not there wait for it, and go on in the next round. */
import type { Gpu } from '../../gpu/gpu.js';
import type { Paging } from '../frame/passes.js';
import type { CallOptions } from '../settings.js';
import { Readback } from '../target/readback.js';

const sumOf = (waiting: Uint32Array) => waiting.reduce((sum, rays) => sum + rays, 0);

/**
 * @param rays of the image.
 * @param castRound submits a cast of all tiles, between what it is given to encode before and after.
 * @throws the signal's reason once it is aborted, and whatever reading pages throws.
 */
export async function castInRounds(
  gpu: Gpu,
  { residency, distanceOf }: Paging,
  rays: number,
  castRound: (
    before: (encoder: GPUCommandEncoder) => void,
    after: (encoder: GPUCommandEncoder) => void,
  ) => Promise<void>,
  { signal, onProgress }: CallOptions,
): Promise<void> {
  const readback = new Readback(gpu, 'paged.readback');
  const ranges = [{ buffer: residency.requests, offsetBytes: 0, sizeBytes: residency.requests.size }];
  try {
    for (let round = 0; ; round++) {
      signal?.throwIfAborted();
      await castRound(
        (encoder) => {
          encoder.clearBuffer(residency.requests);
          if (round === 0) encoder.clearBuffer(residency.states!);
        },
        (encoder) => readback.copy(encoder, ranges),
      );
      const [bytes] = await readback.read(ranges);
      const waiting = new Uint32Array(bytes!);
      const left = sumOf(waiting);
      onProgress?.(1 - Math.min(left / rays, 1));
      if (left === 0) return;
      await residency.serve(waiting, distanceOf, signal);
    }
  } finally {
    readback.destroy();
  }
}
