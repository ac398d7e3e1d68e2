/** Samples of surfaces with their normals, which a view is judged by. */
import { length } from '../math/vec3.js';
import { isBadTriangle, type Mesh } from './mesh.js';
import { placeSample } from './sample-surface.js';
import { triangleCorners, triangleNormal } from './triangle/triangle-corners.js';

/** Points on surfaces, each with the area that it stands for. */
export interface FaceSamples {
  /** x, y and z of each in the world. */
  readonly points: Float64Array;
  /** x, y and z of the unit normal of the triangle that it is on. */
  readonly normals: Float64Array;
  /** Area that each sample stands for. */
  readonly areas: Float64Array;
  /** How many triangles each stands for. */
  readonly triangles: Float64Array;
}

const NO_SAMPLES: FaceSamples = {
  points: new Float64Array(0),
  normals: new Float64Array(0),
  areas: new Float64Array(0),
  triangles: new Float64Array(0),
};

/** Enough for a depth map of 48 × 48 cells without holes. */
const SAMPLES = 12_000;

/** Times the mean above which small triangles count no more: few of them are sampled. */
const MOST_DENSE = 30;

/** Meshes of more triangles are represented by some of them, so that the cost has a bound. */
const MANY_TRIANGLES = 200_000;

/**
 * Nearly 12,000 points spread over the triangles of all meshes in proportion to their areas, the same ones at every call;
 * none where the area is zero or not finite.
 */
export function sampleFaces(meshes: readonly Mesh[], count = SAMPLES): FaceSamples {
  const triangleCount = meshes.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  const stride = Math.ceil(triangleCount / MANY_TRIANGLES);
  const areas = meshes.map((mesh) => areasOf(mesh, stride));
  const total = areas.reduce((sum, list) => list.reduce((more, area) => more + area, sum), 0);
  if (!(total > 0 && total < Infinity)) return NO_SAMPLES;
  const samples = {
    points: new Float64Array(3 * count),
    normals: new Float64Array(3 * count),
    areas: new Float64Array(count),
    triangles: new Float64Array(count),
  };
  const most = (MOST_DENSE * triangleCount) / stride / count;
  let [passed, sample] = [0, 0];
  for (const [index, mesh] of meshes.entries()) {
    for (let at = 0; at < areas[index]!.length; at++) {
      const area = areas[index]![at]!;
      passed += area;
      const end = Math.round((passed / total) * count);
      if (sample === end) continue;
      const corners = triangleCorners(mesh, at * stride);
      const across = triangleNormal(...corners);
      const size = length(across);
      for (; sample < end; sample++) {
        samples.points.set(placeSample(corners, sample), 3 * sample);
        for (let axis = 0; axis < 3; axis++) samples.normals[3 * sample + axis] = across[axis]! / size;
        samples.areas[sample] = total / count;
        samples.triangles[sample] = Math.min(total / count / area, most);
      }
    }
  }
  return sample === count ? samples : shorten(samples, sample);
}

/** Rounding may leave the last one out. */
const shorten = ({ points, normals, areas, triangles }: FaceSamples, count: number): FaceSamples => ({
  points: points.slice(0, 3 * count),
  normals: normals.slice(0, 3 * count),
  areas: areas.slice(0, count),
  triangles: triangles.slice(0, count),
});

/** The area of every `stride`th triangle; 0 of bad ones. Without vectors, since there are many. */
function areasOf(mesh: Mesh, stride: number): Float64Array {
  const { positions, triangles } = mesh;
  const areas = new Float64Array(Math.ceil(triangles.length / 3 / stride));
  for (let at = 0; at < areas.length; at++) {
    const triangle = at * stride;
    if (isBadTriangle(mesh, triangle)) continue;
    const a = 3 * triangles[3 * triangle]!;
    const b = 3 * triangles[3 * triangle + 1]!;
    const c = 3 * triangles[3 * triangle + 2]!;
    const [ux, uy, uz] = [
      positions[b]! - positions[a]!,
      positions[b + 1]! - positions[a + 1]!,
      positions[b + 2]! - positions[a + 2]!,
    ];
    const [vx, vy, vz] = [
      positions[c]! - positions[a]!,
      positions[c + 1]! - positions[a + 1]!,
      positions[c + 2]! - positions[a + 2]!,
    ];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    areas[at] = Math.sqrt(x * x + y * y + z * z) / 2;
  }
  return areas;
}
