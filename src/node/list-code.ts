/** Finds the code of programs and libraries in the memory of a process. */

/** Code that is mapped from a file, without a byte that differs from it. */
export interface CodeMapping {
  /** The address of its first byte. */
  readonly start: number;
  readonly sizeBytes: number;
}

/** Smaller libraries are most of them in use. */
const LEAST_BYTES = 2 ** 20;

/** The first line of a mapping: its addresses, what may be done with it, and its file. */
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) r-xp \S+ \S+ \S+ +\/.*((?:\n[A-Z].*)*)/gm;

/**
 * Code of 1 MiB and more that can be read from its files again. Pages that a debugger or a loader has written to are in no file: a
 * mapping that has any is left out.
 * @param smaps what Linux tells of a process in `/proc/PID/smaps`.
 */
export function listCode(smaps: string): CodeMapping[] {
  return Array.from(smaps.matchAll(MAPPING), ([, first, end, facts]) => {
    const start = Number.parseInt(first!, 16);
    return { start, sizeBytes: Number.parseInt(end!, 16) - start, isUnchanged: /^Anonymous: +0 kB$/m.test(facts!) };
  })
    .filter(({ sizeBytes, isUnchanged }) => isUnchanged && sizeBytes >= LEAST_BYTES)
    .map(({ start, sizeBytes }) => ({ start, sizeBytes }));
}
