/** The script of a thread that encodes pixels. */
import { parentPort } from 'node:worker_threads';
import { answerWith } from '../../worker.js';
import { encodePngImage, type PngImageTask } from './encode-png-image.js';

const answer = answerWith(
  async (task: PngImageTask) => encodePngImage(task),
  (message, transfer) => parentPort!.postMessage(message, transfer),
);
parentPort!.on('message', (task: PngImageTask) => void answer(task));
