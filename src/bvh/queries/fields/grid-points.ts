/** The centres of a grid's voxels as points of a query, made on the device: on GPUs in a part of the time of uploading them. */
import { createConstants } from '../../../gpu/allocate-storage.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { subtract } from '../../../math/vec3.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import type { VoxelGrid } from './voxel-grid.js';

/** Writes the centres of `voxels` voxels from number `first` on, i fastest, to `points`, relative to the tree's origin. */
export async function writeGridPoints(
  { gpu, origin: treeOrigin }: Bvh,
  { indexToWorld, sizes: [columns, rows] }: VoxelGrid,
  points: GPUBuffer,
  first: number,
  voxels: number,
): Promise<void> {
  const kernel = await gpu.kernels.get('bvh/queries/fields/grid_points.wgsl');
  const {
    columns: [i_step, j_step, k_step],
    origin,
  } = indexToWorld;
  const fields = { origin: subtract(origin, treeOrigin), i_step, j_step, k_step, columns, rows, first, voxels };
  const piece = createConstants(gpu, 'field.piece', packStruct('GridPiece', fields));
  submitPass(gpu, 'field.points', (pass) => encodeLoop(gpu, pass, kernel, { piece, points }, voxels));
  piece.destroy();
}
