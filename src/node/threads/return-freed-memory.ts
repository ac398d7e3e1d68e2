/** Lets the process give back the memory that chunks and compilers of shaders have freed. */

/** malloc.h of glibc. */
const [M_MMAP_THRESHOLD, M_ARENA_MAX] = [-3, -8];

/** The threshold of glibc before it has raised it. */
const THRESHOLD_BYTES = 2 ** 17;

/** Each arena keeps holes of its own: with eight for each core, as by default, a render of 512³ voxels takes 19 MiB more. */
const ARENAS = 2;

/** Milliseconds between two trims of the heaps, which take one or two each. */
const EVERY_MS = 100;

/** Gives pages of memory without a block in them back to the system, in a thread of libuv's. */
type TrimHeaps = () => void;

let bounding: Promise<TrimHeaps | undefined> | undefined;
let dueMs = 0;
let isOwn = false;

/** Says that the process is the caller's alone: settings of malloc are for all of it, and a library has none to change for its user. */
export function ownProcess(): void {
  isOwn = true;
}

/**
 * Keeps the size from which glibc gives freed memory back to the system: by itself it raises that to the largest block that was
 * ever freed, and chunks, of some hundred kilobytes each, then leave holes in the heap. So do compilers of shaders, in an arena
 * for each of their threads. Nothing happens before `ownProcess`, without koffi, or with another C library.
 */
export async function returnFreedMemory(): Promise<void> {
  if (!isOwn || process.platform !== 'linux') return;
  bounding ??= boundHeaps();
  await bounding;
}

/** Has holes of the heaps given back now and then, called after work that leaves some: compilers of shaders leave 15 to 25 MiB. */
export function giveMemoryBack(): void {
  if (!bounding || performance.now() < dueMs) return;
  dueMs = performance.now() + EVERY_MS;
  void bounding.then((trim) => trim?.());
}

async function boundHeaps(): Promise<TrimHeaps | undefined> {
  try {
    const { load } = await import('koffi');
    const libc = load(null);
    const mallopt = libc.func('int mallopt(int, int)') as (parameter: number, value: number) => number;
    const mallocTrim = libc.func('int malloc_trim(size_t)');
    mallopt(M_MMAP_THRESHOLD, THRESHOLD_BYTES);
    mallopt(M_ARENA_MAX, ARENAS);
    return () => mallocTrim.async(0, () => undefined);
  } catch {
    // The memory is freed all the same, and some of it stays with the process.
    return undefined;
  }
}
