/** How far points are from a surface, and on which side of it. */
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { Bvh } from '../../bvh.js';
import { answerInChunks, defaultChunk } from '../../chunks.js';
import { countPoints, type Points, relativeTo } from '../../relative-points.js';
import type { ClosestTriangles } from '../points/find-closest.js';
import { POINT_RESULT_PLANES } from '../points/point-query.js';
import { SideQuery } from './side-query.js';
import { chooseSignMethod, type SignMethod } from './sign-method.js';
import { SignedDistanceQuery } from './signed-distance-query.js';

/** Options of `findSignedDistance`. */
export interface SignedDistanceOptions {
  /** `auto` takes the parity where the mesh is closed, else the winding number. */
  readonly sign?: SignMethod | 'auto';
  /** World units; distances beyond it are infinite. */
  readonly within?: number;
  /** Points that are answered together, which bounds the memory that they take. */
  readonly chunk?: number;
}

/** Defaults of `SignedDistanceOptions`. */
export const SIGNED_DISTANCE_DEFAULTS = { sign: 'auto', within: Infinity } as const satisfies SignedDistanceOptions;

/** Distances of points, below 0 inside. */
export interface SignedDistances extends Omit<ClosestTriangles, 'nearest'> {
  /** Below 0 inside. */
  readonly distances: Float32Array;
  /** How the sign was found. */
  readonly sign: SignMethod;
  /**
   * How sure each sign is, from 0 to 1: 1 by parity, and by winding number w 2 · |w − ½|, up to 1.
   */
  readonly certainty: Float32Array;
}

/** Points inside, 1 each, else 0; and how sure that is, as in `SignedDistances`. */
export interface InsideAnswers {
  /** 1 for points inside, 0 for points outside. */
  readonly inside: Int32Array;
  /** The method that told the sides. */
  readonly sign: SignMethod;
  /** How sure each answer is, as in `SignedDistances`. */
  readonly certainty: Float32Array;
}

/**
 * Whether points are inside of `mesh`, which `bvh` is built of.
 * @throws InputError if there are not three numbers per point, and for a sign method that is none.
 */
export async function findSides(
  bvh: Bvh,
  mesh: Mesh,
  points: Points,
  { sign: wanted = 'auto', chunk = defaultChunk(bvh) }: Omit<SignedDistanceOptions, 'within'> = {},
): Promise<InsideAnswers> {
  const count = countPoints(points);
  const sign = chooseSignMethod(mesh, wanted);
  const [inside, certainty] = [new Int32Array(count), new Float32Array(count)];
  await answerInChunks(
    count,
    chunk,
    (capacity) => SideQuery.create(bvh, { capacity, sign, mesh }),
    async (query, first, length) => {
      uploadPoints(query, points, first, length);
      await query.run(length);
      const [words] = await readWords(bvh.gpu, [{ buffer: query.results, length: query.capacity + length }]);
      copySides(words!, query.capacity, length, { inside, certainty }, first);
    },
  );
  return { inside, sign, certainty };
}

/**
 * The distance of each point from `mesh`, which `bvh` is built of; below 0 inside.
 * @throws InputError as `findClosest`, and for a sign method that is none.
 */
export async function findSignedDistance(
  bvh: Bvh,
  mesh: Mesh,
  points: Points,
  options: SignedDistanceOptions = {},
): Promise<SignedDistances> {
  const count = countPoints(points);
  const { sign: wanted, within, chunk = defaultChunk(bvh) } = { ...SIGNED_DISTANCE_DEFAULTS, ...options };
  const sign = chooseSignMethod(mesh, wanted);
  const planes = Array.from({ length: POINT_RESULT_PLANES }, () => new Uint32Array(count));
  const sides = { inside: new Int32Array(count), certainty: new Float32Array(count) };
  await answerInChunks(
    count,
    chunk,
    (capacity) => SignedDistanceQuery.create(bvh, { capacity, sign, mesh, within }),
    async (query, first, length) => {
      const { capacity } = query;
      uploadPoints(query, points, first, length);
      await query.run(length);
      const [results, sideWords] = await readWords(bvh.gpu, [
        { buffer: query.results, length: POINT_RESULT_PLANES * capacity },
        { buffer: query.sides, length: capacity + length },
      ]);
      for (const [index, plane] of planes.entries()) {
        plane.set(results!.subarray(index * capacity, index * capacity + length), first);
      }
      copySides(sideWords!, capacity, length, sides, first);
    },
  );
  const [triangles, distances, u, v] = planes as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  return {
    triangles: new Int32Array(triangles.buffer),
    distances: new Float32Array(distances.buffer),
    u: new Float32Array(u.buffer),
    v: new Float32Array(v.buffer),
    sign,
    certainty: sides.certainty,
  };
}

function uploadPoints(
  { bvh, points: buffer }: SideQuery | SignedDistanceQuery,
  points: Points,
  first: number,
  length: number,
): void {
  const part = points.subarray(3 * first, 3 * (first + length));
  bvh.gpu.device.queue.writeBuffer(buffer, 0, relativeTo(bvh.origin, part));
}

function copySides(
  words: Uint32Array,
  capacity: number,
  length: number,
  { inside, certainty }: Pick<InsideAnswers, 'inside' | 'certainty'>,
  first: number,
): void {
  inside.set(words.subarray(0, length), first);
  certainty.set(new Float32Array(words.buffer, words.byteOffset + 4 * capacity, length), first);
}
