/** Turns the voxels of a page into the texels of its slot. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { VoxelArray } from '../volume/volume.js';
import type { ChunkCache } from './chunk-cache.js';
import { type PageGrid, slotSide } from './page-grid.js';
import { copyChunk, listChunks, type VoxelBox } from './read/read-box.js';
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
  await Promise.all(
    listChunks(level, box).map(async (chunk) => copyChunk(level, chunk, await chunks.get(chunk, signal), box, voxels)),
  );
  return voxels;
}

/**
 * The texels of a page and its border; beyond the volume, those at its edge go on.
 * @param voxels those of `box`.
 * @throws InputError, without the store's name, where a voxel is NaN: interpolation would spread it.
 */
export function packPage(
  voxels: VoxelArray,
  box: VoxelBox,
  page: Vec3,
  grid: PageGrid,
  format: PageFormat,
): PageTexels {
  if (hasNan(voxels)) throw new InputError('has voxels of NaN, which volumes larger than the device cannot show yet');
  const side = slotSide(grid);
  const { first, end } = box;
  const [width, height] = [end[0] - first[0], end[1] - first[1]];
  const texels = new ARRAYS[format.bytesPerTexel](side ** 3);
  /** Places in the box of the texels along an axis. */
  const places = ([0, 1, 2] as const).map((axis) =>
    Int32Array.from({ length: side }, (_, texel) => {
      const index = page[axis] * grid.side - grid.border + texel;
      return Math.min(Math.max(index, first[axis]), end[axis] - 1) - first[axis];
    }),
  ) as [Int32Array, Int32Array, Int32Array];
  const { offset } = format;
  let texel = 0;
  for (const k of places[2]) {
    for (const j of places[1]) {
      const row = width * (j + height * k);
      for (const i of places[0]) texels[texel++] = voxels[row + i]! + offset;
    }
  }
  return texels;
}

function hasNan(voxels: VoxelArray): boolean {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return false;
  let sum = 0;
  for (let index = 0; index < voxels.length; index++) sum += voxels[index]! * 0;
  return Number.isNaN(sum);
}
