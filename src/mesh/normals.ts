/** Smooth vertex normals. */
import type { Mesh } from './mesh.js';

/** Radians: the sum over triangles that face opposite ways leaves rounding errors of at most this. */
const CANCELLED = 1e-12;

/**
 * Unit normals, three numbers per vertex, into `normals`: the mean of the triangles' normals, weighted by their angles at
 * the vertex. Unlike weights by area, they do not depend on how a flat face is cut into triangles.
 * Bad and degenerate triangles have no weight; a vertex of no others, or whose normals cancel, gets zero.
 * Source: G. Thürmer and C. A. Wüthrich, "Computing vertex normals from polygonal facets", JGT 3(1), 1998.
 */
export function computeNormals(
  { positions, triangles }: Pick<Mesh, 'positions' | 'triangles'>,
  normals: Float32Array = new Float32Array(positions.length),
): Float32Array {
  // Products of four float32 coordinates neither overflow nor vanish in float64.
  const sums = new Float64Array(positions.length);
  for (let triangle = 0; triangle < triangles.length; triangle += 3) {
    const [a, b, c] = [3 * triangles[triangle]!, 3 * triangles[triangle + 1]!, 3 * triangles[triangle + 2]!];
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [abx, aby, abz] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [acx, acy, acz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    const [nx, ny, nz] = [aby * acz - abz * acy, abz * acx - abx * acz, abx * acy - aby * acx];
    const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    // False for NaN, too.
    if (!(twiceArea > 0 && twiceArea < Infinity)) continue;
    const abac = abx * acx + aby * acy + abz * acz;
    const angleA = Math.atan2(twiceArea, abac);
    const angleB = Math.atan2(twiceArea, abx * abx + aby * aby + abz * abz - abac);
    addScaled(sums, a, nx, ny, nz, angleA / twiceArea);
    addScaled(sums, b, nx, ny, nz, angleB / twiceArea);
    addScaled(sums, c, nx, ny, nz, (Math.PI - angleA - angleB) / twiceArea);
  }
  return normalizeNormals(sums, normals, CANCELLED);
}

/**
 * The vectors scaled to length 1, or to zero where they are not longer than `zero` or not finite.
 */
export function normalizeNormals(
  vectors: Float32Array | Float64Array,
  normals: Float32Array = new Float32Array(vectors.length),
  zero = 0,
): Float32Array {
  for (let at = 0; at < vectors.length; at += 3) {
    const [x, y, z] = [vectors[at]!, vectors[at + 1]!, vectors[at + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z);
    const valid = length > zero && length < Infinity;
    normals[at] = valid ? x / length : 0;
    normals[at + 1] = valid ? y / length : 0;
    normals[at + 2] = valid ? z / length : 0;
  }
  return normals;
}

function addScaled(sums: Float64Array, at: number, x: number, y: number, z: number, scale: number): void {
  sums[at]! += x * scale;
  sums[at + 1]! += y * scale;
  sums[at + 2]! += z * scale;
}
