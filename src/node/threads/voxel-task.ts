/** Tasks of threads that work on voxels in memory that they share with the process. */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import {
  computeStatistics,
  createShownSearch,
  findShownSlices,
  finishSteps,
  mergeStatistics,
  type ShownSoFar,
  type SliceRange,
  type Statistics,
  type VolumeScene,
  type VoxelArray,
  type VoxelIntervals,
} from '../../worker.js';

/** A task that several threads have a part in: each takes the next piece until none is left, whatever the process does. */
interface SharedTask {
  /** The number of the next piece. */
  readonly next: Int32Array;
}

/** Voxels, piece by piece. */
interface PiecesTask extends SharedTask {
  readonly voxels: VoxelArray;
  readonly pieceVoxels: number;
}

/** Counts voxels of 8 or 16 bits. */
export interface CountTask extends PiecesTask {
  readonly kind: 'count';
}

/** Fills voxels from a file, and counts those of 8 or 16 bits if they are wanted, which are in the processor's cache then. */
export interface FillTask extends PiecesTask {
  readonly kind: 'fill';
  readonly counts: boolean;
  readonly descriptor: number;
  /** The byte of the file where the voxels begin. */
  readonly start: number;
}

/** Finds what a scene shows of each run of slices. */
export interface ShowTask extends SharedTask {
  readonly kind: 'show';
  readonly scene: VolumeScene;
  readonly runs: readonly SliceRange[];
  /** The ends that threads have in common. */
  readonly ends: Int32Array;
}

/** The findings of one thread: the columns of its runs of slices, with the number of each run. */
export interface ShownByThread {
  readonly soFar: ShownSoFar;
  readonly columns: readonly (readonly [number, readonly VoxelIntervals[]])[];
}

/** Hashes bytes, by one thread. */
export interface HashTask {
  readonly kind: 'hash';
  readonly bytes: Uint8Array;
}

export type VoxelTask = CountTask | FillTask | ShowTask | HashTask;

/** One thread's result of a task. */
export interface VoxelAnswers {
  /** Undefined where other threads were faster, or nothing is counted. */
  readonly count: Statistics | undefined;
  readonly fill: Statistics | undefined;
  readonly show: ShownByThread;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
}

export type VoxelAnswer = VoxelAnswers[keyof VoxelAnswers];

/** @throws an Error if a file cannot be read, or has fewer bytes than it should. */
export function perform(task: VoxelTask): VoxelAnswer {
  switch (task.kind) {
    case 'count':
      return countPieces(task, () => undefined);
    case 'fill':
      return countPieces(task, (piece, first) => fill(task, piece, first), task.counts);
    case 'show':
      return takeRuns(task);
    case 'hash':
      return createHash('sha256').update(task.bytes).digest('hex');
  }
}

/** The numbers that no other thread has taken. */
function* takeNumbers({ next }: SharedTask, end: number): Generator<number, void, void> {
  for (let number = Atomics.add(next, 0, 1); number < end; number = Atomics.add(next, 0, 1)) yield number;
}

function countPieces(
  task: PiecesTask,
  prepare: (piece: VoxelArray, first: number) => void,
  counts = true,
): Statistics | undefined {
  const { voxels, pieceVoxels } = task;
  const counted: Statistics[] = [];
  for (const number of takeNumbers(task, Math.ceil(voxels.length / pieceVoxels))) {
    const first = number * pieceVoxels;
    const piece = voxels.subarray(first, first + pieceVoxels);
    prepare(piece, first);
    if (counts && voxels.BYTES_PER_ELEMENT <= 2) counted.push(computeStatistics({ voxels: piece }));
  }
  return counted.length > 0 ? mergeStatistics(counted) : undefined;
}

function fill({ descriptor, start }: FillTask, piece: VoxelArray, first: number): void {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = piece;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  for (let done = 0; done < byteLength; ) {
    const position = start + first * BYTES_PER_ELEMENT + done;
    const bytesRead = readSync(descriptor, bytes, done, byteLength - done, position);
    if (bytesRead === 0) throw new Error('the file is cut short');
    done += bytesRead;
  }
}

function takeRuns(task: ShowTask): ShownByThread {
  const { scene, runs, ends } = task;
  const search = createShownSearch(scene, ends);
  const find = (number: number) => [number, finishSteps(findShownSlices(search, runs[number]!))] as const;
  return { soFar: search.soFar, columns: Array.from(takeNumbers(task, runs.length), find) };
}
