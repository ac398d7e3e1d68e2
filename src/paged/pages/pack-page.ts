/** Turns the voxels of a page into the texels of its slot. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { fillMissing, hasMissing } from '../../volume/missing.js';
import type { VoxelArray } from '../../volume/volume.js';
import type { ChunkCache } from '../chunks/chunk-cache.js';
import type { PagedVolume } from '../paged-volume.js';
import { boxTarget, type CopyTarget, copyChunk, listChunks, type VoxelBox } from '../read/read-box.js';
import { type ChunkVoxels, createVoxels, type Level } from '../store.js';
import { boxOfPage, type PageGrid, slotSide } from './page-grid.js';

/** The format of the atlas's texels: an unsigned integer of this many bytes after `offset` was added, or a 32-bit float. */
export interface PageFormat {
  readonly bytesPerTexel: 1 | 2 | 4;
  readonly offset: number;
}

export type PageTexels =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>;

/** The replacement for voxels of NaN: the mean of their neighbours, a value, or an error. */
export type MissingVoxels = 'mean' | number | (() => Error);

const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Float32Array } as const;

/** Reads the voxels of a box through the cache of chunks. */
export async function readBox(
  level: Level,
  chunks: ChunkCache,
  box: VoxelBox,
  signal?: AbortSignal,
): Promise<VoxelArray> {
  const { first, end } = box;
  const voxels = createVoxels(level.type, (end[0] - first[0]) * (end[1] - first[1]) * (end[2] - first[2]));
  await copyBox(level, chunks, box, boxTarget(box, voxels), signal);
  return voxels;
}

/** Copies the voxels of a box through the cache of chunks. */
const copyBox = (
  level: Level,
  chunks: ChunkCache,
  box: VoxelBox,
  target: CopyTarget,
  signal?: AbortSignal,
): Promise<void> => copyBoxes(level, chunks, [{ box, target }], signal);

/** A box, and where its voxels go. */
export interface BoxCopy {
  readonly box: VoxelBox;
  readonly target: CopyTarget;
}

/** Copies the voxels of boxes side by side, each to its target: what several of them share is looked up once. */
export async function copyBoxes(
  level: Level,
  chunks: ChunkCache,
  parts: readonly BoxCopy[],
  signal?: AbortSignal,
): Promise<void> {
  const around: VoxelBox = {
    first: mapVec3([0, 1, 2], (axis) => Math.min(...parts.map(({ box }) => box.first[axis]!))),
    end: mapVec3([0, 1, 2], (axis) => Math.max(...parts.map(({ box }) => box.end[axis]!))),
  };
  await Promise.all(
    listChunks(level, around).map((chunk) =>
      chunks.use(
        chunk,
        (voxels) => {
          for (const { box, target } of parts)
            if (isIn(level, chunk, box)) copyChunk(level, chunk, voxels, box, target);
        },
        { signal, box: placesIn(level, chunk, around) },
      ),
    ),
  );
}

/** The places in a chunk of what it has of a box. */
function placesIn({ chunkSizes }: Level, chunk: Vec3, { first, end }: VoxelBox): VoxelBox {
  const start = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]);
  return {
    first: mapVec3(first, (index, axis) => Math.max(index - start[axis], 0)),
    end: mapVec3(end, (index, axis) => Math.min(index - start[axis], chunkSizes[axis])),
  };
}

/** Whether a chunk has voxels of a box. */
const isIn = ({ chunkSizes }: Level, chunk: Vec3, { first, end }: VoxelBox) =>
  chunk.every((number, axis) => {
    const start = number * chunkSizes[axis]!;
    return start < end[axis]! && first[axis]! < start + chunkSizes[axis]!;
  });

export interface PageReading {
  readonly grid: PageGrid;
  readonly format: PageFormat;
  readonly missing: MissingVoxels;
  readonly signal?: AbortSignal | undefined;
  /** Memory of another page of the grid, which is overwritten. */
  readonly into?: PageTexels | undefined;
}

/**
 * Reads the texels of a page and its border; beyond the volume, those at its edge are repeated.
 * @throws InputError, one line that starts with the store's name, if a chunk cannot be read; the signal's reason;
 * what `missing` makes.
 */
export async function readPage(
  volume: Pick<PagedVolume, 'level' | 'chunks'>,
  page: Vec3,
  { grid, format, missing, signal, into }: PageReading,
): Promise<PageTexels> {
  const { level, chunks } = volume;
  const texels = into ?? new ARRAYS[format.bytesPerTexel](slotSide(grid) ** 3);
  const target = pageTarget(grid, page, texels, format.offset);
  const box = boxOfPage(grid, page);
  await copyBox(level, chunks, box, target, signal);
  if (level.type.startsWith('float') && hasMissing({ voxels: texels })) {
    if (typeof missing === 'function') throw missing();
    if (missing === 'mean') copyVoxels(await readFilled(volume, grid, page, signal), box, target);
    else replaceNan(texels, texels, missing);
  }
  continueEdges(grid, page, texels);
  return texels;
}

/** Writes `value` wherever `voxels` have NaN. */
export function replaceNan(voxels: VoxelArray, target: VoxelArray, value: number): void {
  for (let index = 0; index < voxels.length; index++) if (Number.isNaN(voxels[index])) target[index] = value;
}

/** The texels of a page as a target. */
export function pageTarget(grid: PageGrid, page: Vec3, texels: PageTexels, offset = 0): CopyTarget {
  const side = slotSide(grid);
  const first = mapVec3(page, (number) => number * grid.side - grid.border);
  return { voxels: texels, first, strides: [side, side * side], offset };
}

/** Voxels by their indices in a level. */
export type PlacedVoxels = ChunkVoxels;

/** Copies a box out of voxels that hold it. */
export function copyVoxels(source: PlacedVoxels, box: VoxelBox, target: CopyTarget): void {
  copyChunk({ chunkSizes: box.end }, [0, 0, 0], source, box, target);
}

/** Reads a page and, as means reach there, a voxel more around it. */
async function readFilled(
  { level, chunks }: Pick<PagedVolume, 'level' | 'chunks'>,
  grid: PageGrid,
  page: Vec3,
  signal: AbortSignal | undefined,
): Promise<PlacedVoxels> {
  const box = boxOfPage({ ...grid, border: grid.border + 1 }, page);
  const voxels = await readBox(level, chunks, box, signal);
  const sizes = mapVec3(box.end, (end, axis) => end - box.first[axis]!);
  return placeVoxels(box, fillMissing({ sizes, voxels }));
}

/** The voxels of a box by their indices in the level. */
export function placeVoxels(box: VoxelBox, voxels: VoxelArray): PlacedVoxels {
  const { first, strides } = boxTarget(box, voxels);
  return { voxels, offset: -first[0] - first[1] * strides[0] - first[2] * strides[1], strides: [1, ...strides] };
}

/** Texels beyond the volume become the nearest within, along one axis after the other. */
export function continueEdges(grid: PageGrid, page: Vec3, texels: PageTexels): void {
  const side = slotSide(grid);
  const box = boxOfPage(grid, page);
  const corner = mapVec3(page, (number) => number * grid.side - grid.border);
  const first = mapVec3(box.first, (index, axis) => index - corner[axis]!);
  const end = mapVec3(box.end, (index, axis) => index - corner[axis]!);
  const strides = [1, side, side * side] as const;
  for (const axis of [0, 1, 2] as const) {
    const beyond = Array.from({ length: side }, (_, at) => at).filter((at) => at < first[axis] || at >= end[axis]);
    if (beyond.length === 0) continue;
    const [across, along] = [0, 1, 2].filter((other) => other !== axis).map((other) => strides[other]!) as [
      number,
      number,
    ];
    for (const at of beyond) {
      const nearest = at < first[axis] ? first[axis] : end[axis] - 1;
      for (let row = 0; row < side; row++) {
        for (let column = 0; column < side; column++) {
          const texel = across * column + along * row;
          texels[texel + strides[axis] * at] = texels[texel + strides[axis] * nearest]!;
        }
      }
    }
  }
}
