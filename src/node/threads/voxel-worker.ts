/** The script of a thread that works on voxels. */
import { parentPort } from 'node:worker_threads';
import { perform, type VoxelTask } from './voxel-task.js';
import type { ThreadReply } from './voxel-threads.js';

const reply = (message: ThreadReply) => parentPort!.postMessage(message);

/** Undefined asks the thread to end. */
parentPort!.on('message', (task: VoxelTask | undefined) => {
  if (!task) {
    parentPort!.close();
    return;
  }
  try {
    reply({ answer: perform(task) });
  } catch (error) {
    reply({ error: (error as Error).message });
  }
});
reply({ isReady: true });
