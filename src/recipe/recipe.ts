/** The recipe of a picture: all that it takes to make it again. */
import manifest from '../../package.json' with { type: 'json' };
import { type Camera, findTransfer, InputError, type MaskEdges, parseTransfer } from '../index.js';
import { checkCamera, FORMULAS } from '../lab.js';
import type { Option } from './options/option.js';
import { isOptionName, OPTIONS, type OptionName, type OptionTexts, parseOptions } from './options.js';
import { isInlineTable, isInlineTransfer } from './parse/file-or-name.js';
import { isInlineMatrix } from './parse/parse-matrix.js';
import {
  asObject,
  partsOfJson,
  RECIPE_VERSION,
  type RecipeFile,
  type RecipeMaker,
  type RecipeParts,
  recipeToJson,
} from './recipe-json.js';

/** The recipe of a picture that was made. */
export interface Recipe extends RecipeParts {
  readonly camera: Camera;
}

/** A recipe that was read: one that nobody has rendered yet may leave the camera to the options. */
export type ReadRecipe = RecipeParts & RecipeMaker & { readonly notes?: readonly string[] };

/** The option of a name, if it says what a picture shows. */
function recordedOption(name: string): Option | undefined {
  const option: Option | undefined = isOptionName(name) ? OPTIONS[name] : undefined;
  return option?.isUnrecorded ? undefined : option;
}

/** @param options more than those of the picture may be among them, and are left out. */
export function createRecipe({ options, ...parts }: Omit<Recipe, 'tilecast'>): Recipe {
  const ofThePicture = Object.entries(options).filter(([name, value]) => value !== undefined && recordedOption(name));
  return { tilecast: manifest.version, ...parts, options: Object.fromEntries(ofThePicture) };
}

/** The recipe without the folders of its files, which are private and not searched again. */
export function withoutFolders(recipe: Recipe): Recipe {
  const { inputs, mask, environment, options } = recipe;
  const { mask: maskOption, environment: environmentOption, transfer, camera } = options;
  const inHere = (path: string) =>
    isInlineTransfer(path)
      ? path
      : isTransferName(path) || !isTransferName(nameOf(path))
        ? nameOf(path)
        : `./${nameOf(path)}`;
  return {
    ...recipe,
    inputs: inputs.map((input) => ({ ...input, path: nameOf(input.path) })),
    ...(mask && { mask: { ...mask, path: nameOf(mask.path) } }),
    ...(environment && { environment: { ...environment, path: nameOf(environment.path) } }),
    options: {
      ...options,
      ...(maskOption !== undefined && { mask: nameOf(maskOption) }),
      ...(environmentOption !== undefined && environment && { environment: `./${nameOf(environmentOption)}` }),
      ...(transfer !== undefined && { transfer: inHere(transfer) }),
      ...(camera !== undefined && { camera: nameOf(camera) }),
    },
  };
}

/** The last part of a path of any platform. */
export const nameOf = (path: string) => path.split(/[\\/]+/).findLast((part) => part !== '') ?? '';

/** The recipe as a text that is the same for the same picture. */
export const formatRecipe = (recipe: RecipeParts, maker: RecipeMaker): string =>
  JSON.stringify(recipeToJson(recipe, maker));

/** The recipe as the picture holds that an adapter made. */
export const signRecipe = (recipe: Recipe, adapter: string): string =>
  formatRecipe(recipe, { shape: recipe.options.workgroup ?? 'auto', adapter });

/** The places in `wanted` of files whose digests are known and not those of the files in their places in `found`. */
export const findUnequal = (found: readonly RecipeFile[], wanted: readonly RecipeFile[]): number[] =>
  wanted.flatMap(({ sha256 }, index) => (sha256 !== undefined && sha256 !== found[index]?.sha256 ? [index] : []));

/** The alpha of the picture: frames must be alike, and what is asked to be transparent has one even if nothing shows through. */
export const alphaOf = ({ options }: Recipe, several: boolean): 'always' | 'auto' =>
  several || options.background === 'transparent' ? 'always' : 'auto';

/** Whether a text is the recipe of the same picture, whatever it was made with. */
export function isSameRecipe(text: string, recipe: Recipe): boolean {
  try {
    return text === formatRecipe(recipe, JSON.parse(text).made);
  } catch {
    return false;
  }
}

/** @throws InputError that says what of it is wrong. */
export function checkRecipe(json: unknown): ReadRecipe {
  const recipe = partsOfJson(asObject(json, 'it'));
  const { inputs, mask, environment, camera, transfer, time, notes } = recipe;
  if (!Array.isArray(inputs) || inputs.length === 0) throw new InputError('it lacks its inputs');
  // Old recipes list their options apart, and those of today say a version.
  if (recipe.options === undefined) throw new InputError(`it lacks its version: "version": ${RECIPE_VERSION}`);
  const options = checkOptions(asObject(recipe.options, 'its list of options'));
  const { files } = withoutRecordedFiles(options);
  const missing = files.find((name) => recipe[name as (typeof RECORDED)[number]] === undefined);
  // A word that is no path is meant to be a name.
  if (missing === 'transfer' && !/[./\\]/.test(options.transfer!)) findTransfer(options.transfer!);
  if (missing !== undefined)
    throw new InputError(`its ${missing} is the name of a file, whose content it lacks: put that in its place`);
  return {
    tilecast: asText(recipe.tilecast, 'its version'),
    inputs: inputs.map((input) => asFile(input, 'an input')),
    ...(mask !== undefined && { mask: asFile(mask, 'its mask') }),
    ...(environment !== undefined && { environment: asFile(environment, 'its environment') }),
    options,
    ...(camera !== undefined && { camera: checkCamera(camera) }),
    ...(transfer !== undefined && { transfer: parseTransfer(JSON.stringify(transfer), 'its transfer function') }),
    ...(time !== undefined && { time: asFraction(time, 'its time') }),
    shape: asText(recipe.shape, 'its shape'),
    adapter: asText(recipe.adapter, 'its adapter'),
    ...(notes && { notes }),
  };
}

/**
 * The options with those that follow from others of paths: the panorama that is around is the background, where one is named and no
 * background is, and lamps have a size, without which recipes are of times when they had no lamps.
 */
export function withPathDefaults(completed: OptionTexts, { environment, background, light }: OptionTexts): OptionTexts {
  if (completed.quality !== 'path') return completed;
  return {
    ...(light !== undefined && { 'light-size': '0' }),
    ...completed,
    ...(isPanorama(environment) && background === undefined && { background: 'environment' }),
  };
}

const isPanorama = (environment: unknown) =>
  environment !== undefined && !(FORMULAS as readonly unknown[]).includes(environment);

/**
 * The options of a recipe that is rendered again. Pictures of volumes that do not say how labels are shown, or the edges of masks, are of
 * times when they were shown by their voxels; recipes that no tilecast made, which say no version, take today's defaults.
 */
export function optionsAgain<Options extends object>(
  options: Options,
  { tilecast, transfer, mask }: { readonly tilecast?: unknown; readonly transfer?: unknown; readonly mask?: unknown },
): Options & { readonly 'label-surfaces'?: boolean; readonly 'mask-edges'?: MaskEdges } {
  const isOfVolume = transfer !== undefined || 'mode' in options;
  if (!tilecast || !isOfVolume) return options;
  const namesSurfaces = 'label-surfaces' in options || 'blocky' in options;
  const hasOldEdges = mask !== undefined && !('mask-edges' in options);
  return {
    ...options,
    ...(!namesSurfaces && { 'label-surfaces': false }),
    ...(hasOldEdges && { 'mask-edges': 'voxels' as const }),
  };
}

/** Options that name files which the recipe itself holds. */
const RECORDED = ['transfer', 'camera'] as const satisfies OptionName[];

/** The options of the picture, each of the type that the command line gives it. */
function checkOptions(given: Readonly<Record<string, unknown>>): OptionTexts {
  for (const [name, value] of Object.entries(given)) {
    const option = recordedOption(name);
    if (!option) throw new InputError(`its option ${JSON.stringify(name)} does not set how a picture looks`);
    const kind = option.type.isSwitch ? 'boolean' : 'string';
    const isRight = (part: unknown) => typeof part === kind;
    if (!(option.repeatable ? Array.isArray(value) && value.every(isRight) : isRight(value))) {
      throw new InputError(`its option ${name} must be ${option.repeatable ? 'a list of texts' : `a ${kind}`}`);
    }
  }
  parseOptions(given as OptionTexts);
  const { transform = [], ...others } = given as OptionTexts;
  const stray = others['fused-transfer']?.find((text) => !isInlineTransfer(text) && !isTransferName(text));
  if (stray !== undefined) throw new InputError('its option fused-transfer must be a name, not that of a file');
  const file = transform.find((text) => !isInlineMatrix(text));
  if (file !== undefined) throw new InputError('its option transform must be numbers, not the name of a file');
  const table = others['label-names'];
  if (table !== undefined && !isInlineTable(table))
    throw new InputError('its option label-names must be a list of labels, not the name of a file');
  return { ...others, ...(transform.length > 0 && { transform }) };
}

/**
 * A recipe's options as the command line has them: files whose contents it holds are not read again.
 * @returns with the names of those that are.
 */
export function withoutRecordedFiles(options: OptionTexts): { options: OptionTexts; files: readonly string[] } {
  const isFile = (name: (typeof RECORDED)[number]) => {
    const text = options[name];
    return text !== undefined && !(name === 'transfer' && (isInlineTransfer(text) || isTransferName(text)));
  };
  const files = RECORDED.filter(isFile);
  const kept = Object.entries(options).filter(([name]) => !files.some((file) => file === name));
  return { options: Object.fromEntries(kept), files };
}

export function isTransferName(text: string): boolean {
  try {
    findTransfer(text);
    return true;
  } catch {
    return false;
  }
}

function asText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new InputError(`${what} must be a text`);
}

function asFraction(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new InputError(`${what} must be a number from 0 to 1`);
}

/** @throws InputError for what names no file. */
export function asFile(value: unknown, what: string): RecipeFile {
  const { path, sha256 } = typeof value === 'string' ? { path: value } : (asObject(value, what) as Partial<RecipeFile>);
  if (typeof path !== 'string' || path.includes('\0') || !/[^/\\]$/.test(path))
    throw new InputError(`${what} must have a path`);
  if (sha256 === undefined) return { path };
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new InputError(`${what} must have a sha256`);
  return { path, sha256 };
}
