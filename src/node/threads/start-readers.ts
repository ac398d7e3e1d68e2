/** Starts threads before anything else is loaded. */
import { statSync } from 'node:fs';
import { startThreads, threadsFor } from './voxel-threads.js';

/** Starts the threads that are worth it to read those of some words that name large files, which load while the process does. */
export function startReaders(words: readonly string[]): void {
  const threads = Math.max(...words.map((word) => threadsFor(sizeOf(word))), 0);
  // They are asked for again, and may fail then.
  if (threads > 0) startThreads(threads).catch(() => undefined);
}

/** 0 for what is no file, or cannot be looked at. */
function sizeOf(word: string): number {
  try {
    const status = statSync(word, { throwIfNoEntry: false });
    return status?.isFile() ? status.size : 0;
  } catch {
    return 0;
  }
}
