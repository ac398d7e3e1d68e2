/** Queries that are asked again and again, with buffers of their own on the device: one door for all kinds. */
import { InputError } from '../../errors.js';
import type { Bvh } from '../bvh.js';
import type { SegmentQueryKind } from '../segment-kinds.js';
import { SegmentQuery, type SegmentQueryOptions } from '../segment-query.js';
import { CollisionQuery, type CollisionQueryOptions } from './collisions/collision-query.js';
import { CrossingQuery } from './crossings/crossing-query.js';
import { FieldQuery, type FieldQueryOptions } from './fields/field-query.js';
import { OverlapQuery, type OverlapQueryOptions } from './points/overlap-query.js';
import { PointQuery, type PointQueryOptions } from './points/point-query.js';
import { SideQuery, type SideQueryOptions } from './sign/side-query.js';
import { SignedDistanceQuery, type SignedDistanceQueryOptions } from './sign/signed-distance-query.js';
import { WindingQuery, type WindingQueryOptions } from './sign/winding-query.js';
import { ThicknessQuery, type ThicknessQueryOptions } from './thickness/thickness-query.js';

/** Options by the kind of a query. */
export interface QueryOptions {
  /** `find` says what of each segment: whether it crosses anything, how often, or the nearest crossing. */
  readonly segments: SegmentQueryOptions & { readonly find: SegmentQueryKind };
  /** Options of `'crossings'`. */
  readonly crossings: SegmentQueryOptions;
  /** Options of `'closest'`. */
  readonly closest: PointQueryOptions;
  /** Options of `'overlaps'`. */
  readonly overlaps: OverlapQueryOptions;
  /** Options of `'sides'`. */
  readonly sides: SideQueryOptions;
  /** Options of `'signedDistances'`. */
  readonly signedDistances: SignedDistanceQueryOptions;
  /** Options of `'winding'`. */
  readonly winding: WindingQueryOptions;
  /** Options of `'field'`. */
  readonly field: FieldQueryOptions;
  /** Options of `'thickness'`. */
  readonly thickness: ThicknessQueryOptions;
  /** `other` is the tree of the mesh that this one may collide with. */
  readonly collisions: CollisionQueryOptions & { readonly other: Bvh };
}

/** Queries by their kind: what each has of inputs, results and sizes. */
export interface Queries {
  /** Hits of segments. */
  readonly segments: SegmentQuery;
  /** All crossings of segments, in order. */
  readonly crossings: CrossingQuery;
  /** Closest points on the surface. */
  readonly closest: PointQuery;
  /** Triangles that overlap balls or boxes. */
  readonly overlaps: OverlapQuery;
  /** Whether points are inside. */
  readonly sides: SideQuery;
  /** Distances that are negative inside. */
  readonly signedDistances: SignedDistanceQuery;
  /** Generalized winding numbers. */
  readonly winding: WindingQuery;
  /** Distances at the voxels of a grid. */
  readonly field: FieldQuery;
  /** Thickness of the solid at points of its surface. */
  readonly thickness: ThicknessQuery;
  /** Pairs of triangles of two meshes that cross. */
  readonly collisions: CollisionQuery;
}

/** A kind of `createQuery`. */
export type QueryKind = keyof Queries;

const CREATE: { readonly [Kind in QueryKind]: (bvh: Bvh, options: QueryOptions[Kind]) => Promise<Queries[Kind]> } = {
  segments: (bvh, { find, ...options }) => SegmentQuery.create(bvh, find, options),
  crossings: CrossingQuery.create,
  closest: PointQuery.create,
  overlaps: OverlapQuery.create,
  sides: SideQuery.create,
  signedDistances: SignedDistanceQuery.create,
  winding: WindingQuery.create,
  field: FieldQuery.create,
  thickness: ThicknessQuery.create,
  collisions: (bvh, { other, ...options }) => CollisionQuery.create(bvh, other, options),
};

/**
 * A query of up to `capacity` items at a time, whose inputs and answers stay in buffers on the device. Functions such as
 * `findClosest` and `intersectSegments` take arrays and answer in arrays, and need none.
 * @throws InputError for a kind or options that cannot be, or more than the adapter has buffers for, DeviceError where it has no
 * memory.
 * @example
 * ```js
 * const bvh = await Bvh.build(gpu, mesh);
 * const query = await createQuery(bvh, 'closest', { capacity: 1000 });
 * console.log(query.capacity, query.sizeBytes);
 * query.destroy();
 * ```
 */
export async function createQuery<Kind extends QueryKind>(
  bvh: Bvh,
  kind: Kind,
  options: QueryOptions[Kind],
): Promise<Queries[Kind]> {
  if (!Object.hasOwn(CREATE, kind)) {
    throw new InputError(`a query is one of ${Object.keys(CREATE).join(', ')}, not ${kind}`);
  }
  return CREATE[kind](bvh, options);
}
