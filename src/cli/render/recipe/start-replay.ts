/**
 * The parts of a picture that `tilecast render --replay` takes over: its appearance from its recipe, its files from where the
 * user says.
 */
import { dirname } from 'node:path';
import type { TransferFunction } from '../../../index.js';
import type { OpenFileOptions } from '../../../node/index.js';
import { findEnvironmentName } from '../../../recipe/parse/file-or-name.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { optionsAgain, type ReadRecipe, withoutRecordedFiles } from '../../../recipe/recipe.js';
import { sayOf } from '../../say.js';
import type { GivenArguments } from '../render-options.js';
import { digestOf } from './find-changed.js';
import { areFolders, findRecipeFiles } from './find-recipe-files.js';
import { readRecipe } from './read-recipe.js';

/** Facts about a picture besides its options. */
export interface PictureRecord {
  /** The workgroup's shape that it was made with, or `auto`. */
  readonly shape: string;
  /** The folders in which the inputs, the mask, the files that they name, and the panorama of light may lie. */
  readonly inputFiles: OpenFileOptions;
  readonly maskFiles: OpenFileOptions;
  readonly environmentFiles: OpenFileOptions;
  /** The one that was shown, unless the command line asks for another. */
  readonly transfer: TransferFunction | undefined;
  /** Whether parts of the volume are all that will be rendered: of stores, no more is read then. */
  readonly readsParts?: boolean;
  /** The recipe's own copy of a transfer function that was in a file. */
  readonly transferFile: TransferFunction | undefined;
  /** Folders in which files of values may lie; undefined where none may be read, as of recipes, which have no digests of them. */
  readonly valueFiles: OpenFileOptions | undefined;
}

/** The record of a picture that nobody has made yet. */
export const NO_RECORD: PictureRecord = {
  shape: 'auto',
  inputFiles: {},
  maskFiles: {},
  environmentFiles: {},
  transfer: undefined,
  transferFile: undefined,
  valueFiles: {},
};

/** A record that was found in a picture. */
export interface Replay extends PictureRecord {
  readonly recipe: ReadRecipe;
  /** Options of the recipe, with the paths of the files that were found. */
  readonly options: GivenArguments;
  readonly inputs: readonly string[];
  /** Whether the inputs were looked for by their names; else the user named them. */
  readonly isSearch: boolean;
}

/** Options with which the recorded transfer function would be another. */
const TRANSFER_OPTIONS = ['transfer', 'window', 'mode', 'iso'] as const;

/** Options that add to a camera from a file. */
const CAMERA_CHANGES = ['azimuth', 'elevation', 'roll', 'zoom'] as const;

/**
 * Inputs on the command line take the place of the recipe's, whose own are looked for below the folders among them, or else
 * below the picture's.
 * @throws InputError if the recipe is none, or one of its files is not there.
 */
export async function startReplay(given: GivenArguments, picture: string): Promise<Replay> {
  const recipe = await readRecipe(picture);
  sayOf(picture, recipe.notes ?? []);
  const { options, files } = withoutRecordedFiles(optionsAgain(recipe.options, recipe));
  const moved = CAMERA_CHANGES.find((name) => given[name] !== undefined);
  if (files.includes('camera') && moved && given.camera === undefined) {
    fail(`--${moved}: the camera of ${picture} was in a file; name it too, by --camera`);
  }
  const givenInputs = given.inputs ?? [];
  const isSearch = givenInputs.length === 0 || (await areFolders(givenInputs));
  const folders = givenInputs.length > 0 && isSearch ? givenInputs : [dirname(picture)];
  const inputs = isSearch ? await findRecipeFiles(recipe.inputs, folders, picture) : givenInputs;
  const { mask: maskOption, environment: environmentOption, ...others } = options;
  const takesMask = maskOption !== undefined && given.mask === undefined;
  if (takesMask && !recipe.mask) fail(`${picture}: has a recipe with a mask of unknown content; name it by --mask`);
  const [mask] = takesMask ? await findRecipeFiles([recipe.mask!], folders, picture) : [];
  const takesEnvironment = given.environment === undefined && isEnvironmentFile(environmentOption);
  if (takesEnvironment && !recipe.environment) {
    fail(`${picture}: has a recipe with a panorama of unknown content; name it by --environment`);
  }
  const [environment = environmentOption] = takesEnvironment
    ? await findRecipeFiles([recipe.environment!], folders, picture)
    : [];
  const changed = TRANSFER_OPTIONS.some((name) => given[name] !== undefined);
  const isOfInputs = !changed && (isSearch || (await areOfRecipe(inputs, recipe)));
  return {
    recipe,
    shape: recipe.shape,
    valueFiles: given.values === undefined ? undefined : {},
    options: { ...others, ...(mask !== undefined && { mask }), ...(environment !== undefined && { environment }) },
    inputs,
    isSearch,
    inputFiles: isSearch ? { within: folders } : {},
    maskFiles: takesMask ? { within: folders } : {},
    environmentFiles: takesEnvironment ? { within: folders } : {},
    transfer: isOfInputs ? recipe.transfer : undefined,
    transferFile: files.includes('transfer') && given.transfer === undefined ? recipe.transfer : undefined,
  };
}

/** Whether files that the user named are those of the recipe, whose transfer function may be that of another point in time. */
async function areOfRecipe(paths: readonly string[], { inputs, transfer }: ReadRecipe): Promise<boolean> {
  if (!transfer || paths.length !== inputs.length) return false;
  const digests = await Promise.all(paths.map(digestOf));
  return inputs.every(({ sha256 }, index) => sha256 !== undefined && sha256 === digests[index]);
}

const isEnvironmentFile = (text: string | undefined) => text !== undefined && !findEnvironmentName(text);
