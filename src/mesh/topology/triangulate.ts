/** Cuts polygons into triangles, convex or not, without leaving a vertex out: so closed meshes stay closed. */

/** A spiral with this many corners takes 35 ms, and the time grows with the cube; larger polygons stay fans. */
const EAR_CUTTING_CORNERS_MAX = 500;

/**
 * Reshapes polygons that are in `triangles` as fans about their first corner. `polygons` holds, for each polygon of more than
 * three corners, its first triangle's id and the number of its corners. Polygons of which a vertex does not exist or is not
 * finite stay fans. The vertices and the orientation of a polygon's outline stay what they are.
 * @param stepsMax tests of a corner against a triangle, for all polygons together; those that come after stay fans.
 * @returns how many these are.
 */
export function triangulatePolygons(
  positions: Float32Array | Float64Array,
  triangles: Uint32Array,
  polygons: Uint32Array,
  stepsMax = Number.POSITIVE_INFINITY,
): number {
  const steps: StepCount = { left: stepsMax };
  let leftFans = 0;
  for (let at = 0; at < polygons.length; at += 2) {
    const [start, count] = [3 * polygons[at]!, polygons[at + 1]!];
    if (count > EAR_CUTTING_CORNERS_MAX) continue;
    if (isFanRight(positions, triangles, start, count - 2)) continue;
    if (steps.left <= 0) {
      leftFans++;
      continue;
    }
    const corners = [triangles[start]!];
    for (let corner = 1; corner < count; corner++) {
      corners.push(corner === 1 ? triangles[start + 1]! : triangles[start + 3 * (corner - 2) + 2]!);
    }
    const outline = projectOutline(positions, corners);
    if (!outline) continue;
    triangles.set(
      cutEars(outline, steps).map((corner) => corners[corner]!),
      start,
    );
  }
  return leftFans;
}

/** Steps left; a polygon that was begun is finished. */
interface StepCount {
  left: number;
}

/** Whether the triangles of a fan face the same way, as all do where the first corner sees the whole outline. */
function isFanRight(
  positions: Float32Array | Float64Array,
  triangles: Uint32Array,
  start: number,
  count: number,
): boolean {
  const normals = new Float64Array(3 * count);
  const sum = [0, 0, 0];
  for (let triangle = 0; triangle < count; triangle++) {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[start + 3 * triangle + corner]!) as [
      number,
      number,
      number,
    ];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const [bu, bv] = [positions[b + u]! - positions[a + u]!, positions[b + v]! - positions[a + v]!];
      const [cu, cv] = [positions[c + u]! - positions[a + u]!, positions[c + v]! - positions[a + v]!];
      normals[3 * triangle + axis] = bu * cv - bv * cu;
      sum[axis]! += bu * cv - bv * cu;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    if (normals[at]! * sum[0]! + normals[at + 1]! * sum[1]! + normals[at + 2]! * sum[2]! < 0) return false;
  }
  return true;
}

type Point = readonly [number, number];

/**
 * Projects onto the two axes along which its area is largest, seen so that it is counter-clockwise; undefined if it has none.
 */
function projectOutline(positions: Float32Array | Float64Array, corners: readonly number[]): Point[] | undefined {
  const point = (corner: number) => {
    const at = 3 * corners[(corner + corners.length) % corners.length]!;
    return [positions[at]!, positions[at + 1]!, positions[at + 2]!] as const;
  };
  const [ox, oy, oz] = point(0);
  const points = corners.map((_, corner) => {
    const [x, y, z] = point(corner);
    return [x - ox, y - oy, z - oz] as const;
  });
  const normal = [0, 1, 2].map((axis) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    return points.reduce((sum, p, corner) => {
      const q = points[(corner + 1) % points.length]!;
      return sum + p[u]! * q[v]! - p[v]! * q[u]!;
    }, 0);
  });
  const largest = Math.max(...normal.map(Math.abs));
  if (!(largest > 0)) return undefined;
  const axis = normal.findIndex((component) => Math.abs(component) === largest);
  const sign = Math.sign(normal[axis]!);
  return points.map((p) => [p[(axis + 1) % 3]!, sign * p[(axis + 2) % 3]!]);
}

/** Twice the signed area of the triangle a b c. */
function area(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * Corners of the triangles, three each and two triangles less than there are corners. Cuts one ear after the other: a corner
 * that turns left and has no other corner in its triangle. The rest becomes a fan if there is none, as in outlines that cross
 * themselves. Source: G. H. Meisters, "Polygons have ears", American Mathematical Monthly 82, 1975.
 */
function cutEars(outline: readonly Point[], steps: StepCount): number[] {
  const left = outline.map((_, corner) => corner);
  const triangles: number[] = [];
  for (let at = 1, tried = 0; left.length > 3 && tried < left.length; ) {
    const before = left[(at + left.length - 1) % left.length]!;
    const corner = left[at % left.length]!;
    const after = left[(at + 1) % left.length]!;
    steps.left -= left.length;
    if (isEar(outline, left, before, corner, after)) {
      triangles.push(before, corner, after);
      left.splice(at % left.length, 1);
      tried = 0;
    } else {
      at += 1;
      tried += 1;
    }
  }
  for (let at = 1; at < left.length - 1; at++) triangles.push(left[0]!, left[at]!, left[at + 1]!);
  return triangles;
}

function isEar(
  outline: readonly Point[],
  left: readonly number[],
  before: number,
  corner: number,
  after: number,
): boolean {
  const [a, b, c] = [outline[before]!, outline[corner]!, outline[after]!];
  if (!(area(a, b, c) > 0)) return false;
  for (const other of left) {
    const p = outline[other]!;
    if (area(a, b, p) < 0 || area(b, c, p) < 0 || area(c, a, p) < 0) continue;
    // Its own corners, or others at the same place, where an outline touches itself, are not inside.
    if (!isSame(p, a) && !isSame(p, b) && !isSame(p, c)) return false;
  }
  return true;
}

const isSame = (p: Point, q: Point) => p[0] === q[0] && p[1] === q[1];
