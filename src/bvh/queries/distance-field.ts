/** The signed distances of a mesh on a grid of voxels. */
import { InputError } from '../../errors.js';
import { transformPoint } from '../../math/affine.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Bvh } from '../bvh.js';
import { defaultChunk } from '../chunks.js';
import { findClosest } from './find-closest.js';
import { chooseSignMethod, SIGNED_DISTANCE_DEFAULTS, type SignMethod } from './find-signed-distance.js';
import { findWinding } from './find-winding.js';
import { type VoxelGrid, voxelizeMesh } from './voxelize-mesh.js';

export interface DistanceFieldOptions {
  /** As for signed distances of points. */
  readonly sign?: SignMethod | 'auto';
  /** Half the width of a narrow band, in world units: distances beyond are as if they were this. */
  readonly within?: number;
  /** Is told the part that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export interface DistanceField {
  /** In world units, below 0 inside; i is fastest. */
  readonly voxels: Float32Array;
  /** How the sign was found. */
  readonly sign: SignMethod;
}

/**
 * The signed distance of each voxel's centre from `mesh`, which `bvh` is built of.
 * @throws InputError for a band that is not wider than 0, and as `voxelizeMesh`.
 */
export async function createDistanceField(
  bvh: Bvh,
  mesh: Mesh,
  grid: VoxelGrid,
  options: DistanceFieldOptions = {},
): Promise<DistanceField> {
  const { sign: wanted, within, onProgress } = { ...SIGNED_DISTANCE_DEFAULTS, ...options };
  if (!(within > 0)) throw new InputError(`a narrow band must be wider than 0, not ${within}`);
  const sign = chooseSignMethod(mesh, wanted);
  const voxels = new Float32Array(grid.sizes[0] * grid.sizes[1] * grid.sizes[2]);
  const labels = sign === 'parity' ? await voxelizeMesh(bvh, mesh, grid) : undefined;
  const batch = defaultChunk(bvh);
  for (let first = 0; first < voxels.length; first += batch) {
    const centers = voxelCenters(grid, first, Math.min(batch, voxels.length - first));
    const { distances } = await findClosest(bvh, centers, { within });
    const windings = labels ? undefined : await findWinding(bvh, centers);
    for (const [index, distance] of distances.entries()) {
      const inside = labels ? labels[first + index] === 1 : windings![index]! > 0.5;
      const bounded = Math.min(distance, within);
      voxels[first + index] = inside ? -bounded : bounded;
    }
    onProgress?.(Math.min(1, (first + batch) / voxels.length));
  }
  return { voxels, sign };
}

function voxelCenters({ sizes: [columns, rows], indexToWorld }: VoxelGrid, first: number, count: number): Float64Array {
  const centers = new Float64Array(3 * count);
  for (let index = 0; index < count; index++) {
    const voxel = first + index;
    const row = Math.floor(voxel / columns);
    const center = transformPoint(indexToWorld, [voxel % columns, row % rows, Math.floor(row / rows)]);
    for (let axis = 0; axis < 3; axis++) centers[3 * index + axis] = center[axis]!;
  }
  return centers;
}
