/** All that segments cross, in order. */
import { readWords } from '../../gpu/buffers.js';
import type { Bvh } from '../bvh.js';
import { answerInChunks, defaultChunk } from '../chunks.js';
import { checkSegments, type IntersectOptions, type Segments, writeEnds } from '../intersect-segments.js';
import { CROSSING_WORDS, SegmentQuery } from '../segment-query.js';

/** The crossings of segment i are those from `offsets[i]` on, up to `offsets[i + 1]`: the nearest to its start first. */
export interface OrderedCrossings {
  /** One more than there are segments. */
  readonly offsets: Uint32Array;
  /** Indices in the mesh. */
  readonly triangles: Int32Array;
  /** Along the segment, from 0 to 1. */
  readonly t: Float32Array;
  /** The place: (1 − u − v) · A + u · B + v · C. */
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/**
 * Lists what segments cross; exact as `intersectSegments` is. Crossings within 1e-5 of the segment's length of each other may
 * come in either order.
 * @throws InputError if there are not three numbers for each end of each segment, none in a chunk, or the adapter has no
 * buffer for all crossings of a chunk.
 */
export async function listCrossings(
  bvh: Bvh,
  segments: Segments,
  options: IntersectOptions = {},
): Promise<OrderedCrossings> {
  const count = checkSegments(segments);
  const { chunk = defaultChunk(bvh), ...queryOptions } = options;
  const offsets = new Uint32Array(count + 1);
  const parts: { readonly first: number; readonly words: Uint32Array }[] = [];
  await answerInChunks(
    count,
    chunk,
    (capacity) => SegmentQuery.create(bvh, 'count', { ...queryOptions, capacity }),
    async (query, first, length) => {
      writeEnds(query, segments, first, length);
      await query.run(length);
      const [counts] = await readWords(bvh.gpu, [{ buffer: query.results, length }]);
      offsets.set(counts!, first + 1);
      parts.push({ first, words: await query.list(length, counts!) });
    },
  );
  for (let segment = 0; segment < count; segment++) offsets[segment + 1]! += offsets[segment]!;
  return orderCrossings(offsets, parts);
}

function orderCrossings(
  offsets: Uint32Array,
  parts: readonly { readonly first: number; readonly words: Uint32Array }[],
): OrderedCrossings {
  const all = new Uint32Array(CROSSING_WORDS * offsets.at(-1)!);
  for (const { first, words } of parts) all.set(words, CROSSING_WORDS * offsets[first]!);
  const numbers = new Float32Array(all.buffer);
  const total = offsets.at(-1)!;
  const triangles = new Int32Array(total);
  const [t, u, v] = [new Float32Array(total), new Float32Array(total), new Float32Array(total)];
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const [begin, end] = [offsets[segment]!, offsets[segment + 1]!];
    const order = Array.from({ length: end - begin }, (_, index) => CROSSING_WORDS * (begin + index));
    order.sort((a, b) => numbers[a + 1]! - numbers[b + 1]! || all[a]! - all[b]!);
    for (const [index, at] of order.entries()) {
      triangles[begin + index] = all[at]!;
      t[begin + index] = numbers[at + 1]!;
      u[begin + index] = numbers[at + 2]!;
      v[begin + index] = numbers[at + 3]!;
    }
  }
  return { offsets, triangles, t, u, v };
}
