/** The files of an input as recipes name them. */
import { nameOfInput, type OpenedInput, openFile } from '../../../node/index.js';
import type { RecipeFile } from '../../../recipe/recipe-json.js';

/** Files that are one volume together are found again one by one. */
export async function hashInput(input: OpenedInput): Promise<readonly RecipeFile[]> {
  if (!('folder' in input)) return [{ path: nameOfInput(input), sha256: await input.sha256() }];
  const [path, ...others] = input.paths;
  if (others.length === 0) return [{ path: path!, sha256: await input.sha256() }];
  const hashed: RecipeFile[] = [];
  // One after another, since each is in memory as a whole.
  for (const one of input.paths)
    hashed.push({ path: one, sha256: await (await openFile(one, { isPassing: true })).sha256() });
  return hashed;
}
