/** Draws the slices that a service's caller asks for. */
import type { Gpu } from '../../index.js';
import { encodePng, openInputs } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { checkSliceRecipe, formatSliceRecipe, SLICE_RECIPE_KEYWORD } from '../../recipe/slices/slice-recipe.js';
import { drawPicture } from '../../slices/draw-picture.js';
import type { WorkerFiles } from '../farm/worker-files.js';
import { openSlices, planOpened } from '../slices/open-slices.js';
import { PanelRenderer } from '../slices/render-panel.js';
import { type GivenSlices, parseSlices } from '../slices/slice-command-options.js';
import { recordSlices } from '../slices/slice-replay.js';
import { answerRequest } from './answer-request.js';
import { encodePixels, NPY_TYPE } from './picture-answer.js';
import { locateFile } from './recipe-files.js';
import type { PictureAnswer, PictureRequest } from './requests.js';

/** @throws InputError for a recipe that is none, or whose files cannot be read. */
export async function drawSlices(
  request: PictureRequest,
  files: WorkerFiles,
  openGpu: () => Promise<Gpu>,
): Promise<PictureAnswer> {
  const { recipe: json, output, uploads } = request;
  return answerRequest(request, files, async () => {
    if (output !== 'png' && output !== 'pixels') fail('output: slices are png or pixels');
    const { inputs, mask, options } = checkSliceRecipe(json);
    const locate = (path: string) => locateFile(files, uploads, path);
    const paths = await Promise.all(inputs.map(({ path }) => locate(path)));
    const given: GivenSlices = { ...options, inputs: paths, ...(mask && { mask: await locate(mask.path) }) };
    const values = parseSlices(given);
    const { where } = files;
    const opened = await openSlices(paths, values, { where, maskWhere: where });
    const panels = new PanelRenderer(openGpu, where);
    const { picture } = await planOpened(opened, values, (contents, size) => panels.render(given, contents, size));
    const drawn = await drawPicture(picture);
    if (output === 'pixels') return { bytes: encodePixels(drawn), type: NPY_TYPE };
    const maskInput = given.mask === undefined ? undefined : (await openInputs([given.mask], where))[0];
    const recipe = await recordSlices(given, opened.inputs, maskInput);
    const text = { [SLICE_RECIPE_KEYWORD]: formatSliceRecipe(recipe, false) };
    return { bytes: encodePng(drawn, { text }), type: 'image/png' };
  });
}
