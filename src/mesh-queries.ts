/**
 * Queries and measures of meshes on the GPU: `tilecast/mesh`. It runs in browsers and in Node alike.
 * @module tilecast/mesh
 */

export type { DescribeStep } from './bvh/build/tree-builder.js';
export { BVH_DEFAULTS, Bvh, type BvhOptions, type BvhSize } from './bvh/bvh.js';
export { findInside } from './bvh/find-inside.js';
export {
  type IntersectIntoOptions,
  type IntersectOptions,
  intersectSegments,
  MISSED_T,
  type NearestCrossings,
  type SegmentAnswers,
  type Segments,
} from './bvh/intersect-segments.js';
export type { CollisionQuery, CollisionQueryOptions } from './bvh/queries/collisions/collision-query.js';
export { collides, findCollisions, type MeshTree } from './bvh/queries/collisions/find-collisions.js';
export {
  COMPARE_DEFAULTS,
  type CompareOptions,
  compareSurfaces,
  type SurfaceComparison,
  type SurfaceDistance,
} from './bvh/queries/compare-surfaces.js';
export { createQuery, type Queries, type QueryKind, type QueryOptions } from './bvh/queries/create-query.js';
export type { CrossingQuery } from './bvh/queries/crossings/crossing-query.js';
export { listCrossings, type OrderedCrossings } from './bvh/queries/crossings/list-crossings.js';
export {
  createDistanceField,
  type DistanceField,
  type DistanceFieldOptions,
  distanceFieldInPieces,
} from './bvh/queries/fields/distance-field.js';
export type { FieldQuery, FieldQueryOptions } from './bvh/queries/fields/field-query.js';
export { gridAround, type VoxelGrid } from './bvh/queries/fields/voxel-grid.js';
export { type VoxelizeOptions, voxelizeInPieces, voxelizeMesh } from './bvh/queries/fields/voxelize-mesh.js';
export {
  type ClosestTriangles,
  type FindClosestOptions,
  findClosest,
  pointsOnTriangles,
} from './bvh/queries/points/find-closest.js';
export { type Ball, findOverlaps, type Overlaps } from './bvh/queries/points/find-overlaps.js';
export {
  OVERLAP_REGIONS,
  type OverlapQuery,
  type OverlapQueryOptions,
  type OverlapRegion,
} from './bvh/queries/points/overlap-query.js';
export {
  MAX_NEAREST,
  POINT_QUERY_DEFAULTS,
  type PointQuery,
  type PointQueryOptions,
} from './bvh/queries/points/point-query.js';
export {
  findSides,
  findSignedDistance,
  type InsideAnswers,
  SIGNED_DISTANCE_DEFAULTS,
  type SignedDistanceOptions,
  type SignedDistances,
} from './bvh/queries/sign/find-signed-distance.js';
export { type FindWindingOptions, findWinding } from './bvh/queries/sign/find-winding.js';
export type { SideQuery, SideQueryOptions } from './bvh/queries/sign/side-query.js';
export { SIGN_METHODS, type SignMethod } from './bvh/queries/sign/sign-method.js';
export type { SignedDistanceQuery, SignedDistanceQueryOptions } from './bvh/queries/sign/signed-distance-query.js';
export type { WindingQuery, WindingQueryOptions } from './bvh/queries/sign/winding-query.js';
export { findThickness, THICKNESS_POINTS, type ThicknessPoints } from './bvh/queries/thickness/find-thickness.js';
export type { ThicknessQuery, ThicknessQueryOptions } from './bvh/queries/thickness/thickness-query.js';
export type { Points } from './bvh/relative-points.js';
export { SEGMENT_QUERIES, type SegmentQueryKind } from './bvh/segment-kinds.js';
export type { SegmentBuffers } from './bvh/segment-layout.js';
export { SEGMENT_PASS_DEFAULTS, SegmentPass, type SegmentPassOptions } from './bvh/segment-pass.js';
export { SEGMENT_QUERY_DEFAULTS, type SegmentQuery, type SegmentQueryOptions } from './bvh/segment-query.js';
export { sampleSurface } from './mesh/sample-surface.js';
export { type Closedness, findClosedness } from './mesh/topology/closedness.js';
export { findSignedVolume, isInsideOut, turnOver } from './mesh/topology/inside-out.js';
export { type ClosestPoint, closestOnTriangle } from './mesh/triangle/closest-on-triangle.js';
