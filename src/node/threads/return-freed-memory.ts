/** Lets the process give back the memory of chunks that it has freed, and of code that it has run. */
import { readFileSync } from 'node:fs';
import { type CodeMapping, listCode } from '../list-code.js';

/** malloc.h of glibc. */
const [M_MMAP_THRESHOLD, M_ARENA_MAX] = [-3, -8];
/** mman.h of Linux. */
const MADV_DONTNEED = 4;

/** The threshold of glibc before it has raised it. */
const THRESHOLD_BYTES = 2 ** 17;

/** Each arena keeps holes of its own: with eight for each core, as by default, a render of 512³ voxels takes 19 MiB more. */
const ARENAS = 2;

/** Milliseconds until memory is given back again, which takes other threads one or two. */
const EVERY_MS = 100;

/** Gives memory back to the system, in threads of libuv's. */
type GiveBack = () => void;

let bounding: Promise<GiveBack | undefined> | undefined;
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

/**
 * Has memory given back now and then, called after work that leaves some: pages of heaps without a block in them, and all pages of
 * code, which come back as they are run. Compilers of shaders leave 15 to 25 MiB of the former, and of the latter LLVM 40.
 */
export function giveMemoryBack(): void {
  if (!bounding || performance.now() < dueMs) return;
  dueMs = performance.now() + EVERY_MS;
  void bounding.then((giveBack) => giveBack?.());
}

async function boundHeaps(): Promise<GiveBack | undefined> {
  try {
    const { load } = await import('koffi');
    const libc = load(null);
    const mallopt = libc.func('int mallopt(int, int)') as (parameter: number, value: number) => number;
    const trimHeaps = libc.func('int malloc_trim(size_t)');
    const advise = libc.func('int madvise(uintptr_t, size_t, int)');
    mallopt(M_MMAP_THRESHOLD, THRESHOLD_BYTES);
    mallopt(M_ARENA_MAX, ARENAS);
    let code: readonly CodeMapping[] | undefined;
    return () => {
      trimHeaps.async(0, ignore);
      // Drivers have been loaded by the first time.
      code ??= listCode(readFileSync('/proc/self/smaps', 'utf8'));
      for (const { start, sizeBytes } of code) advise.async(start, sizeBytes, MADV_DONTNEED, ignore);
    };
  } catch {
    // The memory is freed all the same, and some of it stays with the process.
    return undefined;
  }
}

const ignore = () => undefined;
