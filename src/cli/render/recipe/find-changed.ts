/** Which files are not those that a recipe has the digests of. */
import { stat } from 'node:fs/promises';
import { openFile } from '../../../node/index.js';
import { findUnequal } from '../../../recipe/recipe.js';
import type { RecipeFile } from '../../../recipe/recipe-json.js';

/** The first path whose file differs. */
export async function findChanged(
  found: readonly RecipeFile[],
  wanted: readonly RecipeFile[],
  paths: readonly string[],
): Promise<string | undefined> {
  for (const index of findUnequal(found, wanted)) {
    const path = paths[index] ?? found[index]!.path;
    // Pages know the digest of a whole file alone, not of what was read of it.
    if ((await digestOf(path)) !== wanted[index]!.sha256) return path;
  }
  return undefined;
}

/** The digest of a whole file; undefined for folders. */
export async function digestOf(path: string): Promise<string | undefined> {
  const status = await stat(path).catch(() => undefined);
  return status?.isFile() ? (await openFile(path, { isPassing: true })).sha256() : undefined;
}
