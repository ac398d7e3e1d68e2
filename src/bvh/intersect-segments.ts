/** Crossings of segments with a mesh: arrays in, arrays out, of any length. */
import { InputError } from '../errors.js';
import { Staging } from '../gpu/host/staging.js';
import type { Bvh } from './bvh.js';
import { answerInChunks, checkChunk, defaultChunk } from './chunks.js';
import type { Points } from './relative-points.js';
import { ANSWER_PLANES, checkKind, planeWords, type SegmentQueryKind, wholeWords } from './segment-kinds.js';
import { SegmentQuery, type SegmentQueryOptions } from './segment-query.js';
import { uploadPoints } from './upload-points.js';

/** x, y and z of each segment's start and end, in world units. */
export interface Segments {
  /** Starts of the segments, x, y, z each. */
  readonly from: Points;
  /** Ends of the segments, x, y, z each. */
  readonly to: Points;
}

/** The nearest crossing of each segment; all is 0 where there is none, but for what is said here. */
export interface NearestCrossings {
  /** The triangle's index in the mesh; −1 where there is none. */
  readonly triangles: Int32Array;
  /** Position along the segment, from 0 to 1; `MISSED_T` where there is none. */
  readonly t: Float32Array;
  /** The place: (1 − u − v) · A + u · B + v · C. */
  readonly u: Float32Array;
  /** The second barycentric coordinate of each hit, the weight of the triangle's third corner. */
  readonly v: Float32Array;
}

/** The `t` of segments without a crossing. */
export const MISSED_T = 2.5e8;

/** Results by kind of answer. */
export interface SegmentAnswers {
  /** 1 for each segment that crosses anything, else 0. */
  readonly any: Int32Array;
  /** `any` as a bit per segment: of segment i it is bit i % 32 of word ⌊i / 32⌋. Bits after the last segment's are 0. */
  readonly bits: Uint32Array;
  /** The answer to `'nearest'`. */
  readonly nearest: NearestCrossings;
  /** How many triangles each segment crosses. */
  readonly count: Int32Array;
}

/** Options of `intersectSegments`. */
export interface IntersectOptions extends Omit<SegmentQueryOptions, 'capacity'> {
  /** Segments that are answered together, which bounds the device's memory; sorting sorts those. */
  readonly chunk?: number;
}

/** Options of `intersectSegments`, with arrays to write results to. */
export interface IntersectIntoOptions<Kind extends SegmentQueryKind> extends IntersectOptions {
  /** Arrays for the answers, as long as new ones: to reuse those of an earlier call, which takes less time than new ones. */
  readonly into?: SegmentAnswers[Kind];
}

/**
 * Finds what segments cross; exact for the ends as they are in float32 relative to the mesh's origin. An edge or a vertex of
 * a closed surface counts once, so that an odd number of crossings between a point and any point outside says that it is
 * inside. A segment that lies in a triangle's plane does not cross it, nor does one without a length or with an end that is
 * not finite.
 * @throws InputError for another kind of answer, if there are not three numbers for each end of each segment, none in a chunk,
 * or arrays of another length for the answers.
 * @example
 * ```js
 * const bvh = await Bvh.build(gpu, mesh);
 * const segments = { from: Float32Array.of(0, 0, -10), to: Float32Array.of(0, 0, 10) };
 * const { triangles, t } = await intersectSegments(bvh, segments, 'nearest');
 * bvh.destroy();
 * ```
 */
export async function intersectSegments<Kind extends SegmentQueryKind>(
  bvh: Bvh,
  segments: Segments,
  kind: Kind,
  options: IntersectIntoOptions<Kind> = {},
): Promise<SegmentAnswers[Kind]> {
  checkKind(kind);
  const count = checkSegments(segments);
  const { chunk = defaultChunk(bvh), into, ...queryOptions } = options;
  const length = planeWords(kind, count);
  const planes = into ? viewPlanes(into, count, length) : createPlanes(kind, length);
  await answerInChunks(
    count,
    wholeWords(kind, checkChunk(chunk)),
    async (capacity) => new StagedQuery(await SegmentQuery.create(bvh, kind, { ...queryOptions, capacity })),
    async ({ query, staging }, first, length) => {
      await uploadEnds(staging, query, segments, first, length, (encoder) => query.encode(encoder, length));
      await query.view(length, (found) => {
        for (const [index, plane] of planes.entries()) plane.set(found[index]!, planeWords(kind, first));
      });
    },
  );
  return into ?? (nameAnswers(kind, planes) as SegmentAnswers[Kind]);
}

export function checkSegments({ from, to }: Segments): number {
  if (from.length !== to.length || from.length % 3 !== 0) {
    throw new InputError(
      `segments must have three numbers for each start and each end, not ${from.length} and ${to.length} in all`,
    );
  }
  return from.length / 3;
}

/** A query with the memory that ends come through. */
export class StagedQuery<Query extends { readonly bvh: Bvh; readonly capacity: number; destroy(): void }> {
  readonly query: Query;
  readonly staging: Staging;

  constructor(query: Query) {
    this.query = query;
    this.staging = new Staging(query.bvh.gpu, 'points.staging');
  }

  get capacity(): number {
    return this.query.capacity;
  }

  destroy(): void {
    this.query.destroy();
    this.staging.release();
  }
}

export function uploadEnds(
  staging: Staging,
  { bvh, ends, capacity }: Pick<SegmentQuery, 'bvh' | 'ends' | 'capacity'>,
  { from, to }: Segments,
  first: number,
  length: number,
  encodeAfter?: (encoder: GPUCommandEncoder) => void,
): Promise<void> {
  const [starts, stops] = [from, to].map((points) => points.subarray(3 * first, 3 * (first + length)));
  const parts = [
    { points: starts!, offsetBytes: 0 },
    { points: stops!, offsetBytes: 12 * capacity },
  ];
  return uploadPoints(staging, ends, bvh.origin, parts, encodeAfter);
}

const createPlanes = (kind: SegmentQueryKind, words: number) =>
  Array.from({ length: ANSWER_PLANES[kind] }, () => new Int32Array(words));

/** The words of answers, whatever they mean. */
function viewPlanes(answers: SegmentAnswers[SegmentQueryKind], count: number, words: number): Int32Array[] {
  const { triangles, t, u, v } = 'triangles' in answers ? answers : { triangles: answers };
  return [triangles, t, u, v]
    .filter((plane) => plane !== undefined)
    .map((plane) => {
      if (plane.length !== words) {
        throw new InputError(
          `arrays for the answers about ${count} segments have ${words} numbers, not ${plane.length}`,
        );
      }
      return new Int32Array(plane.buffer, plane.byteOffset, words);
    });
}

function nameAnswers(kind: SegmentQueryKind, planes: readonly Int32Array[]): SegmentAnswers[SegmentQueryKind] {
  if (kind === 'bits') return new Uint32Array(planes[0]!.buffer);
  if (kind !== 'nearest') return planes[0]!;
  const [t, u, v] = planes.slice(1).map(({ buffer }) => new Float32Array(buffer)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { triangles: planes[0]!, t, u, v };
}
