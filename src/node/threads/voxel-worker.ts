/** The script of a thread that works on voxels. */
import { parentPort } from 'node:worker_threads';
import { perform, type VoxelTask } from './voxel-task.js';

/** Undefined asks the thread to end. */
parentPort!.on('message', (task: VoxelTask | undefined) => {
  if (!task) {
    parentPort!.close();
    return;
  }
  try {
    parentPort!.postMessage({ answer: perform(task) });
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message });
  }
});
parentPort!.postMessage({ answer: 'ready' });
