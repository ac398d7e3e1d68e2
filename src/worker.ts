/** What a thread that decodes chunks needs, and no more: it starts in a few milliseconds. */

export type { DecodeTask } from './files/stores/decoding/decode-task.js';
export { answerWith } from './files/stores/decoding/decoder-pool.js';
export { decodeTask } from './files/stores/zarr/bound-codecs.js';
