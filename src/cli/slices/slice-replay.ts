/** Recipes of slices: what a picture records, and how `tilecast slices --replay` takes it over. */
import { dirname } from 'node:path';
import { formatTransfer, InputError } from '../../index.js';
import { parseJson } from '../../lab.js';
import { type OpenedInput, type OpenFileOptions, readInputFile, readPictureText } from '../../node/index.js';
import { withoutUndefined } from '../../recipe/options.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { findUnequal } from '../../recipe/recipe.js';
import type { RecipeFile } from '../../recipe/recipe-json.js';
import { formatPlacement } from '../../recipe/scene/meshes/mesh-space.js';
import {
  checkSliceRecipe,
  SLICE_RECIPE_KEYWORD,
  type SliceRecipe,
  type SliceTexts,
} from '../../recipe/slices/slice-recipe.js';
import { parseTransform } from '../render/load/parse-transform.js';
import { findNamedOrGiven } from '../render/load/transfer-files.js';
import { areFolders, findRecipeFiles } from '../render/recipe/find-recipe-files.js';
import { hashInput } from '../render/recipe/hash-input.js';
import { PICTURE_BYTES_MAX } from '../render/recipe/read-recipe.js';
import { say } from '../say.js';
import type { GivenSlices } from './slice-command-options.js';

/** The recipe of a picture, with the contents of the files that its options name. */
export async function recordSlices(
  options: SliceTexts,
  inputs: readonly OpenedInput[],
  mask: OpenedInput | undefined,
): Promise<SliceRecipe> {
  const { transfer, 'fused-transfer': fused, transform } = options;
  const written = (option: string) => async (text: string) => {
    const { transfer: found } = await findNamedOrGiven(option, text);
    return found ? formatTransfer(found) : text;
  };
  const placed = async (text: string) => formatPlacement(await parseTransform('transform', text));
  return {
    inputs: (await Promise.all(inputs.map(hashInput))).flat(),
    ...(mask && { mask: { path: options.mask!, sha256: await mask.sha256() } }),
    options: {
      ...options,
      ...(transfer !== undefined && { transfer: await written('transfer')(transfer) }),
      ...(fused && { 'fused-transfer': await Promise.all(fused.map(written('fused-transfer'))) }),
      ...(transform && { transform: await Promise.all(transform.map(placed)) }),
    },
  };
}

export interface SliceReplay {
  /** The command line with the recipe's options and files where it has none of its own. */
  readonly given: GivenSlices;
  /** Folders in which the inputs may lie. */
  readonly where: OpenFileOptions;
  readonly maskWhere: OpenFileOptions;
  /** @throws InputError where files that were looked for by their names are others. */
  readonly check: (opened: SliceRecipe) => void;
}

/**
 * Inputs on the command line take the place of the recipe's, whose own are looked for below the folders among them, or else
 * below the picture's.
 * @throws InputError if the recipe is none, or one of its files is not there.
 */
export async function startSliceReplay(given: GivenSlices, picture: string): Promise<SliceReplay> {
  const recipe = await readSliceRecipe(picture);
  const { inputs: givenInputs = [], ...own } = given;
  const isSearch = givenInputs.length === 0 || (await areFolders(givenInputs));
  const folders = givenInputs.length > 0 && isSearch ? givenInputs : [dirname(picture)];
  const inputs = isSearch ? await findRecipeFiles(recipe.inputs, folders, picture) : givenInputs;
  const takesMask = recipe.mask !== undefined && given.mask === undefined;
  const [mask] = takesMask ? await findRecipeFiles([recipe.mask], folders, picture) : [];
  const check = (wanted: readonly RecipeFile[], found: readonly RecipeFile[], isRefused: boolean) => {
    for (const index of findUnequal(found, wanted)) {
      const path = found[index]?.path ?? wanted[index]!.path;
      if (!isRefused) say(`${path}: is not what ${picture} was made from`);
      else fail(`${path}: is not what ${picture} was made from, only of its name; name the right file or folder`);
    }
  };
  return {
    given: { ...recipe.options, ...(mask !== undefined && { mask }), ...withoutUndefined(own), inputs },
    where: isSearch ? { within: folders } : {},
    maskWhere: takesMask ? { within: folders } : {},
    check: (opened) => {
      check(recipe.inputs, opened.inputs, isSearch);
      if (takesMask) check([recipe.mask], [opened.mask!], true);
    },
  };
}

async function readSliceRecipe(path: string): Promise<SliceRecipe> {
  const bytes = await readInputFile(path, { sizeBytesMax: PICTURE_BYTES_MAX });
  const text = readPictureText(bytes, path)[SLICE_RECIPE_KEYWORD];
  if (text === undefined) fail(`${path}: holds no recipe of slices; only pictures by tilecast slices do`);
  try {
    return checkSliceRecipe(parseJson(text!));
  } catch (cause) {
    throw new InputError(`${path}: has a recipe that cannot be read: ${(cause as Error).message}`, { cause });
  }
}
