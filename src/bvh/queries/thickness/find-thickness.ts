/** How thick a solid is behind its surface: along the inward normal, to the next crossing of the surface. */
import { InputError } from '../../../errors.js';
import { normalize, scale, subtract, type Vec3 } from '../../../math/vec3.js';
import { boundingBox } from '../../../mesh/bounding-box.js';
import { isBadTriangle, type Mesh } from '../../../mesh/mesh.js';
import { computeNormals } from '../../../mesh/normals.js';
import { isInsideOut } from '../../../mesh/topology/inside-out.js';
import { mergeVertices } from '../../../mesh/topology/merge-vertices.js';
import { triangleCorners, triangleNormal } from '../../../mesh/triangle/triangle-corners.js';
import type { Bvh } from '../../bvh.js';
import type { IntersectOptions } from '../../intersect-segments.js';
import { listCrossings } from '../crossings/list-crossings.js';

/** The places to measure at: every vertex, or the middle of every triangle. */
export const THICKNESS_POINTS = ['vertices', 'triangles'] as const;

/** Places at which thicknesses are measured: triangles or vertices. */
export type ThicknessPoints = (typeof THICKNESS_POINTS)[number];

/** Fraction of the box's diagonal: far enough to leave the box. */
const REACH = 1.01;

interface Start {
  readonly point: Vec3;
  /** A unit vector, or zero or NaN where there is none. */
  readonly normal: Vec3;
}

/**
 * Thicknesses in world units at each place of `mesh`, which `bvh` is built of: the way along the inward normal to what it
 * crosses next, other than the triangles that meet at the start. Infinity where it crosses nothing or there is no normal. A
 * closed mesh whose triangles face inward is measured as if they faced outward.
 * @throws InputError for a place that is none.
 */
export async function findThickness(
  bvh: Bvh,
  mesh: Mesh,
  at: ThicknessPoints = 'triangles',
  options: IntersectOptions = {},
): Promise<Float32Array> {
  checkThicknessPoints(at);
  const starts = at === 'vertices' ? startAtVertices(mesh) : startAtTriangles(mesh);
  const length = inwardReach(mesh);
  const from = Float64Array.from(starts.flatMap(({ point }) => point));
  const to = Float64Array.from(starts.flatMap(({ point, normal }) => subtract(point, scale(normal, length))));
  const { offsets, triangles, t } = await listCrossings(bvh, { from, to }, options);
  const meetsStart = at === 'vertices' ? meetsVertex(mesh) : (start: number, triangle: number) => start === triangle;
  return Float32Array.from(starts, (_, start) => {
    for (let index = offsets[start]!; index < offsets[start + 1]!; index++) {
      if (!meetsStart(start, triangles[index]!)) return t[index]! * Math.abs(length);
    }
    return Infinity;
  });
}

/** @throws InputError for a place that is none. */
export function checkThicknessPoints(at: ThicknessPoints): void {
  if (!THICKNESS_POINTS.includes(at)) {
    throw new InputError(`thickness is measured at ${THICKNESS_POINTS.join(' or ')}, not at ${at}`);
  }
}

/** The length of segments against normals that leave the mesh's box wherever they start; negative where it is inside out. */
export function inwardReach(mesh: Mesh): number {
  const { min, max } = boundingBox(mesh);
  return (isInsideOut(mesh) ? -REACH : REACH) * Math.hypot(...subtract(max, min));
}

function startAtTriangles(mesh: Mesh): Start[] {
  return Array.from({ length: mesh.triangles.length / 3 }, (_, triangle) => {
    if (isBadTriangle(mesh, triangle)) return NO_START;
    const corners = triangleCorners(mesh, triangle);
    const middle = [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis]! / 3, 0));
    return { point: middle as unknown as Vec3, normal: normalize(triangleNormal(...corners)) };
  });
}

function startAtVertices(mesh: Mesh): Start[] {
  const { positions, origin } = mesh;
  const normals = mesh.normals ?? computeNormals(mesh);
  const vectorAt = (values: Float32Array, vertex: number): Vec3 => [
    values[3 * vertex]!,
    values[3 * vertex + 1]!,
    values[3 * vertex + 2]!,
  ];
  return Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const point = vectorAt(positions, vertex).map((coordinate, axis) => origin[axis]! + coordinate);
    return { point: point as unknown as Vec3, normal: vectorAt(normals, vertex) };
  });
}

/** A segment without a finite end crosses nothing. */
const NO_START: Start = { point: [Number.NaN, Number.NaN, Number.NaN], normal: [0, 0, 0] };

/** Whether a triangle has a corner at the place of a vertex. */
function meetsVertex({ positions, triangles }: Mesh): (vertex: number, triangle: number) => boolean {
  const { indices } = mergeVertices(positions);
  return (vertex, triangle) =>
    [0, 1, 2].some((corner) => indices[triangles[3 * triangle + corner]!] === indices[vertex]);
}
