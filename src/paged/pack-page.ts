/** Turns the voxels of a page into the texels of its slot. */
import { mapVec3, type Vec3 } from '../math/vec3.js';
import type { VoxelArray } from '../volume/volume.js';
import type { ChunkCache } from './chunk-cache.js';
import { boxOfPage, type PageGrid, slotSide } from './page-grid.js';
import { boxTarget, type CopyTarget, copyChunk, listChunks, type VoxelBox } from './read/read-box.js';
import { createVoxels, type Level } from './store.js';

/** The format of the atlas's texels: an unsigned integer of so many bytes after `offset` was added, or a 32-bit float. */
export interface PageFormat {
  readonly bytesPerTexel: 1 | 2 | 4;
  readonly offset: number;
}

export type PageTexels = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

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

async function copyBox(
  level: Level,
  chunks: ChunkCache,
  box: VoxelBox,
  target: CopyTarget,
  signal: AbortSignal | undefined,
): Promise<void> {
  await Promise.all(
    listChunks(level, box).map(async (chunk) => copyChunk(level, chunk, await chunks.get(chunk, signal), box, target)),
  );
}

/**
 * Reads the texels of a page and its border; beyond the volume, those at its edge go on.
 * @throws InputError, one line that starts with the store's name, if a chunk cannot be read; the signal's reason.
 */
export async function readPage(
  level: Level,
  chunks: ChunkCache,
  page: Vec3,
  {
    grid,
    format,
    signal,
  }: { readonly grid: PageGrid; readonly format: PageFormat; readonly signal?: AbortSignal | undefined },
): Promise<PageTexels> {
  const side = slotSide(grid);
  const box = boxOfPage(grid, page);
  const first = mapVec3(page, (number) => number * grid.side - grid.border);
  const texels = new ARRAYS[format.bytesPerTexel](side ** 3);
  const target: CopyTarget = { voxels: texels, first, strides: [side, side * side], offset: format.offset };
  await copyBox(level, chunks, box, target, signal);
  continueEdges(
    texels,
    mapVec3(box.first, (index, axis) => index - first[axis]!),
    mapVec3(box.end, (index, axis) => index - first[axis]!),
    side,
  );
  return texels;
}

/** Texels from `first` to before `end` are there; those beyond become the nearest of them, along one axis after the other. */
function continueEdges(texels: PageTexels, first: Vec3, end: Vec3, side: number): void {
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

/** Whether any of them is NaN. */
export function hasNan(voxels: VoxelArray): boolean {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return false;
  let sum = 0;
  for (let index = 0; index < voxels.length; index++) sum += voxels[index]! * 0;
  return Number.isNaN(sum);
}
