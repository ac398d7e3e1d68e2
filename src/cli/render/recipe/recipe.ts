/** The recipe of a picture, as text in the PNG, so that it can be made again. */
import manifest from '../../../../package.json' with { type: 'json' };
import {
  type Camera,
  findTransfer,
  formatCamera,
  formatTransfer,
  InputError,
  parseTransfer,
  type TransferFunction,
} from '../../../index.js';
import { checkCamera, parseJson } from '../../../lab.js';
import { readInputFile, readPngText } from '../../../node/index.js';
import { isInlineTransfer } from '../../../recipe/file-or-name.js';
import type { Option } from '../../../recipe/option.js';
import { isOptionName, OPTIONS, type OptionTexts } from '../../../recipe/options.js';
import { isInlineMatrix } from '../../../recipe/parse-matrix.js';
import { fail } from '../../../recipe/parse-options.js';

/** The keyword of the PNG's text chunk. */
export const RECIPE_KEYWORD = 'tilecast:recipe';

/**
 * A file by its path and the SHA-256 of its bytes, or of the bytes of all its files, one after another; of a folder or an
 * archive, of all that was read of it.
 */
export interface RecipeFile {
  readonly path: string;
  /** Undefined where a page cannot know, as for folders. */
  readonly sha256?: string | undefined;
}

export interface Recipe {
  /** The version that made the picture. */
  readonly tilecast: string;
  /** Volumes, meshes, or both. */
  readonly inputs: readonly RecipeFile[];
  readonly mask?: RecipeFile;
  /** The panorama whose light a picture by paths has. */
  readonly environment?: RecipeFile;
  /** The options as they were given. */
  readonly options: OptionTexts;
  readonly camera: Camera;
  /** A volume's. */
  readonly transfer?: TransferFunction;
  /** Time of a mesh that deforms, from 0 to 1. */
  readonly time?: number;
  /** Distance between a volume's samples, in units of the smallest spacing. */
  readonly step?: number;
}

/** The maker of the picture; it does not change what is in it. Statistics tell which shape `auto` took, which differs by the run. */
export interface RecipeMaker {
  readonly shape: string;
  readonly adapter: string;
}

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
    isTransferName(path) || !isTransferName(nameOf(path)) ? nameOf(path) : `./${nameOf(path)}`;
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

export function formatRecipe({ transfer, ...recipe }: Recipe, { shape, adapter }: RecipeMaker): string {
  return JSON.stringify({
    ...recipe,
    // Fields in one order, whoever made the camera: the same picture is the same file.
    camera: JSON.parse(formatCamera(recipe.camera)),
    ...(transfer && { transfer: JSON.parse(formatTransfer(transfer)) }),
    shape,
    adapter,
  });
}

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
    return text === formatRecipe(recipe, JSON.parse(text) as RecipeMaker);
  } catch {
    return false;
  }
}

/** Recipes are a few kilobytes; the pixels before and after it make the picture larger. */
const PICTURE_BYTES_MAX = 1 << 30;

/** A view that the viewer saved is JSON, whose first character is a brace. */
const isJson = (bytes: Uint8Array) => bytes[0] === 0x7b;

/**
 * The recipe in a picture, or the text of a saved view.
 * @throws InputError, one line that starts with the path, if the file is neither.
 */
export async function readRecipeText(path: string): Promise<string> {
  const bytes = await readInputFile(path, { sizeBytesMax: PICTURE_BYTES_MAX });
  const text = isJson(bytes) ? new TextDecoder().decode(bytes) : readPngText(bytes, path)[RECIPE_KEYWORD];
  return text ?? fail(`${path}: holds no recipe; only pictures by tilecast do`);
}

/**
 * Reads the recipe of a picture or of a saved view, which is untrusted: it sets how a picture looks, and nothing else.
 * @throws InputError, one line that starts with the path, if the file is neither, or has a recipe that holds what none by
 * tilecast does.
 */
export async function readRecipe(path: string): Promise<Recipe & RecipeMaker> {
  const text = await readRecipeText(path);
  try {
    return checkRecipe(parseJson(text));
  } catch (cause) {
    throw new InputError(`${path}: has a recipe that cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** @throws InputError that says what of it is wrong. */
export function checkRecipe(json: unknown): Recipe & RecipeMaker {
  const recipe = asObject(json, 'it');
  const { inputs, mask, environment, transfer, time, step } = recipe;
  if (!Array.isArray(inputs) || inputs.length === 0) throw new InputError('it lacks its inputs');
  return {
    tilecast: asText(recipe['tilecast'], 'its version'),
    inputs: inputs.map((input) => asFile(input, 'an input')),
    ...(mask !== undefined && { mask: asFile(mask, 'its mask') }),
    ...(environment !== undefined && { environment: asFile(environment, 'its environment') }),
    options: checkOptions(asObject(recipe['options'], 'its list of options')),
    camera: checkCamera(recipe['camera']),
    ...(transfer !== undefined && { transfer: parseTransfer(JSON.stringify(transfer), 'its transfer function') }),
    ...(time !== undefined && { time: asFraction(time, 'its time') }),
    ...(typeof step === 'number' && { step }),
    shape: asText(recipe['shape'], 'its shape'),
    adapter: asText(recipe['adapter'], 'its adapter'),
  };
}

/** Options that name files which the recipe itself holds. */
const RECORDED = ['transfer', 'camera'] as const satisfies (keyof OptionTexts)[];

/** Those of the picture, each of the type that the command line gives it. */
function checkOptions(given: Readonly<Record<string, unknown>>): OptionTexts {
  // The name of `path-time` until commands had limits.
  const { 'time-limit': pathTime, ...named } = given;
  const options = { ...named, ...(pathTime !== undefined && { 'path-time': pathTime }) };
  for (const [name, value] of Object.entries(options)) {
    const option = recordedOption(name);
    if (!option) throw new InputError(`its option ${JSON.stringify(name)} does not set how a picture looks`);
    const kind = option.type.isSwitch ? 'boolean' : 'string';
    const isRight = (part: unknown) => typeof part === kind;
    if (!(option.repeatable ? Array.isArray(value) && value.every(isRight) : isRight(value))) {
      throw new InputError(`its option ${name} must be ${option.repeatable ? 'a list of texts' : `a ${kind}`}`);
    }
  }
  const { transform = [], ...others } = options as OptionTexts;
  const stray = others['fused-transfer']?.find((text) => !isInlineTransfer(text) && !isTransferName(text));
  if (stray !== undefined) throw new InputError('its option fused-transfer must be a name, not that of a file');
  const file = transform.find((text) => !isInlineMatrix(text));
  if (file !== undefined) throw new InputError('its option transform must be numbers, not the name of a file');
  return { ...others, ...(transform.length > 0 && { transform }) };
}

/**
 * A recipe's options as the command line has them: files whose contents it holds are not read again.
 * @returns with the names of those that are.
 */
export function withoutRecordedFiles(options: OptionTexts): { options: OptionTexts; files: readonly string[] } {
  const isFile = (name: (typeof RECORDED)[number]) =>
    options[name] !== undefined && !(name === 'transfer' && isTransferName(options[name]));
  const files = RECORDED.filter(isFile);
  const kept = Object.entries(options).filter(([name]) => !files.some((file) => file === name));
  return { options: Object.fromEntries(kept), files };
}

function isTransferName(text: string): boolean {
  try {
    findTransfer(text);
    return true;
  } catch {
    return false;
  }
}

function asObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InputError(`${what} must be an object`);
}

function asText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new InputError(`${what} must be a text`);
}

function asFraction(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new InputError(`${what} must be a number from 0 to 1`);
}

function asFile(value: unknown, what: string): RecipeFile {
  const { path, sha256 } = asObject(value, what);
  if (typeof path !== 'string' || path.includes('\0') || !/[^/\\]$/.test(path))
    throw new InputError(`${what} must have a path`);
  if (sha256 === undefined) return { path };
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new InputError(`${what} must have a sha256`);
  return { path, sha256 };
}
