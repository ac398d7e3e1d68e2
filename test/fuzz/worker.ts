/** Runs cases one after another in a thread of its own, and tells before each which it is: some may never end. */
import { parentPort, workerData } from 'node:worker_threads';
import { judgeCase, makeCase } from './run-case.js';

const { seed, first, stride, endMs, casesMax, current } = workerData as {
  seed: number;
  first: number;
  stride: number;
  endMs: number;
  casesMax: number;
  /** The case that is running, its start in milliseconds of this run, and how many are done. */
  current: Float64Array;
};

for (let index = first; Date.now() < endMs && index < casesMax; index += stride) {
  current[0] = index;
  current[1] = Date.now();
  const problem = await judgeCase(makeCase(seed, index));
  current[2]! += 1;
  if (problem !== undefined) parentPort!.postMessage({ index, problem });
}
current[1] = Number.POSITIVE_INFINITY;
parentPort!.postMessage('done');
