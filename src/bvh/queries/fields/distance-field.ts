/** The signed distances of a mesh on a grid of voxels. */
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { Bvh } from '../../bvh.js';
import { defaultChunk } from '../../chunks.js';
import { PointQuery } from '../points/point-query.js';
import { SIGNED_DISTANCE_DEFAULTS } from '../sign/find-signed-distance.js';
import { chooseSignMethod, type SignMethod } from '../sign/sign-method.js';
import { checkBand } from './field-query.js';
import { writeGridPoints } from './grid-points.js';
import { checkGrid, countRows, type VoxelGrid } from './voxel-grid.js';
import { voxelizeRows } from './voxelize-mesh.js';

/** Options of `createDistanceField`. */
export interface DistanceFieldOptions {
  /** Same as for signed distances of points. */
  readonly sign?: SignMethod | 'auto';
  /** Half the width of a narrow band, in world units: distances beyond are as if they were this. */
  readonly within?: number;
  /** Called with the part that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** A volume of distances from a mesh. */
export interface DistanceField {
  /** World units, below 0 inside; i is fastest. */
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
  checkGrid(grid);
  const { onProgress, ...rest } = options;
  const sign = chooseSignMethod(mesh, rest.sign ?? SIGNED_DISTANCE_DEFAULTS.sign);
  const voxels = new Float32Array(grid.sizes[0] * countRows(grid));
  let at = 0;
  for await (const piece of distanceFieldInPieces(bvh, mesh, grid, { ...rest, sign })) {
    voxels.set(piece, at);
    at += piece.length;
    onProgress?.(at / voxels.length);
  }
  return { voxels, sign };
}

/**
 * Streams the field of `createDistanceField`, whole rows of voxels at a time, so that memory need not hold it.
 * @throws InputError for a band that is not wider than 0, and as `voxelizeMesh`.
 */
export async function* distanceFieldInPieces(
  bvh: Bvh,
  mesh: Mesh,
  grid: VoxelGrid,
  options: Omit<DistanceFieldOptions, 'onProgress'> = {},
): AsyncGenerator<Float32Array, void> {
  const { sign: wanted, within } = { ...SIGNED_DISTANCE_DEFAULTS, ...options };
  checkBand(within);
  checkGrid(grid);
  const sign = chooseSignMethod(mesh, wanted);
  const rows = countRows(grid);
  const [columns] = grid.sizes;
  const rowsAtOnce = Math.min(rows, Math.max(1, Math.floor(defaultChunk(bvh) / columns)));
  const query = await PointQuery.create(bvh, { capacity: columns * rowsAtOnce, within });
  try {
    for (let first = 0; first < rows; first += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rows - first);
      const distances = await findDistances(query, grid, columns * first, columns * count);
      const labels = await voxelizeRows(bvh, mesh, grid, sign, first, count);
      yield distances.map((distance, index) => {
        const bounded = Math.min(distance, within);
        return labels[index] === 1 ? -bounded : bounded;
      });
    }
  } finally {
    query.destroy();
  }
}

async function findDistances(query: PointQuery, grid: VoxelGrid, first: number, voxels: number): Promise<Float32Array> {
  const { bvh, points, results, capacity } = query;
  await writeGridPoints(bvh, grid, points, first, voxels);
  query.run(voxels);
  const [words] = await readWords(bvh.gpu, [{ buffer: results, length: capacity + voxels }]);
  return new Float32Array(words!.buffer, words!.byteOffset + 4 * capacity, voxels);
}
