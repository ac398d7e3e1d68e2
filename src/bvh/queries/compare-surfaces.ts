/** How far two surfaces are from each other. */
import { InputError } from '../../errors.js';
import { boundingBox } from '../../mesh/bounding-box.js';
import { isBadTriangle, type Mesh } from '../../mesh/mesh.js';
import { sampleSurface } from '../../mesh/sample-surface.js';
import { triangleCorners } from '../../mesh/triangle/triangle-corners.js';
import type { MeshTree } from './collisions/find-collisions.js';
import { findClosest } from './points/find-closest.js';

/** Options of `compareSurfaces`. */
export interface CompareOptions {
  /** Points on each surface, besides its vertices. */
  readonly samples?: number;
}

/** Defaults of `CompareOptions`. */
export const COMPARE_DEFAULTS = { samples: 100_000 } as const satisfies CompareOptions;

/** How far the points of one surface are from the other, in world units. */
export interface SurfaceDistance {
  /** The one-sided Hausdorff distance, as seen by samples and vertices: low by at most the distance between samples. */
  readonly max: number;
  /** Averaged over the area. */
  readonly mean: number;
  /** Root mean square of the distances, in world units. */
  readonly rms: number;
}

/** Distances of two surfaces, from each to the other. */
export interface SurfaceComparison {
  /** Distances of points on the first surface to the second. */
  readonly aToB: SurfaceDistance;
  /** Distances of points on the second surface to the first. */
  readonly bToA: SurfaceDistance;
  /** The Hausdorff distance: the larger maximum. */
  readonly hausdorff: number;
  /** Average of the two means. */
  readonly mean: number;
}

/** @throws InputError for samples that are no positive whole number, and where all triangles of a mesh are bad. */
export async function compareSurfaces(
  a: MeshTree,
  b: MeshTree,
  options: CompareOptions = {},
): Promise<SurfaceComparison> {
  const { samples } = { ...COMPARE_DEFAULTS, ...options };
  if (!(Number.isSafeInteger(samples) && samples > 0)) {
    throw new InputError(`a surface's samples must be a positive whole number, not ${samples}`);
  }
  for (const { mesh } of [a, b]) boundingBox(mesh);
  const aToB = await measureDistance(a.mesh, b, samples);
  const bToA = await measureDistance(b.mesh, a, samples);
  return { aToB, bToA, hausdorff: Math.max(aToB.max, bToA.max), mean: (aToB.mean + bToA.mean) / 2 };
}

async function measureDistance(mesh: Mesh, { bvh }: MeshTree, samples: number): Promise<SurfaceDistance> {
  const ofSamples = (await findClosest(bvh, sampleSurface(mesh, samples))).distances;
  const ofVertices = (await findClosest(bvh, usedVertices(mesh))).distances;
  let [max, sum, squares] = [0, 0, 0];
  for (const distance of ofVertices) max = Math.max(max, distance);
  for (const distance of ofSamples) {
    max = Math.max(max, distance);
    sum += distance;
    squares += distance * distance;
  }
  // A surface without any area has vertices alone.
  const count = Math.max(1, ofSamples.length);
  return { max, mean: sum / count, rms: Math.sqrt(squares / count) };
}

/** Vertices of triangles that are not bad; x, y and z of each in the world. */
function usedVertices(mesh: Mesh): Float64Array {
  const points: number[] = [];
  const seen = new Uint8Array(mesh.positions.length / 3);
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    for (const [corner, point] of triangleCorners(mesh, triangle).entries()) {
      const vertex = mesh.triangles[3 * triangle + corner]!;
      if (seen[vertex] === 0) points.push(...point);
      seen[vertex] = 1;
    }
  }
  return Float64Array.from(points);
}
