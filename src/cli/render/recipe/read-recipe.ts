/** Reads recipes from pictures, saved views, and files that other programs wrote. */

import { InputError } from '../../../index.js';
import { parseJson } from '../../../lab.js';
import { readInputFile, readPictureText } from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { checkRecipe, type ReadRecipe } from '../../../recipe/recipe.js';
import { RECIPE_KEYWORD } from '../../../recipe/recipe-json.js';
import { SLICE_RECIPE_KEYWORD } from '../../../recipe/slices/slice-recipe.js';

/** Recipes are a few kilobytes; the pixels before and after it make the picture larger. */
export const PICTURE_BYTES_MAX = 1 << 30;

/** A view that the viewer saved is JSON, whose first character is a brace. */
const isJson = (bytes: Uint8Array) => bytes[0] === 0x7b;

/**
 * The recipe in a picture, or the text of a saved view.
 * @throws InputError, one line that starts with the path, if the file is neither.
 */
export async function readRecipeText(path: string): Promise<string> {
  const bytes = await readInputFile(path, { sizeBytesMax: PICTURE_BYTES_MAX });
  if (isJson(bytes)) return new TextDecoder().decode(bytes);
  const texts = readPictureText(bytes, path);
  if (texts[SLICE_RECIPE_KEYWORD]) fail(`${path}: shows slices, which tilecast slices --replay draws again`);
  return texts[RECIPE_KEYWORD] ?? fail(`${path}: holds no recipe; only pictures by tilecast do`);
}

/**
 * Reads the recipe of a picture or of a saved view, which is untrusted: it sets how a picture looks, and nothing else.
 * @throws InputError, one line that starts with the path, if the file is neither, or has a recipe that holds what none by
 * tilecast does.
 */
export async function readRecipe(path: string): Promise<ReadRecipe> {
  const text = await readRecipeText(path);
  try {
    return checkRecipe(parseJson(text));
  } catch (cause) {
    throw new InputError(`${path}: has a recipe that cannot be read: ${(cause as Error).message}`, { cause });
  }
}
