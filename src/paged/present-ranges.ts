/** Ranges of a level's cubes by the chunks that it has: those without a chunk hold nothing but the fill value. */
import { mapVec3, type Vec3 } from '../math/vec3.js';
import { countBricks } from '../volume/bricks.js';
import { listChunks } from './read/read-box.js';
import {
  type BlockRanges,
  countChunks,
  createVoxels,
  type Level,
  type PresentChunks,
  type VoxelType,
} from './store.js';

/** Voxels along the side of a cube, unless there would be more cubes than these. */
const LEAST_SIDE = 32;
const CUBES_MAX = 2 ** 22;
/**
 * Cubes that cost next to nothing, and those for each chunk that is there: few chunks in a very large volume are found as soon by
 * large cubes, and each cube costs the device about a microsecond.
 */
const CUBES_CHEAP = 2 ** 19;
const CUBES_PER_CHUNK = 2 ** 6;
/** Chunks that are asked for: those of a volume of 10,000 voxels along each side. */
const CHUNKS_MAX = 2 ** 22;

export interface ChunkPresence {
  /** Chunks that are there. */
  readonly count: number;
  /** Undefined where all are. */
  readonly ranges: BlockRanges | undefined;
}

/** @returns undefined for more chunks than can be asked for. */
export function rangesOfPresent(
  level: Pick<Level, 'sizes' | 'chunkSizes' | 'type'>,
  { has, list, fill }: PresentChunks,
): ChunkPresence | undefined {
  const { sizes, chunkSizes, type } = level;
  const chunks = product(countChunks(level));
  if (chunks > CHUNKS_MAX && !list) return undefined;
  const listed = list?.();
  const most = listed ? Math.min(Math.max(CUBES_CHEAP, CUBES_PER_CHUNK * listed.length), CUBES_MAX) : CUBES_MAX;
  let side = LEAST_SIDE;
  while (product(countBricks(sizes, side)) > most) side *= 2;
  const [ni, nj, nk] = countBricks(sizes, side);
  const pairs = createVoxels(type, 2 * ni * nj * nk).fill(fill);
  const [lowest, highest] = limitsOf(type);
  let count = 0;
  for (const chunk of listed ?? listChunks(level, { first: [0, 0, 0], end: sizes })) {
    if (!list && !has(chunk)) continue;
    count++;
    // Cubes whose ranges count the voxels beside them too.
    const first = mapVec3(chunk, (at, axis) => Math.floor(Math.max(at * chunkSizes[axis]! - 1, 0) / side));
    const end = mapVec3(chunk, (at, axis) =>
      Math.ceil(Math.min((at + 1) * chunkSizes[axis]! + 1, sizes[axis]!) / side),
    );
    for (let k = first[2]; k < end[2]; k++) {
      for (let j = first[1]; j < end[1]; j++) {
        for (let i = first[0]; i < end[0]; i++) {
          const cube = 2 * (i + ni * (j + nj * k));
          [pairs[cube], pairs[cube + 1]] = [lowest, highest];
        }
      }
    }
  }
  return { count, ranges: count < chunks ? { side, pairs } : undefined };
}

const product = ([x, y, z]: Vec3) => x * y * z;

/** The smallest and the largest finite value that both the type and a texel can hold. */
function limitsOf(type: VoxelType): readonly [number, number] {
  if (type.startsWith('float')) return [-FLOAT32_MAX, FLOAT32_MAX];
  const ones = createVoxels(type, 1).fill(-1);
  if (ones[0]! > 0) return [0, ones[0]!];
  const half = 2 ** (8 * ones.BYTES_PER_ELEMENT - 1);
  return [-half, half - 1];
}

const FLOAT32_MAX = 2 ** 127 * (2 - 2 ** -23);
