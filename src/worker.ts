/** All that threads need which decode chunks or count voxels: they start in a few milliseconds. */

export type { DecodeTask } from './files/stores/decoding/decode-task.js';
export { answerWith } from './files/stores/decoding/decoder-pool.js';
export { decodeTask } from './files/stores/zarr/bound-codecs.js';
export { computeStatistics } from './volume/statistics.js';
export type { VoxelArray } from './volume/volume.js';
