/** `tilecast slices`: slices of volumes, beside each other in a PNG. */
import type { Argv, CommandModule } from 'yargs';
import { isStoreUrl, MESH_FORMATS, VOLUME_FORMATS } from '../../index.js';
import {
  assertWritable,
  encodePng,
  nameOfInput,
  type OpenedFile,
  type OpenedInput,
  openInputs,
  writeWholeFile,
} from '../../node/index.js';
import { fail } from '../../recipe/parse-options.js';
import { formatSliceRecipe, SLICE_RECIPE_KEYWORD } from '../../recipe/slice-recipe.js';
import { drawPicture } from '../../slices/draw-picture.js';
import { heedLimits } from '../limit-options.js';
import type { QuickCommand } from '../parse-quickly.js';
import { showProgress } from '../read-volume-input.js';
import { refuseOverwriting } from '../refuse-overwriting.js';
import { STDOUT } from '../render/frames/choose-frames.js';
import { listPictures, sayBadInput } from '../render/frames/list-pictures.js';
import { writeStdout } from '../render/frames/render-frames.js';
import { listFormats, tellApart } from '../render/picture-inputs.js';
import { readLabelMask } from '../render/scene/choose-mask.js';
import { requirePngName } from '../require-png-name.js';
import { printJson } from '../say.js';
import { checkLabels, checkSlices } from '../slices/check-slices.js';
import { chooseBase } from '../slices/choose-base-look.js';
import { chooseFusedLooks } from '../slices/choose-fused-looks.js';
import { chooseMeshLines } from '../slices/choose-meshes.js';
import { describePicture } from '../slices/describe-picture.js';
import { labelShares, maskLook } from '../slices/label-looks.js';
import { openVolumes, type SliceVolume } from '../slices/open-volume.js';
import { planPicture } from '../slices/plan-picture.js';
import {
  type GivenSlices,
  parseSlices,
  SLICE_COMMAND_OPTIONS,
  type SliceValues,
} from '../slices/slice-command-options.js';
import { recordSlices, type SliceReplay, startSliceReplay } from '../slices/slice-replay.js';

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
      .example('$0 ct.nrrd -o mip.png --plane coronal --slab-thickness 20', 'a thick slab')
      .example('$0 scan.nrrd -o bare.png --plane xy --at voxel:10 --no-annotations', 'pixels alone')
      .example('$0 *.nii.gz -o qa/{name}.png', 'a picture of each') as unknown as Argv<GivenSlices>,
  handler: slicesCommand,
};

async function slicesCommand(given: GivenSlices): Promise<void> {
  heedLimits(given);
  const pictures = listPictures(given);
  for (const picture of pictures) {
    if (pictures.length === 1) await drawGiven(picture);
    else await drawGiven(picture).catch(sayBadInput);
  }
}

async function drawGiven(named: GivenSlices): Promise<void> {
  const replay = named.replay === undefined ? undefined : await startSliceReplay(named, named.replay);
  const given = replay?.given ?? named;
  const { inputs = [] } = given;
  const values = parseSlices(given);
  if (inputs.length === 0) fail('the input is missing: name a file');
  const output = values.output ?? fail('--output: name the PNG to write, such as -o qa.png');
  checkSlices(values);
  if (output === STDOUT && given.json) fail('--json: standard output takes the picture; name a file for it');
  if (output !== STDOUT) {
    requirePngName(output);
    await assertWritable(output);
  }
  const opened = await openAll(inputs, values, replay);
  const { mask } = opened;
  if (output !== STDOUT) await refuseOverwriting([output], listRead(opened, values));
  const recipe = await recordSlices(given, opened.inputs, mask?.input);
  replay?.check(recipe);
  const planned = await planOpened(opened, values);
  const picture = await showProgress((report) => drawPicture({ ...planned.picture, report }), 'slices');
  const text =
    values.recipe === 'none' ? {} : { [SLICE_RECIPE_KEYWORD]: formatSliceRecipe(recipe, values.recipe === 'full') };
  await write(output, encodePng(picture, { text }));
  if (given.json) printJson(describePicture(output, planned, picture));
}

/** The files of a picture; their contents are known once their volumes have been read. */
interface OpenedSlices {
  readonly inputs: readonly OpenedInput[];
  readonly volumes: readonly [SliceVolume, ...SliceVolume[]];
  readonly meshes: readonly OpenedFile[];
  readonly mask: { readonly input: OpenedInput; readonly look: ReturnType<typeof maskLook> } | undefined;
}

async function openAll(paths: readonly string[], values: SliceValues, replay?: SliceReplay): Promise<OpenedSlices> {
  const { 'disk-cache': cacheMib, mask: path, labels } = values;
  if (cacheMib !== undefined && !paths.some(isStoreUrl)) fail('--disk-cache: is for addresses of stores');
  const cache = cacheMib === undefined ? {} : { diskCacheBytes: cacheMib * 2 ** 20 };
  const inputs = await openInputs(paths, { ...replay?.where, ...cache });
  const { volumes: ofVolumes, meshes } = tellApart(inputs, values);
  if (ofVolumes.length === 0) {
    fail(`${nameOfInput(inputs[0]!)}: is a mesh, whose outlines are drawn on slices of a volume; name one too`);
  }
  const volumes = await openVolumes(ofVolumes, values);
  if (path === undefined) return { inputs, volumes, meshes, mask: undefined };
  const [input] = await openInputs([path], replay?.maskWhere);
  const look = maskLook(await readLabelMask(input!, path, labels), labelShares(values));
  return { inputs, volumes, meshes, mask: { input: input!, look } };
}

/** All files that the picture is made from. */
function listRead({ inputs, mask }: OpenedSlices, values: SliceValues): string[] {
  const { replay, transfer, transform = [], 'fused-transfer': fusedTransfers = [] } = values;
  const named = [replay, transfer, ...transform, ...fusedTransfers].filter((path) => path !== undefined);
  return [...inputs, ...(mask ? [mask.input] : [])].flatMap(({ files }) => files()).concat(named);
}

async function planOpened({ volumes, meshes, mask }: OpenedSlices, values: SliceValues) {
  const [volume, ...others] = volumes;
  const lines = await chooseMeshLines(meshes, values);
  const base = await chooseBase(volume, values);
  const fused = await chooseFusedLooks(others, values);
  checkLabels(values, mask !== undefined || fused.some(({ layer }) => layer.kind === 'labels'));
  return planPicture({ volume, base, fused, mask: mask?.look, meshes: lines }, values);
}

const write = (output: string, bytes: Uint8Array): Promise<void> =>
  output === STDOUT ? writeStdout(bytes) : writeWholeFile(output, bytes);
