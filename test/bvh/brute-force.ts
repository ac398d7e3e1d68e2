/** Crossings of segments by the exact CPU reference, triangle by triangle. */
import type { Mesh } from '../../src/mesh/mesh.js';
import { crossSegment, type SegmentCrossing } from '../../src/reference/bvh/cross-segment.js';
import type { TestSegments } from './random-segments.js';

export interface ExactAnswer {
  readonly count: number;
  /** Every crossing with its triangle, the nearest first. */
  readonly crossings: readonly (SegmentCrossing & { readonly triangle: number })[];
}

export function crossByBruteForce(mesh: Pick<Mesh, 'positions' | 'triangles'>, segments: TestSegments): ExactAnswer[] {
  const { positions, triangles } = mesh;
  const corners = Array.from({ length: triangles.length / 3 }, (_, triangle) =>
    Float32Array.from({ length: 9 }, (__, at) => {
      const vertex = triangles[3 * triangle + Math.floor(at / 3)]!;
      return positions[3 * vertex + (at % 3)] ?? Number.NaN;
    }),
  );
  return Array.from({ length: segments.from.length / 3 }, (_, segment) => {
    const at = 3 * segment;
    const ends = Float32Array.of(...segments.from.subarray(at, at + 3), ...segments.to.subarray(at, at + 3));
    const crossings = corners.flatMap((triangleCorners, triangle) => {
      const crossing = crossSegment(ends, triangleCorners);
      return crossing ? [{ triangle, ...crossing }] : [];
    });
    crossings.sort((a, b) => a.t - b.t);
    return { count: crossings.length, crossings };
  });
}
