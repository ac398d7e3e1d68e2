/** The script of a thread that decodes chunks. */
import { parentPort } from 'node:worker_threads';
import { answerWith, type DecodeTask, decodeTask } from '../worker.js';

const answer = answerWith(decodeTask, (message, transfer) => parentPort!.postMessage(message, transfer));
parentPort!.on('message', (task: DecodeTask) => void answer(task));
