/** Meshes whose triangles lie on top of each other: a tree cannot separate them, and a ray would test them all. */
import { InputError } from '../../errors.js';
import { determinant } from '../../math/affine.js';
import { isBadTriangle, type Mesh } from '../../mesh/mesh.js';
import type { PosedMesh } from '../scene.js';
import type { TreeSpace } from './transforms/tree-space.js';
import { toWorld } from './transforms/world-transform.js';

/** Triangles that a ray may be expected to try. Models have tens; this many take minutes per picture without a GPU. */
const TRIED_MAX = 2 ** 15;

/** The triangles that a ray through a tree of the meshes is expected to try, where that is too many. */
export function findCrowding(meshes: readonly PosedMesh[], space: TreeSpace): number | undefined {
  if (meshes.reduce((count, { mesh }) => count + mesh.triangles.length / 3, 0) <= TRIED_MAX) return undefined;
  const tried = meshes.reduce((sum, posed) => sum + expectTried(posed, space), 0);
  return tried > TRIED_MAX ? tried : undefined;
}

export function crowdingError(tried: number): InputError {
  return new InputError(
    `the meshes have triangles on top of each other: a ray would try about ${tried.toPrecision(2)} of them; leave out copies, or what asks for a tree, and cast by bins`,
  );
}

/**
 * The triangles whose boxes a random ray through the space of most of them is expected to enter: each by the ratio of the
 * boxes' areas, at most 1 (MacDonald and Booth, "Heuristics for ray tracing using space subdivision", 1990).
 */
function expectTried(posed: PosedMesh, { unit }: TreeSpace): number {
  const { mesh } = posed;
  const perArea = (unit ** 2 * Math.abs(determinant(toWorld(posed))) ** (2 / 3)) / 6;
  let tried = 0;
  for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
    if (!isBadTriangle(mesh, triangle)) tried += Math.min(1, perArea * boxArea(mesh, triangle));
  }
  return tried;
}

function boxArea({ positions, triangles }: Mesh, triangle: number): number {
  const [a, b, c] = [3 * triangles[3 * triangle]!, 3 * triangles[3 * triangle + 1]!, 3 * triangles[3 * triangle + 2]!];
  const extent = (axis: number) => {
    const [x, y, z] = [positions[a + axis]!, positions[b + axis]!, positions[c + axis]!];
    return Math.max(x, y, z) - Math.min(x, y, z);
  };
  const [width, height, depth] = [extent(0), extent(1), extent(2)];
  return 2 * (width * height + height * depth + depth * width);
}
