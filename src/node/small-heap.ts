/** Bounds the part of V8's heap that is garbage. */
import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

let isKeptSmall = false;

/**
 * V8 doubles its young generation up to 48 MiB as modules load and pages come and go, which takes 14 to 28 MiB more and spares no time:
 * it stays as large as it is now, 2 MiB at the start of the process. What outlives it is garbage sooner or later, and is collected each
 * few megabytes.
 */
export function keepHeapSmall(): void {
  isKeptSmall = true;
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}

/** Keeps the heap small beside a thread: whenever V8 makes a heap, it sets the factor to 2 at least. */
export function keepHeapSmallBeside(thread: Worker): void {
  if (isKeptSmall) thread.once('online', keepHeapSmall);
}
