/** The questions about segments, and the words that their answers take. */
import { InputError } from '../errors.js';

/**
 * Whether segments cross anything (`any`, or `bits` for a bit each), what they cross first, how many triangles they cross.
 */
export const SEGMENT_QUERIES = ['any', 'bits', 'nearest', 'count'] as const;

/** A question about segments: whether, where or how often they cross the mesh. */
export type SegmentQueryKind = (typeof SEGMENT_QUERIES)[number];

export const SEGMENT_KERNEL = 'bvh/segments/intersect_segments.wgsl';

/** Variants of the kernel; it counts crossings unless told otherwise. */
export const SEGMENT_VARIANTS = {
  any: { conditions: { any_hit: true }, constants: {} },
  bits: { conditions: { any_hit: true }, constants: { bits: 1 } },
  nearest: { conditions: { nearest: true }, constants: {} },
  count: { conditions: {}, constants: {} },
} as const satisfies Readonly<Record<SegmentQueryKind, object>>;

/** Numbers of an answer: a triangle, t, u and v are four. */
export const ANSWER_PLANES: Readonly<Record<SegmentQueryKind, number>> = { any: 1, bits: 1, nearest: 4, count: 1 };

const SEGMENTS_PER_WORD: Readonly<Record<SegmentQueryKind, number>> = { any: 1, bits: 32, nearest: 1, count: 1 };

/** Words that one number of the answers about that many segments takes. */
export const planeWords = (kind: SegmentQueryKind, segments: number): number =>
  Math.ceil(segments / SEGMENTS_PER_WORD[kind]);

/** The next number of segments whose answers end with a word. */
export const wholeWords = (kind: SegmentQueryKind, segments: number): number =>
  SEGMENTS_PER_WORD[kind] * planeWords(kind, segments);

/** Bytes of all answers about that many segments. */
export const answerBytes = (kind: SegmentQueryKind, segments: number): number =>
  4 * ANSWER_PLANES[kind] * planeWords(kind, segments);

/** @throws InputError unless it is one of the questions. */
export function checkKind(kind: SegmentQueryKind): void {
  if (!SEGMENT_QUERIES.includes(kind)) {
    throw new InputError(`a segment query is ${SEGMENT_QUERIES.join(', ')}, not ${kind}`);
  }
}
