/** The levels of a pyramid, each from the one before: how large they are, and what their voxels are made of. */
import { mapVec3, type Vec3 } from '../math/vec3.js';
import { countBricks } from '../volume/bricks.js';
import type { VoxelArray } from '../volume/volume.js';
import type { VoxelBox } from './read/read-box.js';

/** Reduces a block of voxels to one: intensities to their mean, numbers of regions to the most frequent one. */
export type Reduction = 'mean' | 'mode';

export interface LevelGeometry {
  readonly sizes: Vec3;
  /** Between neighbouring voxels. */
  readonly spacing: Vec3;
  /** The first voxel's centre, relative to the finest level's, in lengths along the axes. */
  readonly shift: Vec3;
  /** Voxels of the level before that make one of it, along each axis. */
  readonly factors: Vec3;
}

/** Axes this much coarser than the finest one wait until the others are as coarse. */
const MAX_ANISOTROPY = 2;

/**
 * Plans levels of about half the voxels along each axis, until `least` or fewer are left. Axes with wide spacings stay as they
 * are at first, so that voxels become cubes.
 */
export function planPyramid(sizes: Vec3, spacing: Vec3, least: number): LevelGeometry[] {
  const levels: LevelGeometry[] = [{ sizes, spacing, shift: [0, 0, 0], factors: [1, 1, 1] }];
  for (;;) {
    const last = levels.at(-1)!;
    if (Math.max(...last.sizes) <= least) return levels;
    const halved = last.spacing.filter((_, axis) => last.sizes[axis]! > 1);
    const finest = Math.min(...halved);
    const factors = mapVec3(last.sizes, (size, axis) =>
      size > 1 && last.spacing[axis]! < MAX_ANISOTROPY * finest ? 2 : 1,
    );
    levels.push({
      sizes: mapVec3(last.sizes, (size, axis) => Math.ceil(size / factors[axis]!)),
      spacing: mapVec3(last.spacing, (distance, axis) => distance * factors[axis]!),
      shift: mapVec3(last.shift, (shift, axis) => shift + ((factors[axis]! - 1) / 2) * last.spacing[axis]!),
      factors,
    });
  }
}

/** Voxels of a box, along i first. */
export interface BoxVoxels {
  readonly box: VoxelBox;
  readonly voxels: VoxelArray;
}

/**
 * Reduces blocks of voxels to one each, means of integers rounded to the nearest, and of several modes the smallest. Blocks at
 * the far ends are cut off.
 * @param target in the coarser level; the voxels that it reduces must be in `source`.
 */
export function reduceBox(
  { box, voxels }: BoxVoxels,
  factors: Vec3,
  reduction: Reduction,
  target: { readonly box: VoxelBox; readonly voxels: VoxelArray },
): void {
  const [width, height] = [box.end[0] - box.first[0], box.end[1] - box.first[1]];
  const isRounded = !(voxels instanceof Float32Array || voxels instanceof Float64Array);
  const block = new Float64Array(factors[0] * factors[1] * factors[2]);
  const { first, end } = target.box;
  let at = 0;
  for (let k = first[2]; k < end[2]; k++) {
    const endZ = Math.min((k + 1) * factors[2], box.end[2]);
    for (let j = first[1]; j < end[1]; j++) {
      const endY = Math.min((j + 1) * factors[1], box.end[1]);
      for (let i = first[0]; i < end[0]; i++) {
        const endX = Math.min((i + 1) * factors[0], box.end[0]);
        let count = 0;
        let sum = 0;
        for (let z = k * factors[2]; z < endZ; z++) {
          for (let y = j * factors[1]; y < endY; y++) {
            const row = width * (y - box.first[1] + height * (z - box.first[2])) - box.first[0];
            for (let x = i * factors[0]; x < endX; x++) {
              const value = voxels[row + x]!;
              block[count++] = value;
              sum += value;
            }
          }
        }
        const mean = sum / count;
        target.voxels[at++] = reduction === 'mode' ? modeOf(block, count) : isRounded ? Math.round(mean) : mean;
      }
    }
  }
}

/** The most frequent value, and of several the smallest. */
function modeOf(values: Float64Array, count: number): number {
  let [mode, most] = [values[0]!, 0];
  for (let index = 0; index < count; index++) {
    const value = values[index]!;
    let same = 0;
    for (let other = 0; other < count; other++) if (values[other] === value) same++;
    if (same > most || (same === most && value < mode)) [mode, most] = [value, same];
  }
  return mode;
}

/** Ranges of all cubes of a level, found box by box. */
export class RangeCollector {
  /** Cubes along each axis. */
  readonly cubes: Vec3;
  readonly side: number;
  /** One for each cube, along i first. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;

  constructor(sizes: Vec3, side: number) {
    this.side = side;
    this.cubes = countBricks(sizes, side);
    const count = this.cubes[0] * this.cubes[1] * this.cubes[2];
    this.lows = new Float64Array(count).fill(Infinity);
    this.highs = new Float64Array(count).fill(-Infinity);
  }

  /**
   * Takes the values of the cubes in a part of the level, and of the voxels beside them, which interpolation reaches.
   * @param part whole cubes, which `source` holds with a voxel around it, as far as there is one.
   */
  add({ box, voxels }: BoxVoxels, part: VoxelBox): void {
    const { side, cubes } = this;
    const [width, height] = [box.end[0] - box.first[0], box.end[1] - box.first[1]];
    for (let z = part.first[2] / side; z * side < part.end[2]; z++) {
      for (let y = part.first[1] / side; y * side < part.end[1]; y++) {
        for (let x = part.first[0] / side; x * side < part.end[0]; x++) {
          const first = [x, y, z].map((cube, axis) => Math.max(cube * side - 1, box.first[axis]!)) as unknown as Vec3;
          const end = [x, y, z].map((cube, axis) => Math.min((cube + 1) * side + 1, box.end[axis]!)) as unknown as Vec3;
          let [low, high] = [Infinity, -Infinity];
          for (let k = first[2]; k < end[2]; k++) {
            for (let j = first[1]; j < end[1]; j++) {
              const row = width * (j - box.first[1] + height * (k - box.first[2])) - box.first[0];
              for (let at = row + first[0]; at < row + end[0]; at++) {
                const value = voxels[at]!;
                if (value < low) low = value;
                if (value > high) high = value;
              }
            }
          }
          const cube = x + cubes[0] * (y + cubes[1] * z);
          this.lows[cube] = low;
          this.highs[cube] = high;
        }
      }
    }
  }
}
