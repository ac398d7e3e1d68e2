/** Queries of any length, a chunk at a time: while the device answers one, another one's answers are read. */

import { InputError } from '../errors.js';
import { chooseByAdapter } from '../gpu/adapter-traits.js';
import type { Bvh } from './bvh.js';

const CHUNKS_UNDER_WAY = 2;

/**
 * On the CPU a chunk of this many takes about a tenth of a second. A GPU answers faster than memory comes and goes; with chunks of
 * 2 ** 20, to allocate that memory takes longer than what smaller chunks add.
 */
const CHUNK = { gpu: 2 ** 18, llvmpipe: 2 ** 17, swiftshader: 2 ** 17 } as const;

/** Segments or points of a chunk, where nobody says otherwise. */
export const defaultChunk = ({ gpu }: Bvh) => chooseByAdapter(gpu.traits, CHUNK);

/** @throws InputError unless a chunk can have that many items. */
export function checkChunk(chunk: number): number {
  if (Number.isSafeInteger(chunk) && chunk > 0) return chunk;
  throw new InputError(`a chunk must be a positive whole number of items, not ${chunk}`);
}

/**
 * Makes a query or two of `chunk` items at most, and has them answer all items in turns.
 * @throws InputError if there is none in a chunk.
 */
export async function answerInChunks<Query extends { readonly capacity: number; destroy(): void }>(
  count: number,
  chunk: number,
  create: (capacity: number) => Promise<Query>,
  answer: (query: Query, first: number, length: number) => Promise<void>,
): Promise<void> {
  const capacity = Math.min(checkChunk(chunk), count);
  let next = 0;
  const answerChunks = async () => {
    const query = await create(capacity);
    try {
      while (next < count) {
        const first = next;
        next += capacity;
        await answer(query, first, Math.min(capacity, count - first));
      }
    } finally {
      query.destroy();
    }
  };
  await Promise.all(Array.from({ length: count > capacity ? CHUNKS_UNDER_WAY : 1 }, answerChunks));
}
