/** Slices of a store as fine as the screen: read of the level that a view's pixels call for, while a coarse one is shown. */
import { createVolume, type Level, type PagedVolume, transformPoint, type Vec3, type Volume } from '../../index.js';
import { ChunkCache, readBox, type VoxelBox } from '../../lab.js';
import { type SlicePlane, toIndex, toWorld } from './slice-planes.js';

/** The part of a slice that is seen. */
export interface SliceView {
  readonly plane: SlicePlane;
  /** Index point of the volume that is on the slice. */
  readonly cursor: Vec3;
  /** The ends of the visible part, as fractions of the whole slice: left, top, right, bottom. */
  readonly seen: readonly [number, number, number, number];
  /** World length of a pixel. */
  readonly pixelWorld: number;
}

interface SliceRequest {
  readonly level: Level;
  readonly chunks: ChunkCache;
  readonly box: VoxelBox;
  /** Index of the slice in the coarse volume. */
  readonly depth: number;
  readonly anatomical: boolean;
}

/** Memory for decoded chunks of each level other than that of the 3D view, which has its own. */
const CACHE_BYTES = 2 ** 26;
/** Milliseconds of rest before a slice is read: slices that are only passed are not. */
const READ_AFTER_MS = 60;
/** Voxels of one slice: those of a large screen and of the chunks around it. */
const VOXELS_MAX = 2 ** 24;

export class FineSlices {
  readonly #onRead: () => void;
  readonly #planes = new Map<string, FineSlice>();
  readonly #chunks = new WeakMap<Level, ChunkCache>();

  /** @param onRead called when a requested slice has been read. */
  constructor(onRead: () => void) {
    this.#onRead = onRead;
  }

  /** A part of the slice as a volume that is one voxel thick; undefined while it is read, and where the coarse one is as fine. */
  of(pages: PagedVolume, view: SliceView): Volume | undefined {
    const { name } = view.plane;
    const slice = this.#planes.get(name) ?? new FineSlice(this.#onRead);
    this.#planes.set(name, slice);
    const part = partFor(pages, view);
    if (!part) return undefined;
    const { anatomical } = pages.store;
    return slice.of({ ...part, anatomical, chunks: this.#chunksOf(pages, part.level) });
  }

  #chunksOf({ level: shown, chunks }: PagedVolume, level: Level): ChunkCache {
    if (level === shown) return chunks;
    const known = this.#chunks.get(level) ?? new ChunkCache(level, CACHE_BYTES);
    this.#chunks.set(level, known);
    return known;
  }
}

const isSame = (a: SliceRequest | undefined, b: SliceRequest) =>
  a?.level === b.level && a.depth === b.depth && String([a.box.first, a.box.end]) === String([b.box.first, b.box.end]);

/** One read at a time: the newest request comes next. */
class FineSlice {
  readonly #onRead: () => void;
  #shown: { readonly request: SliceRequest; readonly volume: Volume } | undefined;
  #asked: SliceRequest | undefined;
  #isReading = false;

  constructor(onRead: () => void) {
    this.#onRead = onRead;
  }

  /** The part that was read last is shown until the next one is read, if it is of the same slice. */
  of(request: SliceRequest): Volume | undefined {
    if (!isSame(this.#asked, request)) {
      this.#asked = request;
      if (!this.#isReading) void this.#read();
    }
    return this.#shown?.request.depth === request.depth ? this.#shown.volume : undefined;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    let request: SliceRequest | undefined;
    // Chunks are shared with the 3D view: outdated ones are still read to their end.
    while (request !== this.#asked) {
      request = this.#asked!;
      await new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS));
      if (request !== this.#asked) continue;
      // The picture reports servers that fail.
      const volume = await readSlice(request).catch(() => undefined);
      if (!volume) continue;
      this.#shown = { request, volume };
      this.#onRead();
    }
    this.#isReading = false;
  }
}

async function readSlice({ level, chunks, box, anatomical }: SliceRequest): Promise<Volume> {
  const { columns } = level.indexToWorld;
  const sizes = box.end.map((end, axis) => end - box.first[axis]!) as unknown as Vec3;
  const origin = transformPoint(level.indexToWorld, box.first);
  const voxels = await readBox(level, chunks, box);
  return createVolume({ sizes, voxels, anatomical, indexToWorld: { columns, origin } });
}

/** The part of the level that has a voxel for each pixel, or of the finest; undefined where the coarse volume is as fine. */
function partFor({ store, level: finest, preview }: PagedVolume, view: SliceView) {
  const { plane, cursor, seen, pixelWorld } = view;
  const levels = store.levels.slice(store.levels.indexOf(finest));
  const spacingOf = ({ indexToWorld: { columns } }: Pick<Level, 'indexToWorld'>) =>
    Math.max(Math.hypot(...columns[plane.right]), Math.hypot(...columns[plane.down]));
  const level = levels.findLast((candidate) => spacingOf(candidate) <= pixelWorld) ?? finest;
  if (spacingOf(level) >= spacingOf(preview)) return undefined;
  const box = boxOf(level, preview, plane, cursor, seen);
  const voxels = box.end.reduce((product, end, axis) => product * (end - box.first[axis]!), 1);
  return voxels > 0 && voxels <= VOXELS_MAX ? { level, box, depth: cursor[plane.normal] } : undefined;
}

/** Voxels of the level that are seen, and the rest of the chunks that they are in, so that small moves need no others. */
function boxOf(level: Level, preview: Volume, plane: SlicePlane, cursor: Vec3, seen: SliceView['seen']): VoxelBox {
  const corner = (x: number, y: number) => {
    const index: [number, number, number] = [...cursor];
    index[plane.right] = (plane.flipsRight ? 1 - x : x) * preview.sizes[plane.right] - 0.5;
    index[plane.down] = (plane.flipsDown ? 1 - y : y) * preview.sizes[plane.down] - 0.5;
    return toIndex(level, toWorld(preview, index));
  };
  const [a, b] = [corner(seen[0], seen[1]), corner(seen[2], seen[3])];
  const clamp = (value: number, axis: number) => Math.min(Math.max(value, 0), level.sizes[axis]!);
  const ends = ([0, 1, 2] as const).map((axis): readonly [number, number] => {
    if (axis === plane.normal) {
      const slice = Math.min(Math.max(Math.round(a[axis]), 0), level.sizes[axis] - 1);
      return [slice, slice + 1];
    }
    const side = level.chunkSizes[axis];
    const [low, high] = [Math.min(a[axis], b[axis]) + 0.5, Math.max(a[axis], b[axis]) + 0.5];
    return [clamp(Math.floor(low / side) * side, axis), clamp(Math.ceil(high / side) * side, axis)];
  });
  return { first: ends.map(([low]) => low) as unknown as Vec3, end: ends.map(([, high]) => high) as unknown as Vec3 };
}
