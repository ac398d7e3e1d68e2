/** Whether a recipe is replayed with the files that its picture was made from. */
import { fail } from '../../../recipe/parse/parse-options.js';
import type { Recipe } from '../../../recipe/recipe.js';
import { say } from '../../say.js';
import { findChanged } from './find-changed.js';
import type { Replay } from './start-replay.js';

/**
 * Compares the digests of what was opened with those of the recipe. Files that were looked for by their names are refused where
 * they are others: the picture would be of another scan. Others that the user named are said.
 * @param opened the recipe of the picture that is about to be made.
 */
export async function checkReplay(opened: Recipe, replay: Replay, picture: string): Promise<void> {
  const { recipe, inputs, isSearch, options } = replay;
  const changed = await findChanged(opened.inputs, recipe.inputs, inputs);
  if (changed !== undefined && isSearch) refuse(changed, picture);
  if (changed !== undefined) say(`${changed}: is not what ${picture} was made from`);
  for (const name of ['mask', 'environment'] as const) {
    const [found, wanted, path] = [opened[name], recipe[name], options[name]];
    if (!found || !wanted || path === undefined) continue;
    const other = await findChanged([found], [wanted], [path]);
    if (other !== undefined) refuse(other, picture);
  }
}

const refuse = (path: string, picture: string): never =>
  fail(
    `${path}: is not what ${picture} was made from, only of its name; name the right file or folder, or this file itself`,
  );
