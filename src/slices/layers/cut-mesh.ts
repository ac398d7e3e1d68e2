/** The cut of a mesh with a slice: the line in which its surface meets the plane, as pixels that it covers. */
import { dot, type Vec3 } from '../../math/vec3.js';
import type { Mesh } from '../../mesh/mesh.js';
import { type Coverage, type GlyphPoint, rasterizeEdges } from '../../overlay/text/rasterize.js';
import { type SliceGrid, toPixel } from '../slice-grid.js';

export type PixelSegment = readonly [from: GlyphPoint, to: GlyphPoint];

/** The segments in which triangles cross the plane, in pixels. Corners on the plane count as above it. */
export function cutMesh(
  { positions, triangles, origin }: Pick<Mesh, 'positions' | 'triangles' | 'origin'>,
  grid: SliceGrid,
): PixelSegment[] {
  const offset = dot(grid.normal, grid.origin) - dot(grid.normal, origin);
  const [nx, ny, nz] = grid.normal;
  const heights = new Float64Array(positions.length / 3);
  for (let vertex = 0; vertex < heights.length; vertex++) {
    const at = 3 * vertex;
    heights[vertex] = nx * positions[at]! + ny * positions[at + 1]! + nz * positions[at + 2]! - offset;
  }
  const pointOf = (vertex: number): Vec3 => [
    positions[3 * vertex]! + origin[0],
    positions[3 * vertex + 1]! + origin[1],
    positions[3 * vertex + 2]! + origin[2],
  ];
  /** Interpolates from the lower end on, so that neighbouring triangles meet in the very same point. */
  const crossing = (a: number, b: number): GlyphPoint => {
    const [low, high] = heights[a]! < heights[b]! ? [a, b] : [b, a];
    const share = -heights[low]! / (heights[high]! - heights[low]!);
    const [from, to] = [pointOf(low), pointOf(high)];
    return toPixel(grid, from.map((x, axis) => x + share * (to[axis]! - x)) as unknown as Vec3);
  };
  const segments: PixelSegment[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    // Bad triangles have corners that are no vertices, or not finite.
    if (!Number.isFinite(heights[a]! + heights[b]! + heights[c]!)) continue;
    const [isA, isB, isC] = [heights[a]! >= 0, heights[b]! >= 0, heights[c]! >= 0];
    if (isA === isB && isB === isC) continue;
    const ends: GlyphPoint[] = [];
    if (isA !== isB) ends.push(crossing(a, b));
    if (isB !== isC) ends.push(crossing(b, c));
    if (isC !== isA) ends.push(crossing(c, a));
    segments.push([ends[0]!, ends[1]!]);
  }
  return segments;
}

/** The share of each pixel that lines of a width cover; undefined where all lie beside the picture. */
export function coverSegments(
  segments: readonly PixelSegment[],
  { width, height }: Pick<SliceGrid, 'width' | 'height'>,
  lineWidth: number,
): Coverage | undefined {
  const edges = segments.flatMap(([from, to]) => {
    // Lines beside the picture may reach into it, and their ends must not show.
    const clipped = clipSegment(from, to, { width, height }, lineWidth + 1);
    return clipped ? outlineOf(clipped, lineWidth / 2) : [];
  });
  return edges.length > 0 ? rasterizeEdges(edges) : undefined;
}

/** The four edges of a line of some width that is as much longer at both ends, so that lines that meet leave no gap. */
function outlineOf([[x0, y0], [x1, y1]]: PixelSegment, half: number): PixelSegment[] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [dx, dy] = length > 0 ? [((x1 - x0) / length) * half, ((y1 - y0) / length) * half] : [half, 0];
  // Coverage counts pixels from their corners, places from their centres.
  const corner = (x: number, y: number): GlyphPoint => [x + 0.5, y + 0.5];
  const corners = [
    corner(x0 - dx - dy, y0 - dy + dx),
    corner(x0 - dx + dy, y0 - dy - dx),
    corner(x1 + dx + dy, y1 + dy - dx),
    corner(x1 + dx - dy, y1 + dy + dx),
  ];
  return corners.map((from, index): PixelSegment => [from, corners[(index + 1) % 4]!]);
}

/** The part of a segment near the picture (Liang and Barsky). */
function clipSegment(
  [x0, y0]: GlyphPoint,
  [x1, y1]: GlyphPoint,
  { width, height }: Pick<SliceGrid, 'width' | 'height'>,
  margin: number,
): PixelSegment | undefined {
  let [first, last] = [0, 1];
  const [dx, dy] = [x1 - x0, y1 - y0];
  const sides = [
    [-dx, x0 + margin],
    [dx, width - 1 + margin - x0],
    [-dy, y0 + margin],
    [dy, height - 1 + margin - y0],
  ] as const;
  for (const [slope, room] of sides) {
    if (slope === 0 && room < 0) return undefined;
    if (slope < 0) first = Math.max(first, room / slope);
    if (slope > 0) last = Math.min(last, room / slope);
  }
  if (first > last) return undefined;
  const at = (share: number): GlyphPoint => [x0 + share * dx, y0 + share * dy];
  return [at(first), at(last)];
}
