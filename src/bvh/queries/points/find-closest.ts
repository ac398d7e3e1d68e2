/** The triangles closest to points: arrays in, arrays out, of any length. */
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { Bvh } from '../../bvh.js';
import { answerInChunks, defaultChunk } from '../../chunks.js';
import { countPoints, type Points, relativeTo } from '../../relative-points.js';
import { POINT_QUERY_DEFAULTS, POINT_RESULT_PLANES, PointQuery, type PointQueryOptions } from './point-query.js';

/** The nearest triangles of each point in turn, the closest first; among equals the one with the lower index. */
export interface ClosestTriangles {
  /** Triangles for each point. */
  readonly nearest: number;
  /** Indices in the mesh; −1 where there are no more within the distance, and for points that are not finite. */
  readonly triangles: Int32Array;
  /** World units; Infinity where there is no triangle. */
  readonly distances: Float32Array;
  /** The place: (1 − u − v) · A + u · B + v · C; 0 where there is no triangle. */
  readonly u: Float32Array;
  /** The second barycentric coordinate of each closest point. */
  readonly v: Float32Array;
}

/** Options of `findClosest`. */
export interface FindClosestOptions extends Omit<PointQueryOptions, 'capacity'> {
  /** Points that are answered together, which bounds the device's memory. */
  readonly chunk?: number;
}

/**
 * Finds the triangle closest to each point, or the `nearest` of them. Distances are right to a millionth of the mesh's size
 * and the point's distance together; triangles as close as that may be named in either order. Degenerate triangles are
 * what is left of them, edges or points.
 * @throws InputError if there are not three numbers per point, or for options that cannot be.
 * @example
 * ```js
 * const bvh = await Bvh.build(gpu, mesh);
 * const { triangles, distances } = await findClosest(bvh, Float32Array.of(0, 0, 0));
 * bvh.destroy();
 * ```
 */
export async function findClosest(
  bvh: Bvh,
  points: Points,
  options: FindClosestOptions = {},
): Promise<ClosestTriangles> {
  const count = countPoints(points);
  const { chunk = defaultChunk(bvh), ...queryOptions } = options;
  const { nearest } = { ...POINT_QUERY_DEFAULTS, ...queryOptions };
  const planes = Array.from({ length: POINT_RESULT_PLANES }, () => new Uint32Array(nearest * count));
  await answerInChunks(
    count,
    Math.max(1, Math.floor(chunk / nearest)),
    (capacity) => PointQuery.create(bvh, { ...queryOptions, capacity }),
    async (query, first, length) => {
      const { capacity, bvh: tree } = query;
      const part = points.subarray(3 * first, 3 * (first + length));
      tree.gpu.device.queue.writeBuffer(query.points, 0, relativeTo(tree.origin, part));
      query.run(length);
      const words = POINT_RESULT_PLANES * nearest * capacity;
      const [results] = await readWords(tree.gpu, [{ buffer: query.results, length: words }]);
      for (const [index, plane] of planes.entries()) {
        for (let rank = 0; rank < nearest; rank++) {
          const row = results!.subarray((index * nearest + rank) * capacity).subarray(0, length);
          if (nearest === 1) plane.set(row, first);
          else for (let at = 0; at < length; at++) plane[nearest * (first + at) + rank] = row[at]!;
        }
      }
    },
  );
  const [triangles, distances, u, v] = planes as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  return {
    nearest,
    triangles: new Int32Array(triangles.buffer),
    distances: new Float32Array(distances.buffer),
    u: new Float32Array(u.buffer),
    v: new Float32Array(v.buffer),
  };
}

/** x, y and z in the world of each place on a triangle; NaN where there is no triangle. */
export function pointsOnTriangles(
  { positions, triangles, origin }: Mesh,
  places: Pick<ClosestTriangles, 'triangles' | 'u' | 'v'>,
): Float64Array {
  const points = new Float64Array(3 * places.triangles.length).fill(Number.NaN);
  for (const [index, triangle] of places.triangles.entries()) {
    if (triangle < 0) continue;
    const [u, v] = [places.u[index]!, places.v[index]!];
    for (let axis = 0; axis < 3; axis++) {
      const corner = (at: number) => positions[3 * triangles[3 * triangle + at]! + axis]!;
      points[3 * index + axis] = origin[axis]! + (1 - u - v) * corner(0) + u * corner(1) + v * corner(2);
    }
  }
  return points;
}
