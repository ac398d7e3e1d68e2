/** A volume in memory as a store of one level. */
import { mapVec3 } from '../math/vec3.js';
import type { Volume } from '../volume/volume.js';
import { createStore, type Level, type Store, VOXEL_TYPES, type VoxelType } from './store.js';

/** Voxels along the side of its chunks, which are no copies. */
const CHUNK_SIDE = 64;

/** A store of one level and one chunk that holds a volume in memory. */
export function storeOfVolume(name: string, { sizes, voxels, indexToWorld, anatomical, meaning }: Volume): Store {
  const [ni, nj] = sizes;
  const typeName = voxels.constructor.name.replace('Array', '').toLowerCase();
  const type = VOXEL_TYPES.find((candidate) => candidate === typeName) as VoxelType;
  const chunkSizes = mapVec3(sizes, (size) => Math.min(size, CHUNK_SIDE));
  const level: Level = {
    sizes,
    chunkSizes,
    type,
    indexToWorld,
    readChunk: async (chunk) => {
      const [i, j, k] = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
      return { voxels, offset: i + ni * (j + nj * k), strides: [1, ni, ni * nj] };
    },
  };
  return { ...createStore({ name, format: 'memory', anatomical }, level), ...(meaning && { meaning }) };
}
