/** A store in memory whose chunks are cut out of a volume in memory. */
import { mapVec3, type Vec3 } from '../../src/math/vec3.js';
import { boxTarget, copyChunk } from '../../src/paged/read/read-box.js';
import { type BlockRanges, createVoxels, type Level, type Store, VOXEL_TYPES } from '../../src/paged/store.js';
import { countBricks } from '../../src/volume/bricks.js';
import type { Volume } from '../../src/volume/volume.js';

export interface MemoryStoreOptions {
  readonly chunkSizes?: Vec3;
  /** Side of the cubes whose ranges the store tells; none by default. */
  readonly rangesSide?: number | undefined;
  /** The chunks that the store says it has, of which alone it reads; all others hold zeros. */
  readonly present?: readonly Vec3[] | undefined;
  /** A second level. */
  readonly coarser?: Volume;
  /** Called before each chunk is read, which waits for it. */
  readonly onRead?: (chunk: Vec3, signal?: AbortSignal) => unknown;
}

export function memoryStore(volume: Volume, options: MemoryStoreOptions = {}): Store {
  return {
    name: 'memory',
    format: 'memory',
    levels: [memoryLevel(volume, options), ...(options.coarser ? [memoryLevel(options.coarser, options)] : [])],
    anatomical: volume.anatomical,
    isLabels: false,
    unit: undefined,
    channels: [],
    times: 1,
    notes: [],
  };
}

function memoryLevel(
  volume: Volume,
  { chunkSizes = [7, 5, 6], rangesSide, present, onRead }: MemoryStoreOptions,
): Level {
  const { sizes, voxels, indexToWorld } = volume;
  const type = VOXEL_TYPES.find((name) => createVoxels(name, 0).constructor === voxels.constructor)!;
  const whole = { voxels, offset: 0, strides: [1, sizes[0], sizes[0] * sizes[1]] as const };
  return {
    sizes,
    chunkSizes,
    type,
    indexToWorld,
    readChunk: async (chunk, signal) => {
      await onRead?.(chunk, signal);
      const first = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
      const end = mapVec3(first, (index, axis) => Math.min(index + chunkSizes[axis]!, sizes[axis]!));
      const [width, height, depth] = mapVec3(end, (index, axis) => index - first[axis]!);
      const cut = createVoxels(type, width * height * depth);
      copyChunk({ chunkSizes: sizes }, [0, 0, 0], whole, { first, end }, boxTarget({ first, end }, cut));
      return { voxels: cut, offset: 0, strides: [1, width, width * height] };
    },
    findPresent:
      present &&
      (async () => {
        const has = (chunk: Vec3) => present.some((one) => one.join() === chunk.join());
        return { fill: 0, has, list: () => present };
      }),
    readRanges: rangesSide === undefined ? undefined : async () => rangesOf(volume, rangesSide),
  };
}

/** Voxel by voxel, but for NaN: each counts for the cubes that it lies in or beside. */
export function rangesOf({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, side: number): BlockRanges {
  const cubes = countBricks(sizes, side);
  const pairs = new Float64Array(2 * cubes[0] * cubes[1] * cubes[2]);
  for (let cube = 0; cube < pairs.length; cube += 2) [pairs[cube], pairs[cube + 1]] = [Infinity, -Infinity];
  const cubesOf = (index: number, axis: number) => {
    const near = [index - 1, index, index + 1].map((neighbor) => Math.floor(neighbor / side));
    return [...new Set(near)].filter((cube) => cube >= 0 && cube < cubes[axis]!);
  };
  voxels.forEach((value, voxel) => {
    if (Number.isNaN(value)) return;
    const [i, j] = [voxel % sizes[0], Math.floor(voxel / sizes[0]) % sizes[1]];
    for (const k of cubesOf(Math.floor(voxel / (sizes[0] * sizes[1])), 2)) {
      for (const row of cubesOf(j, 1)) {
        for (const column of cubesOf(i, 0)) {
          const cube = 2 * (column + cubes[0] * (row + cubes[1] * k));
          pairs[cube] = Math.min(pairs[cube]!, value);
          pairs[cube + 1] = Math.max(pairs[cube + 1]!, value);
        }
      }
    }
  });
  return { side, pairs };
}
