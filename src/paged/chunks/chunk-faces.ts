/** The faces of chunks: what pages of the chunks beside them need of their voxels, kept once the chunks themselves are freed. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { copyChunk, type VoxelBox } from '../read/read-box.js';
import { type ChunkVoxels, countChunks, createVoxels, type Level, voxelSizeBytes } from '../store.js';

/** Voxels of a chunk's side for one of its faces' thickness, at least: more is no border. */
const VOXELS_PER_DEPTH = 8;

type FacedLevel = Pick<Level, 'sizes' | 'chunkSizes' | 'type'>;

/** A slab at one end of an axis. */
interface Face {
  readonly axis: 0 | 1 | 2;
  readonly isFar: boolean;
}

const FACES: readonly Face[] = ([0, 1, 2] as const).flatMap((axis) => [
  { axis, isFar: false },
  { axis, isFar: true },
]);

/** A face's voxels, which are read by their places in the chunk. */
interface Slab {
  readonly depth: number;
  readonly box: VoxelBox;
  readonly voxels: ChunkVoxels;
  readonly sizeBytes: number;
}

/** Ranks a chunk after all those that pages are cut out of before it. */
export type ChunkOrder = (chunk: Vec3) => number;

/**
 * Faces of chunks of a level, within a bound on their bytes: those that were used last. Those at the volume's outside are not kept, nor
 * those that all chunks beside them have been cut with. A chunk is read once for those before it and once more for its own pages:
 * where the order is known, its faces towards those after it wait for the second time, and a place in several faces is kept in one.
 */
export class FaceCache {
  readonly #level: FacedLevel;
  /** Undefined where it is not known. */
  #order: ChunkOrder | undefined;
  readonly #maxBytes: number;
  readonly #counts: Vec3;
  /** Slabs by the number of the chunk and of the face; those used last are at the end. */
  readonly #slabs = new Map<number, Slab>();
  /** Chunks that pages have been cut out of, and those that all were. */
  readonly #begun = new Set<number>();
  readonly #done = new Set<number>();
  /** Chunks whose faces have been kept. */
  readonly #added = new Set<number>();
  /** Thickness of faces, in voxels: that of the thickest thin box so far. The borders of pages follow from the scene. */
  #depth = 0;
  #sizeBytes = 0;

  constructor(level: FacedLevel, maxBytes: number) {
    this.#level = level;
    this.#maxBytes = maxBytes;
    this.#counts = countChunks(level);
  }

  /**
   * The voxels of a chunk that hold a box within it.
   * @param key number of the chunk.
   * @param box places in the chunk.
   */
  find(key: number, box: VoxelBox): ChunkVoxels | undefined {
    const depth = depthOf(this.#level.chunkSizes, box);
    if (depth === undefined) return undefined;
    this.#depth = Math.max(this.#depth, depth);
    for (let face = 0; face < FACES.length; face++) {
      const at = FACES.length * key + face;
      const slab = this.#slabs.get(at);
      if (!slab || !contains(slab.box, box)) continue;
      this.#slabs.delete(at);
      this.#slabs.set(at, slab);
      return slab.voxels;
    }
    // Whatever their order is, pages of the chunk beyond come before those of this one.
    if (this.#added.has(key)) this.#begun.add(key);
    return undefined;
  }

  /** Whether a box within a chunk lies in one of its faces. */
  isThin(box: VoxelBox): boolean {
    return depthOf(this.#level.chunkSizes, box) !== undefined;
  }

  /** Keeps a chunk's faces, unless they are kept already. */
  add(key: number, chunk: ChunkVoxels): void {
    // A chunk that is not there is one voxel, and costs nothing to read.
    if (this.#depth === 0 || chunk.strides[0] === 0) return;
    this.#added.add(key);
    for (const [face, at] of FACES.entries()) {
      if (this.#isNeeded(key, at)) this.#keep(FACES.length * key + face, chunk, at);
    }
  }

  #keep(at: number, chunk: ChunkVoxels, face: Face): void {
    const depth = this.#depth;
    const known = this.#slabs.get(at);
    if (known && known.depth >= depth) return;
    if (known) this.#drop(at, known);
    const box = boxOfFace(this.#level.chunkSizes, face, depth);
    const sizeBytes = countVoxels(box) * voxelSizeBytes(this.#level.type);
    for (const [oldest, slab] of this.#slabs) {
      if (this.#sizeBytes + sizeBytes <= this.#maxBytes) break;
      this.#drop(oldest, slab);
    }
    if (this.#sizeBytes + sizeBytes > this.#maxBytes) return;
    this.#slabs.set(at, { depth, box, voxels: cutBox(this.#level, chunk, box), sizeBytes });
    this.#sizeBytes += sizeBytes;
  }

  /** Begins rays through all chunks, whose pages are cut out in an order from now on; undefined where that is not known. */
  expectOrder(order: ChunkOrder | undefined): void {
    if (order || this.#order) this.#forget();
    this.#order = order;
  }

  /** Pages are about to be cut out of a chunk: after all of them were, they are for another picture, or rays have come by later. */
  begin(key: number): void {
    if (!this.#order && this.#done.has(key)) this.#forget();
    this.#done.delete(key);
    this.#begun.add(key);
  }

  #forget(): void {
    for (const noted of [this.#done, this.#begun, this.#added]) noted.clear();
  }

  /** Drops the faces that nothing but pages of this chunk, and of others that are done, had a use for. */
  finish(key: number): void {
    this.#done.add(key);
    for (const near of this.#around(this.#indicesOf(key), () => true)) {
      for (let face = 0; face < FACES.length; face++) {
        const slab = this.#slabs.get(FACES.length * near + face);
        if (slab && !this.#isNeeded(near, FACES[face]!)) this.#drop(FACES.length * near + face, slab);
      }
    }
  }

  /** Whether there is a chunk beyond a face that pages may still be cut out of with it. */
  #isNeeded(key: number, { axis, isFar }: Face): boolean {
    const chunk = this.#indicesOf(key);
    const beyond = this.#around(chunk, (other) => other[axis] === chunk[axis] + (isFar ? 1 : -1));
    return beyond.some((other) => !this.#done.has(other) && this.#serves(key, axis, this.#indicesOf(other)));
  }

  /** Whether a chunk's face across an axis is kept for another chunk, which lies beyond it. */
  #serves(key: number, axis: number, other: Vec3): boolean {
    const order = this.#order;
    if (!order) return true;
    const chunk = this.#indicesOf(key);
    const own = order(chunk);
    if (!this.#begun.has(key) && order(other) > own) return false;
    // Beyond an edge or a corner it has several: the one that is kept longest is taken.
    const steps = chunk.map((_, along) =>
      Math.abs(order(mapVec3(chunk, (at, each) => (each === along ? other[each]! : at))) - own),
    );
    return steps[axis] === Math.max(...steps);
  }

  /** Numbers of the chunks around one, and of itself. */
  #around(chunk: Vec3, isWanted: (chunk: Vec3) => boolean): number[] {
    const [ni, nj] = this.#counts;
    const [low, high] = [
      mapVec3(chunk, (at) => Math.max(at - 1, 0)),
      mapVec3(chunk, (at, axis) => Math.min(at + 1, this.#counts[axis]! - 1)),
    ];
    const keys: number[] = [];
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        for (let i = low[0]; i <= high[0]; i++) if (isWanted([i, j, k])) keys.push(i + ni * (j + nj * k));
      }
    }
    return keys;
  }

  #indicesOf(key: number): Vec3 {
    const [ni, nj] = this.#counts;
    return [key % ni, Math.floor(key / ni) % nj, Math.floor(key / (ni * nj))];
  }

  #drop(at: number, { sizeBytes }: Slab): void {
    this.#slabs.delete(at);
    this.#sizeBytes -= sizeBytes;
  }
}

/** Bytes of the faces of a chunk. */
export const faceSizeBytes = ({ chunkSizes, type }: Pick<Level, 'chunkSizes' | 'type'>, depth: number): number =>
  FACES.reduce((sum, face) => sum + countVoxels(boxOfFace(chunkSizes, face, depth)) * voxelSizeBytes(type), 0);

/** How far a box reaches into a chunk from the face that it is nearest to; undefined for one that no thin slab holds. */
function depthOf(chunkSizes: Vec3, { first, end }: VoxelBox): number | undefined {
  const depths = mapVec3(chunkSizes, (size, axis) => Math.min(end[axis]!, size - first[axis]!));
  const depth = Math.min(...depths);
  return depth * VOXELS_PER_DEPTH <= Math.min(...chunkSizes) ? depth : undefined;
}

const boxOfFace = (chunkSizes: Vec3, { axis, isFar }: Face, depth: number): VoxelBox => ({
  first: mapVec3(chunkSizes, (size, at) => (at === axis && isFar ? size - depth : 0)),
  end: mapVec3(chunkSizes, (size, at) => (at === axis && !isFar ? depth : size)),
});

const countVoxels = ({ first, end }: VoxelBox) =>
  first.reduce((product, from, axis) => product * (end[axis]! - from), 1);

const contains = (outer: VoxelBox, inner: VoxelBox) =>
  outer.first.every((from, axis) => from <= inner.first[axis]! && inner.end[axis]! <= outer.end[axis]!);

/** A copy of a box of a chunk, by the same places. */
function cutBox(
  { chunkSizes, type }: Pick<Level, 'chunkSizes' | 'type'>,
  chunk: ChunkVoxels,
  box: VoxelBox,
): ChunkVoxels {
  const [width, height] = mapVec3(box.end, (end, axis) => end - box.first[axis]!);
  const strides = [1, width!, width! * height!] as const;
  const voxels = createVoxels(type, countVoxels(box));
  copyChunk({ chunkSizes }, [0, 0, 0], chunk, box, { voxels, first: box.first, strides: [strides[1], strides[2]] });
  return { voxels, offset: -box.first.reduce((sum, from, axis) => sum + from * strides[axis]!, 0), strides };
}
