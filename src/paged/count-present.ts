/** Counts the chunks of a level that are there. */
import { countChunks, type Level, type PresentChunks } from './store.js';

/** Chunks that are asked for, one by one. */
const ASKED_MAX = 2 ** 18;

/** The chunks that are there, and all; undefined for very many that would each be asked for. */
export function countPresent(
  level: Pick<Level, 'sizes' | 'chunkSizes'>,
  { has, list }: PresentChunks,
): { readonly there: number; readonly all: number } | undefined {
  const [ni, nj, nk] = countChunks(level);
  const all = ni * nj * nk;
  if (list) return { there: list().length, all };
  if (all > ASKED_MAX) return undefined;
  let there = 0;
  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) for (let i = 0; i < ni; i++) if (has([i, j, k])) there++;
  }
  return { there, all };
}
