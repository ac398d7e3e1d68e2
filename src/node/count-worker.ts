/** The script of a thread that counts voxels. */
import { parentPort, workerData } from 'node:worker_threads';
import { computeStatistics, type VoxelArray } from '../worker.js';

parentPort!.postMessage(computeStatistics({ voxels: workerData as VoxelArray }));
