/** All that threads need which decode chunks or work on voxels, and what starts these: they load in a few milliseconds. */

export type { VolumeScene } from './cast/scene.js';
export {
  createShownSearch,
  findShownSlices,
  type ShownSoFar,
  type SliceRange,
  type VoxelIntervals,
} from './cast/volume/shown-boxes.js';
export type { DecodeTask } from './files/stores/decoding/decode-task.js';
export { answerWith } from './files/stores/decoding/worker-pool.js';
export { findFlatLayout } from './files/stores/flat/flat-layout.js';
export { decodeTask } from './files/stores/zarr/bound-codecs.js';
export { isSwapped } from './files/volumes/samples/voxels.js';
export { type VoxelType, viewVoxels, voxelSizeBytes } from './paged/store.js';
export { computeStatistics, mergeStatistics, type Statistics } from './volume/statistics/statistics.js';
export { finishSteps } from './volume/steps.js';
export type { VoxelArray } from './volume/volume.js';
