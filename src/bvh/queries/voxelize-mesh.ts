/** Which voxels of a grid have their centres inside of a mesh: by crossings along rows of voxels. */
import { InputError } from '../../errors.js';
import { type Affine, determinant, invert, transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { boundingBox, boxCorners } from '../../mesh/bounds.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Bvh } from '../bvh.js';
import { intersectSegments } from '../intersect-segments.js';
import { listCrossings } from './list-crossings.js';

/** Where voxels are: their centres at whole numbers of index space. */
export interface VoxelGrid {
  readonly sizes: Vec3;
  readonly indexToWorld: Affine;
}

/** Voxels of a margin around a mesh, on each side. */
const MARGIN = 2;

/**
 * A grid of cubes along the axes of the world around a mesh: `resolution` voxels along the longest axis, with a margin of two
 * on each side.
 * @throws InputError for a resolution that is no whole number from 8 to 4096.
 */
export function gridAround(mesh: Mesh, resolution: number): VoxelGrid {
  if (!(Number.isInteger(resolution) && resolution >= 8 && resolution <= 4096)) {
    throw new InputError(`a grid's resolution must be a whole number from 8 to 4096, not ${resolution}`);
  }
  const { min, max } = boundingBox(mesh);
  const extents = max.map((high, axis) => high - min[axis]!);
  const spacing = Math.max(...extents) / (resolution - 1 - 2 * MARGIN) || 1;
  const sizes = extents.map((extent) => Math.ceil(extent / spacing - 1e-9) + 1 + 2 * MARGIN) as unknown as Vec3;
  const origin = min.map((low, axis) => (low + max[axis]!) / 2 - ((sizes[axis]! - 1) / 2) * spacing);
  return {
    sizes,
    indexToWorld: {
      columns: [
        [spacing, 0, 0],
        [0, spacing, 0],
        [0, 0, spacing],
      ],
      origin: origin as unknown as Vec3,
    },
  };
}

/** Where a crossing may be beside where it is said to be, of the segment's length: T_ERROR_MAX of wgsl/bvh/segments/crossing.wgsl, twice. */
const T_ERROR = 2 ** -13;

/**
 * 1 for each voxel whose centre is inside of `mesh`, which `bvh` is built of, else 0: exact by parity, as `findInside` is. A
 * mesh that is not closed has no inside: see `findClosedness`.
 * @throws InputError for a grid that has no volume.
 */
export async function voxelizeMesh(bvh: Bvh, mesh: Mesh, { sizes, indexToWorld }: VoxelGrid): Promise<Uint8Array> {
  const [columns, rows, slices] = sizes;
  if (!sizes.every((size) => Number.isInteger(size) && size > 0) || !(Math.abs(determinant(indexToWorld)) > 0)) {
    throw new InputError(`a grid must have voxels along three axes that span space, not ${sizes.join(' × ')}`);
  }
  const labels = new Uint8Array(columns * rows * slices);
  const begin = beginOutside(mesh, indexToWorld);
  const length = columns - begin;
  const doubtful: number[] = [];
  for (let slice = 0; slice < slices; slice++) {
    const [from, to] = [new Float64Array(3 * rows), new Float64Array(3 * rows)];
    for (let row = 0; row < rows; row++) {
      from.set(transformPoint(indexToWorld, [begin, row, slice]), 3 * row);
      to.set(transformPoint(indexToWorld, [columns, row, slice]), 3 * row);
    }
    const { offsets, t } = await listCrossings(bvh, { from, to });
    for (let row = 0; row < rows; row++) {
      const first = (slice * rows + row) * columns;
      let side = 0;
      let next = 0;
      for (let index = offsets[row]!; index < offsets[row + 1]!; index++) {
        const place = begin + t[index]! * length;
        const center = Math.round(place);
        if (Math.abs(place - center) <= T_ERROR * length && center >= 0 && center < columns) {
          doubtful.push(first + center);
        }
        const end = Math.min(columns, Math.max(next, Math.ceil(place)));
        if (side === 1) labels.fill(1, first + next, first + end);
        [side, next] = [1 - side, end];
      }
      // The row may end inside.
      if (side === 1) labels.fill(1, first + next, first + columns);
    }
  }
  await decideDoubtful(bvh, labels, { sizes, indexToWorld }, begin, doubtful);
  return labels;
}

/** Along i, before the mesh and the first voxel. */
function beginOutside(mesh: Mesh, indexToWorld: Affine): number {
  const worldToIndex = invert(indexToWorld);
  const first = Math.min(...boxCorners(boundingBox(mesh)).map((corner) => transformPoint(worldToIndex, corner)[0]));
  return Math.floor(Math.min(0, first)) - 1;
}

/** Asks again about voxels that a crossing is so near to that its place does not tell on which side it is. */
async function decideDoubtful(
  bvh: Bvh,
  labels: Uint8Array,
  { sizes: [columns, rows], indexToWorld }: VoxelGrid,
  begin: number,
  doubtful: readonly number[],
): Promise<void> {
  const [from, to] = [new Float64Array(3 * doubtful.length), new Float64Array(3 * doubtful.length)];
  for (const [index, voxel] of doubtful.entries()) {
    const row = Math.floor(voxel / columns);
    const [j, k] = [row % rows, Math.floor(row / rows)];
    from.set(transformPoint(indexToWorld, [begin, j, k]), 3 * index);
    to.set(transformPoint(indexToWorld, [voxel % columns, j, k]), 3 * index);
  }
  const counts = await intersectSegments(bvh, { from, to }, 'count');
  for (const [index, count] of counts.entries()) labels[doubtful[index]!] = count % 2;
}
