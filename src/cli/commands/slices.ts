/** `tilecast slices`: slices of volumes, beside each other in a PNG. */
import { basename } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { MESH_FORMATS, VOLUME_FORMATS } from '../../index.js';
import { recountHostMemory } from '../../node/host-memory.js';
import {
  assertWritable,
  boundHostMemory,
  type PictureFormat,
  pictureFormat,
  writeWholeFile,
} from '../../node/index.js';
import { checkLetters } from '../../recipe/parse/check-letters.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { formatSliceRecipe, SLICE_RECIPE_KEYWORD } from '../../recipe/slices/slice-recipe.js';
import { drawPicture } from '../../slices/draw-picture.js';
import { heedLimits } from '../arguments/limit-options.js';
import type { QuickCommand } from '../arguments/parse-quickly.js';
import { encodeWithRecipe } from '../outputs/encode-with-recipe.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { requirePictureName } from '../outputs/require-picture-name.js';
import { showProgress } from '../read-volume-input.js';
import { STDOUT } from '../render/frames/choose-frames.js';
import { listPictures, NAME, sayBadInput } from '../render/frames/list-pictures.js';
import { writeStdout } from '../render/frames/render-frames.js';
import { listFormats } from '../render/load/picture-inputs.js';
import { printJson } from '../say.js';
import { checkPanel, checkSlices } from '../slices/check-slices.js';
import { describePicture } from '../slices/describe-picture.js';
import { listRead, openSlices, planOpened } from '../slices/open-slices.js';
import type { SliceVolume } from '../slices/open-volume.js';
import type { RenderPanel } from '../slices/plan-slices.js';
import type { PanelRenderer } from '../slices/render-panel.js';
import { describeScan, formatSliceReport, type ReportRow } from '../slices/report.js';
import { type GivenSlices, parseSlices, SLICE_COMMAND_OPTIONS } from '../slices/slice-command-options.js';
import { recordSlices, startSliceReplay } from '../slices/slice-replay.js';

export const slices: CommandModule<object, GivenSlices> & QuickCommand = {
  command: 'slices [inputs..]',
  quick: { options: SLICE_COMMAND_OPTIONS, list: 'inputs' },
  describe: 'Show slices of volumes, with outlines of labels and meshes, in a PNG',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: `A volume, and others that are shown over it: ${listFormats(VOLUME_FORMATS)}, an OME-Zarr store, or a folder or zip archive of DICOM files; meshes, of which slices show the outlines: ${listFormats(MESH_FORMATS)}`,
      })
      .options(SLICE_COMMAND_OPTIONS)
      .requiresArg(
        Object.entries(SLICE_COMMAND_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])),
      )
      .example('$0 scan.nii.gz -o qa.png', 'one slice across each axis')
      .example('$0 scan.nii.gz -o qa.png --plane axial --count 24 --columns 8', 'a lightbox')
      .example('$0 scan.nii.gz -o qa.png --mask labels.nii.gz --plane coronal --at -10,0,10', 'outlines of labels')
      .example('$0 t1.nii.gz zmap.nii.gz -o map.png --fused-threshold 3.1', 'statistics on an anatomy')
      .example('$0 scan.nii.gz -o mosaic.png --plane ortho,3d', 'a slice across each axis beside a rendering')
      .example('$0 ct.nrrd -o mip.png --plane coronal --slab-thickness 20', 'a thick slab')
      .example('$0 scan.nrrd -o bare.png --plane xy --at voxel:10 --no-annotations', 'pixels alone')
      .example('$0 *.nii.gz -o qa/{name}.png', 'a picture of each')
      .example('$0 */t1.nii.gz --report qa.html', 'a page of all') as unknown as Argv<GivenSlices>,
  handler: slicesCommand,
};

async function slicesCommand(given: GivenSlices): Promise<void> {
  heedLimits(given);
  // Code that makes jobs is loaded only where the options ask for them.
  if ([given.queue, given.detach, given.workers].some((value) => value !== undefined)) {
    return (await import('../slices/submit-slices.js')).submitSlices(given);
  }
  const panels = openPanels(given);
  try {
    if (given.report !== undefined) return await reportSlices(given, given.report, panels);
    const pictures = listPictures(given);
    for (const picture of pictures) {
      if (pictures.length === 1) await writeSlices(picture, panels);
      else await writeSlices(picture, panels).catch(sayBadInput);
    }
  } finally {
    // The bound is this command's alone, where a process runs several.
    boundHostMemory(undefined);
    await panels.close();
  }
}

/** Code that renders is loaded only where a picture has a panel in three dimensions. */
function openPanels(given: GivenSlices) {
  let opening: Promise<PanelRenderer> | undefined;
  const open = async () => {
    const { PanelRenderer, openPanelGpu } = await import('../slices/render-panel.js');
    return new PanelRenderer(() => openPanelGpu(given));
  };
  return {
    renderFor:
      (picture: GivenSlices): RenderPanel =>
      async (contents, size) => {
        opening ??= open();
        return (await opening).render(picture, contents, size);
      },
    close: async () => (await opening)?.close(),
  };
}

type Panels = ReturnType<typeof openPanels>;

/** Each input is a row of the page, and a picture where the output is named after it. */
async function reportSlices(given: GivenSlices, report: string, panels: Panels): Promise<void> {
  const { output, inputs = [], replay } = given;
  if (inputs.length === 0) fail('the input is missing: name a file');
  if (replay !== undefined) fail('--report: is for inputs that are named; leave out --replay');
  if (output !== undefined && !output.includes(NAME)) {
    fail(`--report: shows each input by itself; put ${NAME} into --output, or leave that out`);
  }
  if (!/\.html?$/i.test(report)) fail(`--report: ${report} is a page in HTML; end the name in .html`);
  checkSlices(parseSlices(given));
  checkPanel(given, parseSlices(given));
  await assertWritable(report);
  await refuseOverwriting([report], inputs);
  const rows: ReportRow[] = [];
  for (const picture of listPictures(given, true)) {
    const name = picture.inputs![0]!;
    const shown = await writeSlices(picture, panels).catch((error: unknown) => {
      sayBadInput(error);
      rows.push({ name, error: (error as Error).message });
    });
    if (!shown) continue;
    const { volume, ...drawn } = shown;
    rows.push({ name, shown: { ...drawn, facts: await describeScan(volume) } });
  }
  const title = basename(report).replace(/\.html?$/i, '');
  await writeWholeFile(report, new TextEncoder().encode(formatSliceReport(rows, title)));
}

/** Draws a picture, and writes it where a name is given for it, as it must be unless a report shows it. */
async function writeSlices(
  named: GivenSlices,
  panels: Panels,
): Promise<{ readonly picture: Uint8Array; readonly format: PictureFormat; readonly volume: SliceVolume }> {
  const replay = named.replay === undefined ? undefined : await startSliceReplay(named, named.replay);
  const given = replay?.given ?? named;
  const { inputs = [], report } = given;
  const values = parseSlices(given);
  const { output } = values;
  if (inputs.length === 0) fail('the input is missing: name a file');
  if (output === undefined && report === undefined) fail('--output: name the PNG to write, such as -o qa.png');
  checkSlices(values);
  checkPanel(given, values);
  await checkLetters(values);
  if (output === STDOUT && given.json) fail('--json: standard output takes the picture; name a file for it');
  const isFile = output !== undefined && output !== STDOUT;
  if (isFile) {
    requirePictureName(output);
    await assertWritable(output);
  }
  recountHostMemory();
  const opened = await openSlices(inputs, values, replay);
  if (isFile) await refuseOverwriting([output], listRead(opened, values));
  const recipe = await recordSlices(given, opened.inputs, opened.mask?.input);
  replay?.check(recipe);
  const planned = await planOpened(opened, values, panels.renderFor(given));
  const drawn = await showProgress((progress) => drawPicture({ ...planned.picture, report: progress }), 'slices');
  const text =
    values.recipe === 'none' ? {} : { [SLICE_RECIPE_KEYWORD]: formatSliceRecipe(recipe, values.recipe === 'full') };
  const name = output ?? STDOUT;
  const picture = await encodeWithRecipe(drawn, name, { text });
  if (output === STDOUT) await writeStdout(picture);
  else if (output !== undefined) await writeWholeFile(output, picture);
  if (given.json) printJson(describePicture(output, planned, drawn));
  return { picture, format: pictureFormat(name), volume: opened.volumes[0] };
}
