/** The script of a browser's worker that decodes chunks. */
import { decodeTask } from '../zarr/bound-codecs.js';
import type { DecodeTask } from './decode-task.js';
import { answerWith } from './worker-pool.js';

declare const self: {
  onmessage: (event: { readonly data: DecodeTask }) => void;
  readonly postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
};

const answer = answerWith(decodeTask, (message, transfer) => self.postMessage(message, transfer));
self.onmessage = ({ data }) => void answer(data);
