/** Cuts a volume into parts that can be cast apart: a k-d tree of cells, each with the voxels in it and some around it. */
import { InputError } from '../errors.js';
import { mapVec3, type Vec3 } from '../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from './volume.js';

/** The points p of index space with low ≤ p < high on each axis; infinite where no other cell is beside it. */
export interface Cell {
  /** The corner with the smallest indices. */
  readonly low: Vec3;
  /** The corner with the largest indices. */
  readonly high: Vec3;
}

/** How a volume is part of a larger one. */
export interface VolumePart {
  /** The grid of the volume that it is a part of. */
  readonly whole: Pick<Volume, 'sizes' | 'indexToWorld'>;
  /** The whole's index of the part's first voxel. */
  readonly first: Vec3;
  /** The cell of all space that the part stands for. */
  readonly cell: Cell;
}

/** All cells of a volume, or of a half of it. */
export type CellTree =
  | { readonly cell: Cell }
  | {
      readonly axis: 0 | 1 | 2;
      /** Index coordinate of the plane between the halves, which is the high one's. */
      readonly plane: number;
      readonly low: CellTree;
      readonly high: CellTree;
    };

/** The eye in index space: a position, or a direction for parallel rays. */
export type CellView = { readonly eye: Vec3 } | { readonly forward: Vec3 };

/** The axes of a brick of voxels, ends excluded. */
interface VoxelRange {
  readonly first: Vec3;
  readonly end: Vec3;
}

/**
 * Halves the volume along its longest side, and the halves in turn, until there are `count` cells of about as many voxels each.
 * @throws InputError if it has too few voxels for them.
 */
export function splitCells(sizes: Vec3, count: number): CellTree {
  if (!(Number.isSafeInteger(count) && count >= 1)) {
    throw new InputError(`a volume can be split into a whole number of parts from 1 on, not ${count}`);
  }
  const everywhere: Cell = { low: [-Infinity, -Infinity, -Infinity], high: [Infinity, Infinity, Infinity] };
  return halve({ first: [0, 0, 0], end: sizes }, everywhere, count);
}

function halve(range: VoxelRange, cell: Cell, count: number): CellTree {
  if (count === 1) return { cell };
  const { first, end } = range;
  const lengths = mapVec3(end, (last, axis) => last - first[axis]!);
  const axis = lengths.indexOf(Math.max(...lengths)) as 0 | 1 | 2;
  const length = lengths[axis];
  if (length < 2) throw new InputError(`a volume of so few voxels cannot be split into that many parts`);
  const lowCount = Math.floor(count / 2);
  const share = Math.round((length * lowCount) / count);
  const middle = first[axis] + Math.min(Math.max(share, 1), length - 1);
  const plane = middle - 0.5;
  const lowHalf = { first, end: replace(end, axis, middle) };
  const highHalf = { first: replace(first, axis, middle), end };
  return {
    axis,
    plane,
    low: halve(lowHalf, { ...cell, high: replace(cell.high, axis, plane) }, lowCount),
    high: halve(highHalf, { ...cell, low: replace(cell.low, axis, plane) }, count - lowCount),
  };
}

const replace = (a: Vec3, axis: number, value: number): Vec3 =>
  mapVec3(a, (coordinate, index) => (index === axis ? value : coordinate));

/** All cells in front-to-back order. */
export function orderCells(tree: CellTree, view: CellView): Cell[] {
  if ('cell' in tree) return [tree.cell];
  const { axis, plane } = tree;
  const lowFirst = 'eye' in view ? view.eye[axis] < plane : view.forward[axis] > 0;
  const [near, far] = lowFirst ? [tree.low, tree.high] : [tree.high, tree.low];
  return [...orderCells(near, view), ...orderCells(far, view)];
}

/** Voxels around a cell that its samples take: gradients reach two beyond it, and a missing voxel's neighbours one more. */
const REACH = 3;

/** The voxels that samples of a cell read at steps of this many smallest spacings, ends excluded. */
export function rangeOfCell(sizes: Vec3, { low, high }: Cell, step: number): VoxelRange {
  const border = REACH + Math.ceil(step);
  return {
    first: mapVec3(low, (plane) => Math.max(0, plane + 0.5 - border)),
    end: mapVec3(high, (plane, axis) => Math.min(sizes[axis]!, plane + 0.5 + border)),
  };
}

/** The part of a volume that a cell needs, with a border for interpolation, as a volume of its own. */
export function cutPart(
  volume: Volume,
  cell: Cell,
  { step }: { readonly step: number },
): { readonly volume: Volume; readonly part: VolumePart } {
  const { first, end } = rangeOfCell(volume.sizes, cell, step);
  const { columns, origin } = volume.indexToWorld;
  const start = mapVec3(
    origin,
    (x, row) => x + columns.reduce((sum, column, axis) => sum + column[row]! * first[axis]!, 0),
  );
  const sizes = mapVec3(end, (last, axis) => last - first[axis]!);
  return {
    volume: createVolume({
      ...volume,
      sizes,
      voxels: copyVoxels(volume.voxels, 1, volume.sizes, first, sizes),
      ...(volume.colors && { colors: copyVoxels(volume.colors, 4, volume.sizes, first, sizes) }),
      indexToWorld: { columns, origin: start },
    }),
    part: { whole: { sizes: volume.sizes, indexToWorld: volume.indexToWorld }, first, cell },
  };
}

/** @param samples of each voxel. */
function copyVoxels<Voxels extends VoxelArray>(
  voxels: Voxels,
  samples: number,
  [ni, nj]: Vec3,
  [i, j, k]: Vec3,
  [width, height, depth]: Vec3,
): Voxels {
  const copy = voxels.slice(0, samples * width * height * depth) as Voxels;
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      const from = i + ni * (j + y + nj * (k + z));
      copy.set(voxels.subarray(samples * from, samples * (from + width)), samples * width * (y + height * z));
    }
  }
  return copy;
}
