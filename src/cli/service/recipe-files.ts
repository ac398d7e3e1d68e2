/** The files that a recipe of a service's caller names: parts of the request, or files that the service may read. */
import { parse, sep } from 'node:path';
import { InputError } from '../../index.js';
import { isOutside } from '../../lab.js';
import { findEnvironmentName } from '../../recipe/parse/file-or-name.js';
import { optionsAgain, type ReadRecipe, withoutRecordedFiles } from '../../recipe/recipe.js';
import type { WorkerFiles } from '../farm/worker-files.js';
import type { Replay } from '../render/recipe/start-replay.js';

/** The paths of files that came with a request, by the names that its recipe has for them. */
export type UploadedPaths = Readonly<Record<string, string>>;

/** @throws InputError for a file that the service may not read. */
export async function locateFile(files: WorkerFiles, uploads: UploadedPaths, name: string): Promise<string> {
  try {
    return await files.input(Object.hasOwn(uploads, name) ? uploads[name]! : name);
  } catch (cause) {
    if (isOutside(cause)) throw new InputError(`${name}: lies outside of what this service reads`, { cause });
    throw cause;
  }
}

/** A message without the folders of the service, which are not the caller's business: files as the caller knows them. */
export const hideFolders = (message: string, { root, inputs }: WorkerFiles, uploads: UploadedPaths): string =>
  [
    ...Object.entries(uploads).map(([name, path]) => [path, name] as const),
    ...[root, ...inputs].flatMap(toBare),
  ].reduce((text, [from, to]) => text.replaceAll(from, to), message);

/** Callers who may read everything know where all of it is. */
const toBare = (folder: string) => (folder === parse(folder).root ? [] : [[`${folder}${sep}`, ''] as const]);

/** The recipe with its files where they are. @throws InputError for those that the service may not read. */
export async function locateRecipe(recipe: ReadRecipe, files: WorkerFiles, uploads: UploadedPaths): Promise<Replay> {
  const { options, files: recorded } = withoutRecordedFiles(optionsAgain(recipe.options, recipe));
  const { mask: _, environment, ...others } = options;
  const locate = (name: string) => locateFile(files, uploads, name);
  const isPanorama = environment !== undefined && findEnvironmentName(environment) === undefined;
  const light = isPanorama ? await locate(environment) : environment;
  const maskPath = recipe.mask?.path ?? options.mask;
  const { where } = files;
  return {
    recipe,
    shape: recipe.shape,
    options: {
      ...others,
      ...(maskPath !== undefined && { mask: await locate(maskPath) }),
      ...(light !== undefined && { environment: light }),
    },
    inputs: await Promise.all(recipe.inputs.map(({ path }) => locate(path))),
    isSearch: false,
    inputFiles: where,
    maskFiles: where,
    environmentFiles: where,
    valueFiles: where,
    transfer: recipe.transfer,
    transferFile: recorded.includes('transfer') ? recipe.transfer : undefined,
  };
}
