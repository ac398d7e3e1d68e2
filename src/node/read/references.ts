/** Files that inputs name outside of their own folders: who did not write the input may not expect them to be read. */
import { dirname, isAbsolute, relative, sep } from 'node:path';

/** Files that each input had read; undefined until somebody asks: a library's caller may read files for as long as it likes. */
let references: Map<string, Set<string>> | undefined;

/** Remembers that `input` had `file` read, if that lies outside of the input's folder. */
export function noteReference(input: string, file: string): void {
  if (!references || !leadsOut(relative(dirname(input), file))) return;
  const files = references.get(input) ?? new Set();
  references.set(input, files.add(file));
}

/** Collects from now on the files that inputs have read from outside of their folders, by input. */
export function collectReferences(): ReadonlyMap<string, ReadonlySet<string>> {
  references = new Map();
  return references;
}

/** Whether a relative path leads out of where it starts. */
export const leadsOut = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
