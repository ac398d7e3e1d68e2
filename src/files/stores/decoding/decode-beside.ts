/** Decodes chunks beside the main thread, once there are enough of them to start workers. */
import { freeBuffer } from '../../../paged/free-buffer.js';
import type { DecodeTask } from './decode-task.js';
import { startWebWorker } from './start-web-worker.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

/** Options of decoding beside the main thread. */
export interface DecodeBesideOptions extends WorkerPoolOptions<DecodeTask> {
  /** Bytes that are decoded here first: a small store is read before a worker has started. */
  readonly afterBytes?: number;
}

const AFTER_BYTES = 2 ** 24;
/** More of them wait for what the main thread does with chunks. */
const WORKERS_MAX = 8;

let pool: WorkerPool<DecodeTask> | undefined;
let leftBytes = AFTER_BYTES;

/** Replaces the workers that decode chunks of all stores; undefined: chunks are decoded in the calling thread. */
export function decodeBeside(options: DecodeBesideOptions | undefined): void {
  pool?.end();
  pool = options && new WorkerPool(options);
  leftBytes = options?.afterBytes ?? AFTER_BYTES;
}

/** Leaves a core to the thread that asks. */
export const workersFor = (cores: number) => Math.min(Math.max(cores - 1, 1), WORKERS_MAX);

declare const navigator: { readonly hardwareConcurrency: number };

const start = startWebWorker();
// Pages must answer while they load.
if (start) decodeBeside({ start, most: workersFor(navigator.hardwareConcurrency), afterBytes: AFTER_BYTES / 16 });

/** The callers' signals: codecs are given bytes alone. */
const signals = new WeakMap<Uint8Array, AbortSignal>();

/** The decoding of these bytes ends with the signal. */
export function endWith(bytes: Uint8Array | undefined, signal: AbortSignal | undefined): void {
  if (bytes && signal) signals.set(bytes, signal);
}

/** Memory of encoded bytes that nothing else has. */
const fresh = new WeakSet<ArrayBufferLike>();

/** The memory of these bytes, as they were read for one chunk, goes to the worker that decodes them. */
export function giveToWorker(bytes: Uint8Array | undefined): void {
  if (bytes && bytes.byteLength === bytes.buffer.byteLength) fresh.add(bytes.buffer);
}

/** Memory that workers answered with, which nothing else has. */
const answered = new WeakSet<ArrayBufferLike>();

/** Frees the memory of voxels that a worker decoded; undefined for other memory, which a store may keep. */
export const freeOfDecoded = ({ buffer }: ArrayBufferView): (() => void) | undefined =>
  answered.has(buffer) ? () => freeBuffer(buffer) : undefined;

/**
 * @param here decodes in this thread.
 * @throws an Error with the codec's words, the signal's reason, or `LostBytesError` where the bytes have to be read again.
 */
export async function decodeChunk(task: DecodeTask, here: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> {
  const signal = signals.get(task.bytes);
  signal?.throwIfAborted();
  // A large chunk would leave this thread's codecs with memory of its size, which they never give back.
  const beside = task.bytes.byteLength > leftBytes ? pool : undefined;
  const decoded = await beside?.perform(task, { signal, gives: fresh.has(task.bytes.buffer) });
  if (decoded) {
    answered.add(decoded.buffer);
    return decoded;
  }
  const bytes = await here();
  leftBytes -= bytes.length;
  return bytes;
}
