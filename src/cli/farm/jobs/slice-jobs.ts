/** Pictures of slices as jobs: how they are described, checked and drawn. */
import { resolve } from 'node:path';
import type { Batch } from '../../../farm/index.js';
import { type Gpu, InputError } from '../../../index.js';
import { encodePng, type OpenedInput, openInputs, readPngText } from '../../../node/index.js';
import { findUnequal } from '../../../recipe/recipe.js';
import {
  checkSliceRecipe,
  formatSliceRecipe,
  SLICE_RECIPE_KEYWORD,
  type SliceRecipe,
} from '../../../recipe/slices/slice-recipe.js';
import { drawPicture } from '../../../slices/draw-picture.js';
import { openSlices, planOpened } from '../../slices/open-slices.js';
import { PanelRenderer } from '../../slices/render-panel.js';
import { type GivenSlices, parseSlices } from '../../slices/slice-command-options.js';
import { recordSlices } from '../../slices/slice-replay.js';
import { hash, shorten } from '../describe-batch.js';
import type { WorkerFiles } from '../worker-files.js';
import { asJob, asPath, asPaths, asPicture, checkVersion, INPUTS_MAX, JOB_VERSION } from './job-form.js';
import { locateInput } from './job-inputs.js';
import { returnPicture } from './returned-pictures.js';

/** Paths are absolute, or relative to a worker's root. */
interface SliceJob {
  readonly version: typeof JOB_VERSION;
  readonly recipe: unknown;
  readonly inputs: readonly string[];
  readonly mask?: string;
  readonly output: string;
  /** Whether the picture is the job's result, which the submitter writes. */
  readonly returns?: boolean;
}

/**
 * A picture of slices as a batch of one job.
 * @param returns whether the picture comes back through the queue.
 * @throws InputError for inputs that workers cannot read.
 */
export async function describeSlices(
  given: GivenSlices,
  inputs: readonly OpenedInput[],
  mask: OpenedInput | undefined,
  returns = false,
) {
  const { inputs: paths = [], output = '' } = given;
  const recipe = await recordSlices(given, inputs, mask);
  const data: SliceJob = {
    version: JOB_VERSION,
    recipe: JSON.parse(formatSliceRecipe(recipe, given.recipe === 'full')),
    inputs: paths.map(locateInput),
    ...(given.mask !== undefined && { mask: locateInput(given.mask) }),
    output: resolve(output),
    ...(returns && { returns }),
  };
  const root = { kind: 'series', data: { version: JOB_VERSION }, children: [{ kind: 'slices', data }] };
  const batch: Batch = {
    id: hash(JSON.stringify(root)),
    title: `${paths.map(shorten).join(' ')} -o ${shorten(output)}`,
    group: hash(recipe.inputs.map(({ sha256 }) => sha256).join()),
    root,
  };
  return { batch, series: undefined, paths: [data.output] };
}

/** Draws the slices of a job, unless they are there. @throws InputError for what is none, and for other files than it was made for. */
export async function performSlices(data: unknown, files: WorkerFiles, openGpu: () => Promise<Gpu>): Promise<unknown> {
  const { recipe, text, inputs, mask, output, returns } = checkSliceJob(data);
  if (!returns) {
    await files.output(output);
    if (await isDrawn(files, output, text)) return { output, kept: true };
  }
  const paths = await Promise.all(inputs.map((path) => files.input(path)));
  const given: GivenSlices = {
    ...recipe.options,
    inputs: paths,
    ...(mask !== undefined && { mask: await files.input(mask) }),
  };
  const values = parseSlices(given);
  const where = { where: files.where, maskWhere: files.where };
  // Looked at before anything is decoded: who replaces a job's file shall not have it read.
  const ahead = await openInputs(paths, files.where);
  const maskAhead = given.mask === undefined ? undefined : (await openInputs([given.mask], files.where))[0];
  const found = await recordSlices(given, ahead, maskAhead);
  checkFiles(recipe, found);
  const panels = new PanelRenderer(openGpu, files.where);
  const opened = await openSlices(paths, values, where);
  const planned = await planOpened(opened, values, (contents, size) => panels.render(given, contents, size));
  const png = encodePng(await drawPicture(planned.picture), { text: { [SLICE_RECIPE_KEYWORD]: text } });
  if (returns) return returnPicture(png, output);
  await files.write(output, png);
  return { output };
}

function checkSliceJob(data: unknown) {
  const { version, recipe, inputs, mask, output, returns } = asJob(data);
  checkVersion(version);
  const checked = checkSliceRecipe(recipe);
  return {
    recipe: checked,
    // Databases keep JSON in an order of their own; its paths are those that the picture is to name.
    text: formatSliceRecipe(checked, true),
    inputs: asPaths(inputs, 'inputs', INPUTS_MAX),
    mask: mask === undefined ? undefined : asPath(mask, 'mask'),
    output: asPicture(output, 'output'),
    returns: returns === true,
  };
}

/** @throws InputError for a file that is not the one that the job was made for. */
function checkFiles(wanted: SliceRecipe, found: SliceRecipe): void {
  const check = (these: SliceRecipe['inputs'], those: SliceRecipe['inputs']) => {
    for (const index of findUnequal(these, those)) {
      const { path } = these[index] ?? those[index]!;
      throw new InputError(`${path}: is another file here than the job was made for`);
    }
  };
  check(found.inputs, wanted.inputs);
  check(found.mask ? [found.mask] : [], wanted.mask ? [wanted.mask] : []);
}

async function isDrawn(files: WorkerFiles, path: string, text: string): Promise<boolean> {
  try {
    return readPngText(await files.read(path), path)[SLICE_RECIPE_KEYWORD] === text;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
