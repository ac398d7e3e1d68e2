/** `tilecast render`: a volume or meshes to a PNG, or to several. */
import type { Argv, CommandModule } from 'yargs';
import { MESH_FORMATS, VOLUME_FORMATS } from '../../index.js';
import { boundHostMemory } from '../../node/index.js';
import { heedLimits } from '../arguments/limit-options.js';
import { nameDenoiser } from '../arguments/name-denoiser.js';
import type { QuickCommand } from '../arguments/parse-quickly.js';
import type { Submission } from '../farm/submission.js';
import { nameOutputs } from '../outputs/name-outputs.js';
import { listPictures, sayBadInput } from '../render/frames/list-pictures.js';
import { listFormats } from '../render/load/picture-inputs.js';
import { type RenderSession, renderPicture } from '../render/pictures/render-picture.js';
import { type GivenArguments, RENDER_OPTIONS } from '../render/render-options.js';

export const render: CommandModule<object, GivenArguments> & QuickCommand = {
  command: 'render [inputs..]',
  quick: { options: RENDER_OPTIONS, list: 'inputs' },
  prepare: (args) => nameDenoiser(nameOutputs(args)),
  describe: 'Render a volume, meshes, or both to a PNG',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: `A volume: ${listFormats(VOLUME_FORMATS)}, an OME-Zarr store (a folder, a zip archive, or an address that ends in .zarr), or a folder or zip archive of DICOM files; meshes: ${listFormats(MESH_FORMATS)}; or both`,
      })
      .options(RENDER_OPTIONS)
      .requiresArg(Object.entries(RENDER_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 scan.nrrd -o scan.png', 'from the front')
      .example('$0 scan.nii.gz -o scan.png --view left --transfer bone', '')
      .example('$0 dicom/ -o scan.png --series 2', 'a series of a folder; tilecast info dicom/ lists them')
      .example('$0 scan.nrrd -o spin.png --turntable 36', 'an animation')
      .example('$0 model.ply -o model.png --light 1,2,1 --shadows', '')
      .example('$0 scan.nrrd implant.stl -o both.png --mesh-color gold', '')
      .example('$0 ct.nrrd pet.nii.gz -o fused.png', 'PET on CT')
      .example('$0 scan.nrrd -o time.png --heatmap time', 'where a frame spends its time')
      .example('$0 scan.nrrd --output depth=d.npy', 'distances as numbers')
      .example('$0 --replay scan.png -o again.png', '') as unknown as Argv<GivenArguments>,
  handler: renderCommand,
};

async function renderCommand(given: GivenArguments): Promise<void> {
  heedLimits(given);
  const pictures = listPictures(given);
  const session: RenderSession = {
    gpu: undefined,
    ahead: undefined,
    submission: await chooseSubmission(given, pictures.length),
  };
  try {
    for (const picture of pictures) {
      if (session.submission?.isStopped) break;
      if (pictures.length === 1) await renderPicture(picture, session);
      else await renderPicture(picture, session).catch(sayBadInput);
    }
    await session.submission?.finish();
  } catch (error) {
    // Work that is pending on the device could keep the process. After success the end of the process frees it, some 40 ms sooner.
    await session.ahead?.abandon();
    await session.gpu?.then((gpu) => gpu.destroy()).catch(() => undefined);
    throw error;
  } finally {
    // The bound is this command's alone, where a process runs several.
    boundHostMemory(undefined);
    await session.submission?.close();
  }
}

/** Code that makes jobs is loaded only where the options ask for them. */
async function chooseSubmission(given: GivenArguments, pictures: number): Promise<Submission | undefined> {
  const { queue, detach, workers, collect } = given;
  if ([queue, detach, workers, collect].every((value) => value === undefined)) return undefined;
  const { chooseQueue, Submission } = await import('../farm/submission.js');
  return new Submission(chooseQueue(given), pictures);
}
