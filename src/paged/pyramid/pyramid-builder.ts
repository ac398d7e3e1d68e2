/** Makes the coarser levels of a pyramid while the chunks of the finest come, in any order; each chunk is looked at once. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import type { VoxelArray } from '../../volume/volume.js';
import type { VoxelBox } from '../read/read-box.js';
import { countChunks, createVoxels, type VoxelType } from '../store.js';
import type { LevelGeometry } from './plan-pyramid.js';
import { RangeCollector } from './range-collector.js';
import { type Reduction, reduceChunk } from './reduce-chunk.js';

/** A chunk of a level: a cube of voxels, zeros beyond the level's ends. */
export interface PyramidChunk {
  readonly level: number;
  /** Its number along each axis. */
  readonly chunk: Vec3;
  readonly voxels: VoxelArray;
}

/** How a pyramid is built. */
export interface PyramidOptions {
  readonly type: VoxelType;
  /** Voxels along a chunk's side: an even multiple of `rangesSide`, or an even number of them. */
  readonly side: number;
  readonly reduction: Reduction;
  /** Voxels along the side of the cubes whose ranges are found. */
  readonly rangesSide: number;
}

/** A chunk of a coarser level, and how many chunks it still waits for. */
interface Waiting {
  readonly voxels: VoxelArray;
  left: number;
}

export class PyramidBuilder {
  /** The ranges of each level, complete once all chunks are there. */
  readonly ranges: readonly RangeCollector[];
  readonly #levels: readonly LevelGeometry[];
  readonly #options: PyramidOptions;
  readonly #take: (chunk: PyramidChunk) => Promise<void>;
  readonly #waiting: readonly Map<number, Waiting>[];
  /** Chunks' voxels that nobody needs any more. */
  readonly #free: VoxelArray[] = [];

  /** @param take is given each chunk of all levels, and may use its voxels until it is done. */
  constructor(levels: readonly LevelGeometry[], options: PyramidOptions, take: (chunk: PyramidChunk) => Promise<void>) {
    this.#levels = levels;
    this.#options = options;
    this.#take = take;
    this.ranges = levels.map(({ sizes }) => new RangeCollector(sizes, options.rangesSide));
    this.#waiting = levels.map(() => new Map());
  }

  /** Voxels of a chunk to be filled, zeros where the chunk reaches beyond the level. */
  createChunk(level: number, chunk: Vec3): VoxelArray {
    const { side, type } = this.#options;
    const known = this.#free.pop();
    const { first, end } = this.boxOf(level, chunk);
    if (known && end.some((index, axis) => index - first[axis]! < side)) known.fill(0);
    return known ?? createVoxels(type, side ** 3);
  }

  /** The voxels of a level that a chunk holds. */
  boxOf(level: number, chunk: Vec3): VoxelBox {
    const { side } = this.#options;
    const { sizes } = this.#levels[level]!;
    const first = mapVec3(chunk, (number) => number * side);
    return { first, end: mapVec3(first, (index, axis) => Math.min(index + side, sizes[axis]!)) };
  }

  /** Takes a chunk of a level, with voxels of `createChunk`, and makes what only waited for it. */
  async add(level: number, chunk: Vec3, voxels: VoxelArray): Promise<void> {
    const { side } = this.#options;
    this.ranges[level]!.add(this.boxOf(level, chunk), { voxels, offset: 0, strides: [1, side, side * side] });
    const taken = this.#take({ level, chunk, voxels });
    const coarser = level + 1 < this.#levels.length ? this.#reduce(level, chunk, voxels) : undefined;
    await taken;
    this.#free.push(voxels);
    if (coarser) await this.add(level + 1, coarser.chunk, coarser.voxels);
  }

  /** Reduces a chunk into the one that it is a part of. @returns that, if it is complete. */
  #reduce(level: number, chunk: Vec3, voxels: VoxelArray): Pick<PyramidChunk, 'chunk' | 'voxels'> | undefined {
    const { side, reduction } = this.#options;
    const { sizes, factors } = this.#levels[level + 1]!;
    const whole = mapVec3(chunk, (number, axis) => Math.floor(number / factors[axis]!));
    const [ni, nj] = countChunks({ sizes, chunkSizes: [side, side, side] });
    const key = whole[0] + ni * (whole[1] + nj * whole[2]);
    const waiting = this.#waiting[level + 1]!;
    const target = waiting.get(key) ?? {
      voxels: this.createChunk(level + 1, whole),
      left: this.#countParts(level, whole),
    };
    waiting.set(key, target);
    const { first, end } = this.boxOf(level, chunk);
    const at = mapVec3(chunk, (number, axis) => ((number % factors[axis]!) * side) / factors[axis]!);
    reduceChunk(
      { voxels, side },
      mapVec3(end, (index, axis) => index - first[axis]!),
      factors,
      reduction,
      target.voxels,
      at,
    );
    if (--target.left > 0) return undefined;
    waiting.delete(key);
    return { chunk: whole, voxels: target.voxels };
  }

  /** Chunks of a level that make one of the next. */
  #countParts(level: number, whole: Vec3): number {
    const { side } = this.#options;
    const { factors } = this.#levels[level + 1]!;
    const { sizes } = this.#levels[level]!;
    const grid = countChunks({ sizes, chunkSizes: [side, side, side] });
    const along = mapVec3(whole, (number, axis) => {
      const first = number * factors[axis]!;
      return Math.min(first + factors[axis]!, grid[axis]!) - first;
    });
    return along[0] * along[1] * along[2];
  }
}
