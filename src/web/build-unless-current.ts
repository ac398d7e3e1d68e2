/** Builds only where there is something to build: what files are made from, and what was made, are told by their hashes. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface BuildFiles {
  /** Paths below it are relative to this folder. */
  readonly root: string;
  /** Files and folders that the build reads; one that is not there counts as such. */
  readonly inputs: readonly string[];
  /** Files and folders that it writes; those below `inputs` count as outputs alone. */
  readonly outputs: readonly string[];
  /** A file for the hashes of the last build. */
  readonly stamp: string;
}

/**
 * Builds unless inputs and outputs are, byte by byte, those of the last build that ended well. Times of files are not asked: clones,
 * caches and checkouts set them.
 * @returns whether it has built.
 */
export function buildUnlessCurrent({ root, inputs, outputs, stamp }: BuildFiles, build: () => void): boolean {
  // Hashed before the build: an input that changes meanwhile is another one for the next.
  const made = hashFiles(root, inputs, outputs);
  const path = join(root, stamp);
  if (existsSync(path) && readFileSync(path, 'utf8') === describe(made, hashFiles(root, outputs))) return false;
  rmSync(path, { force: true });
  build();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, describe(made, hashFiles(root, outputs)));
  return true;
}

const describe = (inputs: string, outputs: string) => `${JSON.stringify({ inputs, outputs })}\n`;

/** A hash of the names and contents of files, and of all files below folders. */
function hashFiles(root: string, paths: readonly string[], without: readonly string[] = []): string {
  const hash = createHash('sha256').update(process.version);
  const add = (path: string) => {
    if (without.includes(path)) return;
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
      return;
    }
    const bytes = stats && readFileSync(join(root, path));
    // Lengths keep a file's end and the next one's name apart.
    hash.update(JSON.stringify([path, bytes?.length ?? null]));
    if (bytes) hash.update(bytes);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
