/** All that segments cross, in order. */
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Bvh } from '../../bvh.js';
import { answerInChunks, defaultChunk } from '../../chunks.js';
import {
  checkSegments,
  type IntersectOptions,
  type Segments,
  StagedQuery,
  uploadEnds,
} from '../../intersect-segments.js';
import { CROSSING_WORDS } from '../../segment-query.js';
import { CrossingQuery } from './crossing-query.js';

/** The crossings of segment i are those from `offsets[i]` on, up to `offsets[i + 1]`: the nearest to its start first. */
export interface OrderedCrossings {
  /** One more than there are segments. */
  readonly offsets: Uint32Array;
  /** Indices in the mesh. */
  readonly triangles: Int32Array;
  /** Position along the segment, from 0 to 1. */
  readonly t: Float32Array;
  /** The place: (1 − u − v) · A + u · B + v · C. */
  readonly u: Float32Array;
  /** The second barycentric coordinate of each crossing. */
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
    async (capacity) => new StagedQuery(await CrossingQuery.create(bvh, { ...queryOptions, capacity })),
    async ({ query, staging }, first, length) => {
      await uploadEnds(staging, query, segments, first, length);
      const total = await query.run(length);
      const [ends, words] = await readWords(bvh.gpu, [
        { buffer: query.offsets, length: length + 1 },
        { buffer: query.crossings, length: CROSSING_WORDS * total },
      ]);
      // How many each has, until those before are known.
      for (let index = 0; index < length; index++) offsets[first + index + 1] = ends![index + 1]! - ends![index]!;
      parts.push({ first, words: words! });
    },
  );
  for (let segment = 0; segment < count; segment++) offsets[segment + 1]! += offsets[segment]!;
  return { offsets, ...joinParts(offsets, parts) };
}

function joinParts(
  offsets: Uint32Array,
  parts: readonly { readonly first: number; readonly words: Uint32Array }[],
): Omit<OrderedCrossings, 'offsets'> {
  const total = offsets.at(-1)!;
  const planes = Array.from({ length: CROSSING_WORDS }, () => new Uint32Array(total));
  for (const { first, words } of parts) {
    for (const [field, plane] of planes.entries()) {
      const start = offsets[first]!;
      for (let at = field; at < words.length; at += CROSSING_WORDS)
        plane[start + (at - field) / CROSSING_WORDS] = words[at]!;
    }
  }
  const [t, u, v] = planes.slice(1).map(({ buffer }) => new Float32Array(buffer)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { triangles: new Int32Array(planes[0]!.buffer), t, u, v };
}
