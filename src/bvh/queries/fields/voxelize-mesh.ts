/** Which voxels of a grid have their centres inside of a mesh: by crossings along rows of voxels. */

import { type Affine, invert, transformPoint } from '../../../math/affine.js';
import { mapNumbers } from '../../../math/map-numbers.js';
import { boundingBox, boxCorners } from '../../../mesh/bounding-box.js';
import type { Mesh } from '../../../mesh/mesh.js';
import type { Bvh } from '../../bvh.js';
import { intersectSegments } from '../../intersect-segments.js';
import { listCrossings, type OrderedCrossings } from '../crossings/list-crossings.js';
import { findWinding } from '../sign/find-winding.js';
import { chooseSignMethod, type SignMethod } from '../sign/sign-method.js';
import { checkGrid, countRows, type VoxelGrid, voxelCenters } from './voxel-grid.js';

/** Error of a crossing's t, as a fraction of the segment: twice T_ERROR_MAX of wgsl/bvh/segments/crossing.wgsl. */
const T_ERROR = 2 ** -13;

/** Voxels that are found together, so that what is held of them stays small. */
const PIECE_VOXELS = 2 ** 20;

/** Options of `voxelizeMesh`. */
export interface VoxelizeOptions {
  /** How the inside is found; `auto` takes the parity where the mesh is closed, else the winding number. */
  readonly sign?: SignMethod | 'auto';
}

/**
 * 1 for each voxel whose centre is inside of `mesh`, which `bvh` is built of, else 0: exact by parity, as `findInside` is,
 * where the mesh is closed; see `findClosedness`.
 * @throws InputError for a grid that has no volume and a sign method that is none.
 */
export async function voxelizeMesh(
  bvh: Bvh,
  mesh: Mesh,
  grid: VoxelGrid,
  options: VoxelizeOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  checkGrid(grid);
  const labels = new Uint8Array(grid.sizes[0] * countRows(grid));
  let at = 0;
  for await (const piece of voxelizeInPieces(bvh, mesh, grid, options)) {
    labels.set(piece, at);
    at += piece.length;
  }
  return labels;
}

/**
 * Streams the grid of `voxelizeMesh`, whole rows of voxels at a time, so that memory need not hold it.
 * @throws InputError as `voxelizeMesh`.
 */
export async function* voxelizeInPieces(
  bvh: Bvh,
  mesh: Mesh,
  grid: VoxelGrid,
  { sign = 'auto' }: VoxelizeOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  checkGrid(grid);
  const method = chooseSignMethod(mesh, sign);
  const rows = countRows(grid);
  const rowsAtOnce = Math.max(1, Math.floor(PIECE_VOXELS / grid.sizes[0]));
  for (let row = 0; row < rows; row += rowsAtOnce) {
    yield await voxelizeRows(bvh, mesh, grid, method, row, Math.min(rowsAtOnce, rows - row));
  }
}

/** The labels of rows of voxels, which are numbered as `countRows` says. */
export async function voxelizeRows(
  bvh: Bvh,
  mesh: Mesh,
  grid: VoxelGrid,
  sign: SignMethod,
  firstRow: number,
  rowCount: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (sign === 'parity') return crossRows(bvh, mesh, grid, firstRow, rowCount);
  const windings = await findWinding(bvh, voxelCenters(grid, firstRow, rowCount));
  return mapNumbers(new Uint8Array(windings.length), windings, (winding) => Number(winding > 0.5));
}

async function crossRows(
  bvh: Bvh,
  mesh: Mesh,
  grid: VoxelGrid,
  firstRow: number,
  rowCount: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const {
    sizes: [columns, rows],
    indexToWorld,
  } = grid;
  const begin = beginOutside(mesh, indexToWorld);
  const [from, to] = [new Float64Array(3 * rowCount), new Float64Array(3 * rowCount)];
  for (let index = 0; index < rowCount; index++) {
    const row = firstRow + index;
    const [j, k] = [row % rows, Math.floor(row / rows)];
    from.set(transformPoint(indexToWorld, [begin, j, k]), 3 * index);
    to.set(transformPoint(indexToWorld, [columns, j, k]), 3 * index);
  }
  const crossings = await listCrossings(bvh, { from, to });
  const labels = new Uint8Array(columns * rowCount);
  const doubtful = fillRows(labels, columns, begin, crossings);
  await decideDoubtful(bvh, labels, grid, { begin, firstRow, doubtful });
  return labels;
}

/** Fills every second stretch between crossings. @returns the voxels that a crossing is so near to that it may be behind. */
function fillRows(labels: Uint8Array, columns: number, begin: number, { offsets, t }: OrderedCrossings): number[] {
  const length = columns - begin;
  const doubtful: number[] = [];
  for (let row = 0; row + 1 < offsets.length; row++) {
    const first = row * columns;
    let [side, next] = [0, 0];
    for (let index = offsets[row]!; index < offsets[row + 1]!; index++) {
      const crossing = begin + t[index]! * length;
      const center = Math.round(crossing);
      if (Math.abs(crossing - center) <= T_ERROR * length && center >= 0 && center < columns) {
        doubtful.push(first + center);
      }
      const end = Math.min(columns, Math.max(next, Math.ceil(crossing)));
      if (side === 1) labels.fill(1, first + next, first + end);
      [side, next] = [1 - side, end];
    }
    // The row may end inside.
    if (side === 1) labels.fill(1, first + next, first + columns);
  }
  return doubtful;
}

/** Index along i, before the mesh and the first voxel. */
function beginOutside(mesh: Mesh, indexToWorld: Affine): number {
  const worldToIndex = invert(indexToWorld);
  const first = Math.min(...boxCorners(boundingBox(mesh)).map((corner) => transformPoint(worldToIndex, corner)[0]));
  return Math.floor(Math.min(0, first)) - 1;
}

interface Doubtful {
  readonly begin: number;
  readonly firstRow: number;
  /** Indices among the labels. */
  readonly doubtful: readonly number[];
}

/** Tests voxels again that lie so near to a crossing that its place does not decide their side. */
async function decideDoubtful(
  bvh: Bvh,
  labels: Uint8Array,
  { sizes: [columns, rows], indexToWorld }: VoxelGrid,
  { begin, firstRow, doubtful }: Doubtful,
): Promise<void> {
  const [from, to] = [new Float64Array(3 * doubtful.length), new Float64Array(3 * doubtful.length)];
  for (const [index, voxel] of doubtful.entries()) {
    const row = firstRow + Math.floor(voxel / columns);
    const [j, k] = [row % rows, Math.floor(row / rows)];
    from.set(transformPoint(indexToWorld, [begin, j, k]), 3 * index);
    to.set(transformPoint(indexToWorld, [voxel % columns, j, k]), 3 * index);
  }
  const counts = await intersectSegments(bvh, { from, to }, 'count');
  for (const [index, count] of counts.entries()) labels[doubtful[index]!] = count % 2;
}
