/** The keyframes of `--keyframes`: the file and the views that it names, and the frames that follow from the data. */
import { dirname, resolve } from 'node:path';
import { type Camera, InputError, type TransferFunction } from '../../../index.js';
import { parseJson } from '../../../lab.js';
import { readInputText } from '../../../node/index.js';
import {
  checkKeyframes,
  interpolateKeys,
  type KeyedFrame,
  type Keyframe,
  optionsOfKey,
  type ResolvedKey,
} from '../../../recipe/keyframes.js';
import type { OptionTexts } from '../../../recipe/options.js';
import { findUnequal, type ReadRecipe, type Recipe, withoutRecordedFiles } from '../../../recipe/recipe.js';
import { say } from '../../say.js';
import type { OpenedPicture } from '../pictures/open-picture.js';
import { readRecipe } from '../recipe/read-recipe.js';

export interface LoadedKey extends Pick<Keyframe, 'frame' | 'ease'> {
  readonly recipe: ReadRecipe;
  readonly options: OptionTexts;
}

export type LoadedKeys = readonly [LoadedKey, ...LoadedKey[]];

/**
 * Reads the file, and the pictures and saved views that it names, from its own folder on.
 * @throws InputError, one line that starts with the path of the file that is wrong.
 */
export async function readKeyframes(path: string): Promise<LoadedKeys> {
  const keys = await readKeys(path);
  return Promise.all(
    keys.map(async ({ frame, ease, view }): Promise<LoadedKey> => {
      const recipe = typeof view === 'string' ? await readRecipe(resolve(dirname(path), view)) : view;
      const options = optionsOfKey({ ...recipe, options: withoutRecordedFiles(recipe.options).options });
      return { frame, ease, recipe, options };
    }),
  ) as unknown as Promise<LoadedKeys>;
}

async function readKeys(path: string): Promise<readonly Keyframe[]> {
  const text = await readInputText(path);
  try {
    return checkKeyframes(parseJson(text));
  } catch (cause) {
    throw new InputError(`${path}: has keyframes that cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Opens the picture of a keyframe after the first. */
export type OpenKey = (key: LoadedKey) => Promise<OpenedPicture>;

/**
 * All frames from the first key to the last.
 * @param options of the series, which hold where a key says nothing else.
 * @param cameraOf the camera of a key whose recipe has none.
 * @param moves whether meshes move on their own, once in the series.
 * @throws InputError for options that have nothing in between.
 */
export async function resolveKeyframes(
  keys: LoadedKeys,
  first: OpenedPicture,
  {
    options,
    open,
    cameraOf,
    moves,
  }: {
    readonly options: OptionTexts;
    readonly open: OpenKey;
    readonly cameraOf: (key: LoadedKey, picture: OpenedPicture) => Promise<Camera>;
    readonly moves: boolean;
  },
): Promise<KeyedFrame[]> {
  const total = keys.at(-1)!.frame + 1;
  const resolved: ResolvedKey[] = [];
  for (const [index, key] of keys.entries()) {
    const picture = index === 0 ? first : await open(key);
    await sayOtherInputs(index, key.recipe, first.hashes);
    // Pictures among the keys name the light that others leave open.
    const { light } = picture.subject.options;
    resolved.push({
      frame: key.frame,
      ease: key.ease,
      options: { ...options, ...(light !== undefined && { light }), ...key.options },
      camera: key.recipe.camera ?? (await cameraOf(key, picture)),
      transfer: transferOf(picture),
      time: key.recipe.time ?? (moves ? key.frame / total : 0),
    });
  }
  return interpolateKeys(resolved);
}

const transferOf = ({ subject }: OpenedPicture): TransferFunction | undefined => subject.recipe.transfer;

/** Views of other data fit only by chance. */
async function sayOtherInputs(index: number, { inputs }: ReadRecipe, hashes: Promise<Recipe['inputs']>): Promise<void> {
  if (inputs.every(({ sha256 }) => sha256 === undefined)) return;
  if (findUnequal(await hashes, inputs).length > 0) say(`--keyframes: key ${index} is a view of other files`);
}
