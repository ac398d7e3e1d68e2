/** Lets the process give back the memory of chunks that it has freed. */

/** malloc.h of glibc. */
const M_MMAP_THRESHOLD = -3;

/** The threshold of glibc before it has raised it. */
const THRESHOLD_BYTES = 2 ** 17;

let isAsked = false;

/**
 * Keeps the size from which glibc gives freed memory back to the system: by itself it raises that to the largest block that was
 * ever freed, and chunks, of some hundred kilobytes each, then leave holes in the heap (50 MiB of a render with `--memory 64`).
 * Nothing happens without koffi, or with another C library.
 */
export async function returnFreedMemory(): Promise<void> {
  if (isAsked || process.platform !== 'linux') return;
  isAsked = true;
  try {
    const { load } = await import('koffi');
    const mallopt = load(null).func('int mallopt(int, int)') as (parameter: number, value: number) => number;
    mallopt(M_MMAP_THRESHOLD, THRESHOLD_BYTES);
  } catch {
    // The memory is freed all the same, and some of it stays with the process.
  }
}
