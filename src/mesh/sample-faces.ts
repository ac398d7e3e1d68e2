/** Samples of surfaces with their normals, which a view is judged by. */
import { length, type Vec3 } from '../math/vec3.js';
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
  let total = 0;
  for (const { area } of faces(meshes, stride)) total += area;
  if (!(total > 0 && total < Infinity)) return NO_SAMPLES;
  const [points, normals, areas, triangles]: [number[], number[], number[], number[]] = [[], [], [], []];
  const most = (MOST_DENSE * triangleCount) / stride / count;
  let [passed, sample] = [0, 0];
  for (const { corners, normal, area } of faces(meshes, stride)) {
    passed += area;
    const end = Math.round((passed / total) * count);
    for (; sample < end; sample++) {
      points.push(...placeSample(corners, sample));
      normals.push(...normal);
      areas.push(total / count);
      triangles.push(Math.min(total / count / area, most));
    }
  }
  return {
    points: Float64Array.from(points),
    normals: Float64Array.from(normals),
    areas: Float64Array.from(areas),
    triangles: Float64Array.from(triangles),
  };
}

interface Face {
  readonly corners: readonly [Vec3, Vec3, Vec3];
  readonly normal: Vec3;
  readonly area: number;
}

function* faces(meshes: readonly Mesh[], stride: number): Generator<Face> {
  for (const mesh of meshes) {
    for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle += stride) {
      if (isBadTriangle(mesh, triangle)) continue;
      const corners = triangleCorners(mesh, triangle);
      const across = triangleNormal(...corners);
      const size = length(across);
      if (size > 0) yield { corners, normal: [across[0] / size, across[1] / size, across[2] / size], area: size / 2 };
    }
  }
}
