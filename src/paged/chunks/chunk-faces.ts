/** The faces of chunks: what pages of the chunks beside them need of their voxels, kept once the chunks themselves are freed. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { copyChunk, type VoxelBox } from '../read/read-box.js';
import { type ChunkVoxels, createVoxels, type Level, voxelSizeBytes } from '../store.js';

/** Voxels of a chunk's side for one of its faces' thickness, at least: more is no border. */
const VOXELS_PER_DEPTH = 8;

/** Slabs at the ends of the axes, which are read by the places of their voxels in the chunk. */
interface ChunkFaces {
  readonly depth: number;
  readonly slabs: readonly { readonly box: VoxelBox; readonly voxels: ChunkVoxels }[];
  readonly sizeBytes: number;
}

/** Faces of chunks of a level, those that were used last, within a bound on their bytes. */
export class FaceCache {
  readonly #level: Pick<Level, 'chunkSizes' | 'type'>;
  readonly #maxBytes: number;
  readonly #faces = new Map<number, ChunkFaces>();
  /** Thickness of faces, in voxels: that of the thickest thin box so far. The borders of pages follow from the scene. */
  #depth = 0;
  #sizeBytes = 0;

  constructor(level: Pick<Level, 'chunkSizes' | 'type'>, maxBytes: number) {
    this.#level = level;
    this.#maxBytes = maxBytes;
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
    const faces = this.#faces.get(key);
    if (!faces || faces.depth < depth) return undefined;
    this.#faces.delete(key);
    this.#faces.set(key, faces);
    return faces.slabs.find((slab) => contains(slab.box, box))!.voxels;
  }

  /** Whether a box within a chunk lies in one of its faces. */
  isThin(box: VoxelBox): boolean {
    return depthOf(this.#level.chunkSizes, box) !== undefined;
  }

  /** Keeps a chunk's faces, unless they are kept already. */
  add(key: number, chunk: ChunkVoxels): void {
    const depth = this.#depth;
    const known = this.#faces.get(key);
    // A chunk that is not there is one voxel, and costs nothing to read.
    if (depth === 0 || (known && known.depth >= depth) || chunk.strides[0] === 0) return;
    const sizeBytes = faceSizeBytes(this.#level, depth);
    if (known) this.#drop(key, known);
    for (const [oldest, faces] of this.#faces) {
      if (this.#sizeBytes + sizeBytes <= this.#maxBytes) break;
      this.#drop(oldest, faces);
    }
    if (this.#sizeBytes + sizeBytes > this.#maxBytes) return;
    const slabs = facesOf(this.#level.chunkSizes, depth).map((box) => ({
      box,
      voxels: cutBox(this.#level, chunk, box),
    }));
    this.#faces.set(key, { depth, slabs, sizeBytes });
    this.#sizeBytes += sizeBytes;
  }

  #drop(key: number, { sizeBytes }: ChunkFaces): void {
    this.#faces.delete(key);
    this.#sizeBytes -= sizeBytes;
  }
}

/** Bytes of the faces of a chunk. */
export const faceSizeBytes = ({ chunkSizes, type }: Pick<Level, 'chunkSizes' | 'type'>, depth: number): number =>
  facesOf(chunkSizes, depth).reduce((sum, box) => sum + countVoxels(box) * voxelSizeBytes(type), 0);

/** How far a box reaches into a chunk from the face that it is nearest to; undefined for one that no thin slab holds. */
function depthOf(chunkSizes: Vec3, { first, end }: VoxelBox): number | undefined {
  const depths = mapVec3(chunkSizes, (size, axis) => Math.min(end[axis]!, size - first[axis]!));
  const depth = Math.min(...depths);
  return depth * VOXELS_PER_DEPTH <= Math.min(...chunkSizes) ? depth : undefined;
}

function facesOf(chunkSizes: Vec3, depth: number): VoxelBox[] {
  return ([0, 1, 2] as const).flatMap((axis) =>
    [0, chunkSizes[axis] - depth].map((start) => ({
      first: mapVec3(chunkSizes, (_, at) => (at === axis ? start : 0)),
      end: mapVec3(chunkSizes, (size, at) => (at === axis ? start + depth : size)),
    })),
  );
}

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
