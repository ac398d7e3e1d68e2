/** What a picture was made from and how, as text in the PNG, so that it can be made again. */
import manifest from '../../../package.json' with { type: 'json' };
import { type Camera, formatTransfer, InputError, parseTransfer, type TransferFunction } from '../../index.js';
import { checkCamera } from '../../lab.js';
import { readInputFile, readPngText } from '../../node/index.js';
import { type GivenArguments, RENDER_OPTIONS } from './render-options.js';

/** The keyword of the PNG's text chunk. */
export const RECIPE_KEYWORD = 'tilecast:recipe';

/** A file by its path and the SHA-256 of its bytes, or of the bytes of all files that it is made of, one after another. */
export interface RecipeFile {
  readonly path: string;
  readonly sha256: string;
}

export interface Recipe {
  /** The version that made the picture. */
  readonly tilecast: string;
  /** One volume, or meshes. */
  readonly inputs: readonly RecipeFile[];
  readonly mask?: RecipeFile;
  /** The options as they were given. */
  readonly options: GivenArguments;
  readonly camera: Camera;
  /** A volume's. */
  readonly transfer?: TransferFunction;
  /** Time of a mesh that deforms, from 0 to 1. */
  readonly time?: number;
  /** Distance between a volume's samples, in units of the smallest spacing. */
  readonly step?: number;
}

/** What the picture was made with; it does not change what is in it. */
export interface RecipeMaker {
  readonly shape: string;
  readonly adapter: string;
}

/** Options that say where things go or which of several pictures this is, not what it shows. */
const NOT_OF_THE_PICTURE: readonly string[] = [
  ...(['output', 'replay', 'stats', 'verbose', 'adapter', 'software', 'save-camera'] as const),
  ...(['turntable', 'cameras', 'fps'] as const),
] satisfies (keyof GivenArguments)[];

const OF_THE_PICTURE = Object.keys(RENDER_OPTIONS).filter((name) => !NOT_OF_THE_PICTURE.includes(name));

/** @param options more than those of the picture may be among them, and are left out. */
export function createRecipe({ options, ...parts }: Omit<Recipe, 'tilecast'>): Recipe {
  const ofThePicture = Object.entries(options).filter(
    ([name, value]) => value !== undefined && OF_THE_PICTURE.includes(name),
  );
  return { tilecast: manifest.version, ...parts, options: Object.fromEntries(ofThePicture) };
}

export function formatRecipe({ transfer, ...recipe }: Recipe, { shape, adapter }: RecipeMaker): string {
  return JSON.stringify({
    ...recipe,
    ...(transfer && { transfer: JSON.parse(formatTransfer(transfer)) }),
    shape,
    adapter,
  });
}

/** Whether a text is the recipe of the same picture, whatever it was made with. */
export function isSameRecipe(text: string, recipe: Recipe): boolean {
  try {
    return text === formatRecipe(recipe, JSON.parse(text) as RecipeMaker);
  } catch {
    return false;
  }
}

/** @throws InputError, one line that starts with the path, if the file is no PNG, or one without a recipe. */
export async function readRecipe(path: string): Promise<Recipe & RecipeMaker> {
  const text = readPngText(await readInputFile(path), path)[RECIPE_KEYWORD];
  if (text === undefined) throw new InputError(`${path}: holds no recipe; only pictures by tilecast do`);
  try {
    const recipe = JSON.parse(text) as Recipe & RecipeMaker;
    const { inputs, options, transfer } = recipe;
    if (!Array.isArray(inputs) || !inputs.every(({ path: input }) => typeof input === 'string')) {
      throw new InputError('it lacks its inputs');
    }
    if (typeof options !== 'object') throw new InputError('it lacks its options');
    return {
      ...recipe,
      camera: checkCamera(recipe.camera),
      ...(transfer && { transfer: parseTransfer(JSON.stringify(transfer), 'its transfer function') }),
    };
  } catch (cause) {
    throw new InputError(`${path}: has a recipe that cannot be read: ${(cause as Error).message}`, { cause });
  }
}
