/** Bounds on recipes that strangers send, before anything is done for them. */
import { InputError } from '../index.js';

/** Recipes that tilecast writes nest a tenth of it; what writes JSON again calls itself for each list in a list. */
const NESTED_MAX = 100;
/** Each is looked up on disk, and a request brings no more files. */
export const RECIPE_INPUTS_MAX = 10_000;

/** @throws InputError for a recipe that names more inputs, or nests deeper, than any that is meant. */
export function boundRecipe(recipe: unknown): void {
  const inputs = isNested(recipe) && 'inputs' in recipe ? recipe.inputs : undefined;
  if (Array.isArray(inputs) && inputs.length > RECIPE_INPUTS_MAX) {
    throw new InputError(
      `recipe: names ${inputs.length} inputs, and may ${RECIPE_INPUTS_MAX}: name the folder that they are in`,
    );
  }
  let layer = [recipe].filter(isNested);
  for (let depth = 1; layer.length > 0; depth++) {
    if (depth > NESTED_MAX) throw new InputError(`recipe: nests lists and objects more than ${NESTED_MAX} deep`);
    layer = layer.flatMap((value) => Object.values(value).filter(isNested));
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
