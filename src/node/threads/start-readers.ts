/** Starts threads before anything else is loaded, and has them read. */
import { statSync } from 'node:fs';
import type { SharedFile } from './shared-file.js';
import { hasManyCores, holdProcess, startThreads, threadsFor } from './voxel-threads.js';

/** Smaller files are read in less time than all else that a process does first takes, and threads that read hold it up. */
const LEAST_BYTES = 2 ** 26;

const started = new Map<string, Promise<SharedFile | undefined>>();

/**
 * Starts the threads that are worth it to read those of some words that name large files, which load while the process does, and has
 * them begin with very large ones. What follows an option is most likely its value, and no input.
 */
export function startReaders(words: readonly string[]): void {
  // Links are followed, and memory is counted, once the command line is understood.
  if (words.some((word) => /^--(?:within|host-memory)(?:=|$)/.test(word))) return;
  const threads = Math.max(...words.map((word) => threadsFor(sizeOf(word))), 0);
  if (threads === 0) return;
  // They are asked for again, and may fail then.
  startThreads(threads).catch(() => undefined);
  // Loading the modules needs the cores, where there are few.
  if (!hasManyCores()) return;
  const counts = !namesTransferFile(words);
  const loading = import('./shared-file.js');
  for (const [index, word] of words.entries()) {
    if (words[index - 1]?.startsWith('-') || sizeOf(word) < LEAST_BYTES || started.has(word)) continue;
    const file = loading.then(({ openShared }) => {
      const opened = openShared(word, counts);
      // A mistake on the command line ends the process at once.
      holdProcess(false);
      return opened;
    });
    file.catch(() => undefined);
    started.set(word, file);
  }
}

/** A file that has been started, for the first who asks. */
export async function takeStarted(path: string): Promise<SharedFile | undefined> {
  const file = await started.get(path);
  if (started.delete(path)) holdProcess(true);
  return file;
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

/** Whether the transfer function is most likely a file, which does not depend on how often values occur. */
const namesTransferFile = (words: readonly string[]) =>
  words.some(
    (word, index) => /^--transfer=.*[./\\]/.test(word) || (/[./\\]/.test(word) && words[index - 1] === '--transfer'),
  );
