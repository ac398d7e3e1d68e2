/** Finds chunks that are not there although those beside them end in other values: what a copy has lost looks like empty space. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { countPresent } from '../../paged/count-present.js';
import {
  type AbsentChunks,
  type ChunkVoxels,
  countChunks,
  type Level,
  type PresentChunks,
  type Store,
} from '../../paged/store.js';

/** Chunks of a level that are kept in mind: those of 4096 voxels along each side, in chunks of 64. */
const CHUNKS_MAX = 2 ** 18;

/** Voxels of a face that are looked at, along each side of it. */
const SAMPLES_ALONG = 12;

/** Neighbours beyond a chunk's faces, and the bit of each. */
const FACES = ([0, 1, 2] as const).flatMap((axis) =>
  ([-1, 1] as const).map((step, end) => ({ axis, step, bit: 1 << (2 * axis + end) })),
);

/** The store, which tells by `findAbsent` what it lacks. Levels with ranges of values tell better by these. */
export function watchAbsent(store: Store): Store {
  const watched = new Map<Level, WatchedLevel>();
  const levels = store.levels.map((level) => {
    if (level.readRanges) return level;
    const one = new WatchedLevel(level);
    watched.set(one.level, one);
    return one.level;
  }) as unknown as Store['levels'];
  const findAbsent = () =>
    [...watched.values()].map((one) => one.find()).find((found) => found !== undefined && found.contradicted > 0);
  return watched.size > 0 ? { ...store, levels, findAbsent } : store;
}

/** A level whose chunks are looked at as they are read. */
class WatchedLevel {
  readonly level: Level;
  readonly #grid: Vec3;
  /** The faces that end in other values than the one of absent chunks, by the number of the chunk. */
  readonly #facesOf = new Map<number, number>();
  readonly #absent = new Set<number>();
  #present: PresentChunks | undefined;

  constructor(level: Level) {
    this.#grid = countChunks(level);
    const { findPresent } = level;
    this.level = {
      ...level,
      readChunk: async (chunk, signal) => {
        const read = await level.readChunk(chunk, signal);
        this.#note(chunk, read);
        return read;
      },
      ...(findPresent && { findPresent: async () => (this.#present = await findPresent()) }),
    };
  }

  #note(chunk: Vec3, read: ChunkVoxels): void {
    const key = this.#keyOf(chunk);
    if (read.isAbsent) {
      if (this.#absent.size < CHUNKS_MAX) this.#absent.add(key);
    } else if (this.#facesOf.size < CHUNKS_MAX && !this.#facesOf.has(key)) {
      this.#facesOf.set(key, findOtherFaces(this.level, chunk, read));
    }
  }

  #keyOf = ([i, j, k]: Vec3) => i + this.#grid[0] * (j + this.#grid[1] * k);

  /** Undefined where no chunk is known to be absent. */
  find(): AbsentChunks | undefined {
    const known = this.#present && countPresent(this.level, this.#present);
    const count = known ? known.all - known.there : this.#absent.size;
    if (count === 0) return undefined;
    const all = this.#grid[0] * this.#grid[1] * this.#grid[2];
    const of = known?.all ?? this.#facesOf.size + this.#absent.size;
    const fill = this.level.fill ?? 0;
    return { count, of, isAll: of === all, fill, contradicted: this.#countContradicted() };
  }

  /** Absent chunks beside one that ends in other values. */
  #countContradicted(): number {
    const [ni, nj] = this.#grid;
    const contradicted = new Set<number>();
    for (const [key, faces] of this.#facesOf) {
      if (faces === 0) continue;
      const chunk: Vec3 = [key % ni, Math.floor(key / ni) % nj, Math.floor(key / (ni * nj))];
      for (const { axis, step, bit } of FACES) {
        const beside = mapVec3(chunk, (at, along) => (along === axis ? at + step : at));
        if ((faces & bit) === 0 || beside[axis]! < 0 || beside[axis]! >= this.#grid[axis]!) continue;
        const there = this.#keyOf(beside);
        if (this.#absent.has(there) || this.#present?.has(beside) === false) contradicted.add(there);
      }
    }
    return contradicted.size;
  }
}

/** The faces of a chunk of which most voxels are not the fill value: empty space that begins right behind such a face is hardly empty. */
function findOtherFaces(
  { sizes, chunkSizes, fill = 0 }: Level,
  chunk: Vec3,
  { voxels, offset, strides }: ChunkVoxels,
): number {
  const held = mapVec3(chunk, (at, axis) => Math.min(chunkSizes[axis]!, sizes[axis]! - at * chunkSizes[axis]!));
  const isFill = Number.isNaN(fill) ? Number.isNaN : (value: number) => value === fill;
  let faces = 0;
  for (const { axis, step, bit } of FACES) {
    const [across, along] = ([0, 1, 2] as const).filter((other) => other !== axis) as [0 | 1 | 2, 0 | 1 | 2];
    const start = offset + (step > 0 ? (held[axis] - 1) * strides[axis] : 0);
    const [nearAcross, nearAlong] = [stepOf(held[across]), stepOf(held[along])];
    let [others, all] = [0, 0];
    for (let v = 0; v < held[along]; v += nearAlong) {
      for (let u = 0; u < held[across]; u += nearAcross) {
        all++;
        if (!isFill(voxels[start + u * strides[across] + v * strides[along]]!)) others++;
      }
    }
    if (2 * others > all) faces |= bit;
  }
  return faces;
}

const stepOf = (length: number) => Math.ceil(length / SAMPLES_ALONG);
