/** Finds chunks that are missing although a store's own ranges say that they hold something: readers take them for empty space. */
import type { Vec3 } from '../../../math/vec3.js';
import type { BlockRanges, ChunkVoxels, Level } from '../../../paged/store.js';

/** Counts such chunks of a store's levels, as they are read. */
export class LackingChunks {
  readonly #chunks = new Set<string>();

  /** Chunks that were read so far and are missing. */
  get count(): number {
    return this.#chunks.size;
  }

  /** The level, whose missing chunks are counted. */
  watch(level: Level, name: string): Level {
    const { readRanges } = level;
    if (!readRanges) return level;
    let ranges: Promise<BlockRanges> | undefined;
    const readOnce = () => (ranges ??= readRanges());
    return {
      ...level,
      readRanges: readOnce,
      readChunk: async (chunk, signal) => {
        const read = await level.readChunk(chunk, signal);
        if (isUniform(read) && !agrees(level, chunk, read.voxels[0]!, await readOnce())) {
          this.#chunks.add(`${name} ${chunk.join()}`);
        }
        return read;
      },
    };
  }
}

function isUniform({ voxels }: ChunkVoxels): boolean {
  const first = voxels[0];
  for (let at = 1; at < voxels.length; at++) if (voxels[at] !== first) return false;
  return true;
}

/**
 * Whether a chunk may hold this value alone. Ranges are of cubes and of the voxels beside them, so that only those tell that have
 * no voxel of another chunk beside them.
 */
function agrees({ sizes, chunkSizes }: Level, chunk: Vec3, value: number, { side, pairs }: BlockRanges): boolean {
  const [ni, nj] = sizes.map((size) => Math.ceil(size / side)) as unknown as Vec3;
  const spans = sizes.map((size, axis) => {
    const start = chunk[axis]! * chunkSizes[axis]!;
    const end = Math.min(start + chunkSizes[axis]!, size);
    const first = start === 0 ? 0 : Math.ceil((start + 1) / side);
    return [first, end === size ? Math.ceil(size / side) : Math.floor((end - 1) / side)] as const;
  });
  const [[i0, i1], [j0, j1], [k0, k1]] = spans as unknown as readonly [Span, Span, Span];
  for (let k = k0; k < k1; k++) {
    for (let j = j0; j < j1; j++) {
      for (let i = i0; i < i1; i++) {
        const cube = 2 * (i + ni * (j + nj * k));
        if (pairs[cube] !== value || pairs[cube + 1] !== value) return false;
      }
    }
  }
  return true;
}

type Span = readonly [first: number, end: number];
