/** Answers about the terrain's segments beside what is known of them. */

import type { TerrainSegments } from 'tilecast/lab';
import type { SegmentAnswers, SegmentQueryKind } from 'tilecast/mesh';

/** @returns how many answers are not what is true. */
export function countWrong(
  kind: SegmentQueryKind,
  answers: SegmentAnswers[SegmentQueryKind],
  { triangles }: TerrainSegments,
): number {
  const found = 'triangles' in answers ? answers.triangles : answers;
  let wrong = 0;
  for (const [index, triangle] of triangles.entries()) {
    const answer = kind === 'bits' ? (found[index >> 5]! >>> (index & 31)) & 1 : found[index];
    if (answer !== (kind === 'nearest' ? triangle : Number(triangle >= 0))) wrong += 1;
  }
  return wrong;
}
