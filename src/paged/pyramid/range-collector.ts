/** Ranges of the cubes of a level, found box by box. */
import type { Vec3 } from '../../math/vec3.js';
import { countBricks } from '../../volume/bricks.js';
import type { VoxelArray } from '../../volume/volume.js';
import type { VoxelBox } from '../read/read-box.js';
import type { ChunkVoxels } from '../store.js';

/** The smallest and the largest value of each cube and of the voxels beside it, which interpolation reaches. */
export class RangeCollector {
  /** Cubes along each axis. */
  readonly cubes: Vec3;
  /** Voxels along a cube's side. */
  readonly side: number;
  /** The smallest values, one for each cube, along i first. */
  readonly lows: Float64Array;
  /** The largest values, as `lows`. */
  readonly highs: Float64Array;

  constructor(sizes: Vec3, side: number) {
    this.side = side;
    this.cubes = countBricks(sizes, side);
    const count = this.cubes[0] * this.cubes[1] * this.cubes[2];
    this.lows = new Float64Array(count).fill(Infinity);
    this.highs = new Float64Array(count).fill(-Infinity);
  }

  /**
   * Takes the values of a box for the cubes that it is in and those beside it: of neighbouring boxes neither has to be known to
   * the other.
   * @param source its voxels, from its first one on.
   */
  add({ first, end }: VoxelBox, { voxels, offset, strides }: ChunkVoxels): void {
    const { side, cubes } = this;
    const findRange = strides[0] === 1 && hasSmallDifferences(voxels) ? findSmallRange : findAnyRange;
    const [x0, x1] = [firstCube(first[0], side), lastCube(end[0] - 1, side, cubes[0])];
    const runs = listRuns(first[1], end[1], side);
    for (let k = first[2]; k < end[2]; k++) {
      for (const { first: j, rows } of runs) {
        const start = offset + strides[1] * (j - first[1]) + strides[2] * (k - first[2]) - strides[0] * first[0];
        for (let x = x0; x <= x1; x++) {
          const low = Math.max(x * side - 1, first[0]);
          const high = Math.min((x + 1) * side + 1, end[0]);
          findRange(voxels, start + strides[0] * low, high - low, rows, strides);
          this.#widen(x, j, k);
        }
      }
    }
  }

  /** Adds the range that was found last to the cubes that a run of rows is in or beside. */
  #widen(x: number, j: number, k: number): void {
    const { side, cubes, lows, highs } = this;
    // No arrays here either.
    const low = range[0]!;
    const high = range[1]!;
    const y1 = lastCube(j, side, cubes[1]);
    const z1 = lastCube(k, side, cubes[2]);
    for (let z = firstCube(k, side); z <= z1; z++) {
      for (let y = firstCube(j, side); y <= y1; y++) {
        const cube = x + cubes[0] * (y + cubes[1] * z);
        if (low < lows[cube]!) lows[cube] = low;
        if (high > highs[cube]!) highs[cube] = high;
      }
    }
  }
}

/** The smallest and the largest of the values that were looked at last: no objects, since a volume has millions of rows. */
const range = new Float64Array(2);

type FindRange = (voxels: VoxelArray, start: number, width: number, rows: number, strides: Vec3) => void;

/** Whether differences of values are integers of 32 bits. */
const hasSmallDifferences = (voxels: VoxelArray) =>
  voxels.BYTES_PER_ELEMENT <= 2 && !(voxels instanceof Float32Array || voxels instanceof Float64Array);

/** Two at a time, by the signs of differences: branches, which noise leaves to chance, take three times as long. */
const findSmallRange: FindRange = (voxels, start, width, rows, strides) => {
  let low = voxels[start]!;
  let high = low;
  for (let row = 0, from = start; row < rows; row++, from += strides[1]) {
    const to = from + width;
    // The last one of an odd number is looked at twice.
    for (let at = from; at < to; at += 2) {
      const first = voxels[at]!;
      const second = voxels[at + 1 < to ? at + 1 : at]!;
      const difference = first - second;
      const below = difference & (difference >> 31);
      const under = second + below - low;
      low += under & (under >> 31);
      const over = high - (first - below);
      high -= over & (over >> 31);
    }
  }
  range[0] = low;
  range[1] = high;
};

const findAnyRange: FindRange = (voxels, start, width, rows, strides) => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0, from = start; row < rows; row++, from += strides[1]) {
    const to = from + strides[0] * width;
    for (let at = from; at < to; at += strides[0]) {
      const value = voxels[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  range[0] = low;
  range[1] = high;
};

/** Rows from the first one on that are in or beside the same cubes. */
interface Run {
  readonly first: number;
  readonly rows: number;
}

/** The rows from `first` to before `end` in runs. */
function listRuns(first: number, end: number, side: number): Run[] {
  const runs: Run[] = [];
  for (let at = first; at < end; ) {
    const within = at % side;
    const isEdge = within === 0 || within === side - 1;
    const next = isEdge ? at + 1 : Math.min(at - within + side - 1, end);
    runs.push({ first: at, rows: next - at });
    at = next;
  }
  return runs;
}

/** The first and the last cube that a voxel is in or beside. */
const firstCube = (index: number, side: number) => Math.max(Math.ceil(index / side) - 1, 0);
const lastCube = (index: number, side: number, count: number) => Math.min(Math.floor((index + 1) / side), count - 1);
