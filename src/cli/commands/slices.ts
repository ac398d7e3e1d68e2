/** `tilecast slices`: slices of volumes, beside each other in a PNG. */
import type { Argv, CommandModule } from 'yargs';
import { isStoreUrl, MESH_FORMATS, VOLUME_FORMATS } from '../../index.js';
import { assertWritable, encodePng, nameOfInput, openInputs, writeWholeFile } from '../../node/index.js';
import { fail } from '../../recipe/parse-options.js';
import { type DrawnPicture, drawPicture } from '../../slices/draw-picture.js';
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
import { chooseBase, chooseFusedLooks, labelShares, maskLook } from '../slices/choose-looks.js';
import { chooseMeshLines } from '../slices/choose-meshes.js';
import { describePicture } from '../slices/describe-picture.js';
import { openVolumes } from '../slices/open-volume.js';
import { planPicture } from '../slices/plan-picture.js';
import {
  type GivenSlices,
  parseSlices,
  SLICE_COMMAND_OPTIONS,
  type SliceValues,
} from '../slices/slice-command-options.js';

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

async function drawGiven(given: GivenSlices): Promise<void> {
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
  const { planned, files } = await planInputs(inputs, values);
  if (output !== STDOUT) {
    const { mask, transfer, transform = [], 'fused-transfer': fusedTransfers = [] } = values;
    const named = [mask, transfer, ...transform, ...fusedTransfers].filter((path) => path !== undefined);
    await refuseOverwriting([output], [...files, ...named]);
  }
  const picture = await showProgress((report) => drawPicture({ ...planned.picture, report }), 'slices');
  await write(output, picture);
  if (given.json) printJson(describePicture(output, planned, picture));
}

async function planInputs(inputs: readonly string[], values: SliceValues) {
  const cacheMib = values['disk-cache'];
  if (cacheMib !== undefined && !inputs.some(isStoreUrl)) fail('--disk-cache: is for addresses of stores');
  const opened = await openInputs(inputs, cacheMib === undefined ? {} : { diskCacheBytes: cacheMib * 2 ** 20 });
  const { volumes, meshes } = tellApart(opened, values);
  if (volumes.length === 0) {
    fail(`${nameOfInput(opened[0]!)}: is a mesh, whose outlines are drawn on slices of a volume; name one too`);
  }
  const [volume, ...others] = await openVolumes(volumes, values);
  const lines = await chooseMeshLines(meshes, values);
  const base = await chooseBase(volume, values);
  const fused = await chooseFusedLooks(others, values);
  const mask = values.mask === undefined ? undefined : await openMask(values.mask, values);
  checkLabels(values, mask !== undefined || fused.some(({ layer }) => layer.kind === 'labels'));
  const planned = await planPicture({ volume, base, fused, mask: mask?.look, meshes: lines }, values);
  return { planned, files: [...opened.flatMap(({ files }) => files()), ...(mask?.files ?? [])] };
}

async function openMask(path: string, values: SliceValues) {
  const [input] = await openInputs([path]);
  const look = maskLook(await readLabelMask(input!, path, values.labels), labelShares(values));
  return { look, files: input!.files() };
}

function write(output: string, picture: DrawnPicture): Promise<void> {
  const bytes = encodePng(picture);
  return output === STDOUT ? writeStdout(bytes) : writeWholeFile(output, bytes);
}
