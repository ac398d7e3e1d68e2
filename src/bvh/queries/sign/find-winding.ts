/** How often a surface goes around points. */
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Bvh } from '../../bvh.js';
import { answerInChunks, defaultChunk } from '../../chunks.js';
import { countPoints, type Points, relativeTo } from '../../relative-points.js';
import { WindingQuery } from './winding-query.js';

/** Options of `findWinding`. */
export interface FindWindingOptions {
  /** Points that are answered together, which bounds the device's memory. */
  readonly chunk?: number;
}

/**
 * The winding number of each point: 1 inside of a closed surface whose triangles are counter-clockwise from outside, 0 outside,
 * and something in between where there are holes. The error is below 0.01 of the solid angles of all triangles.
 * @throws InputError if there are not three numbers per point.
 */
export async function findWinding(bvh: Bvh, points: Points, options: FindWindingOptions = {}): Promise<Float32Array> {
  const count = countPoints(points);
  const windings = new Float32Array(count);
  await answerInChunks(
    count,
    options.chunk ?? defaultChunk(bvh),
    (capacity) => WindingQuery.create(bvh, { capacity }),
    async (query, first, length) => {
      const part = points.subarray(3 * first, 3 * (first + length));
      bvh.gpu.device.queue.writeBuffer(query.points, 0, relativeTo(bvh.origin, part));
      query.run(length);
      const [words] = await readWords(bvh.gpu, [{ buffer: query.results, length }]);
      windings.set(new Float32Array(words!.buffer, 0, length), first);
    },
  );
  return windings;
}
