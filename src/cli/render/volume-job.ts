/** What `tilecast render` does with a volume. */
import {
  type Camera,
  corners,
  createRawReader,
  defaultView,
  type Frame,
  type FrameStats,
  parseRawLayout,
  type RenderOptions,
  readVolume,
  type TransferFunction,
  type Volume,
  type VolumeReader,
  type VolumeScene,
} from '../../index.js';
import type { OpenedFile } from '../../node/index.js';
import { fail, optional, parseBackground, parseIndex, parseVec3 } from '../parse-options.js';
import { say } from '../say.js';
import type { Subject } from './choose-camera.js';
import { chooseLighting } from './choose-lighting.js';
import { chooseClip, chooseMask, chooseMode } from './choose-scene.js';
import { chooseTransfer } from './choose-transfer.js';
import type { Recipe } from './recipe.js';
import type { RenderArguments } from './render-options.js';

export interface VolumeSubject extends Subject {
  readonly withCamera: (camera: Camera) => VolumeScene;
  /** Says what there is to say of a finished frame. */
  readonly finish: (frame: Frame) => void;
  /** What the recipe tells of it. */
  readonly recipe: Pick<Recipe, 'transfer' | 'mask' | 'step'>;
}

/**
 * Checks and reads all that can be without the volume.
 * @returns what makes a subject of the opened file, which may be beside meshes.
 */
export async function chooseVolume(
  args: RenderArguments,
  options: RenderOptions,
  recordedTransfer: TransferFunction | undefined,
): Promise<(file: OpenedFile, besideMeshes: boolean) => Promise<VolumeSubject>> {
  const sceneFor = await chooseScene(args, recordedTransfer);
  const selection = { component: parseIndex('component', args.component), time: parseIndex('time', args.time) };
  const read = chooseReader(args);
  return async ({ source }, besideMeshes) => {
    const { volume, notes } = await read(source, selection);
    for (const note of notes) say(note);
    const { transfer, mask, withCamera } = await sceneFor(volume, besideMeshes);
    const { step } = options;
    return {
      corners: corners(volume),
      axes: volume.indexToWorld,
      defaultView: defaultView(volume.anatomical),
      recipe: { transfer, ...(mask && { mask }), ...(step !== undefined && { step }) },
      withCamera,
      finish: ({ stats }) => warnOfDownsampling(stats, volume),
    };
  };
}

async function chooseScene(args: RenderArguments, recordedTransfer: TransferFunction | undefined) {
  const transferChoice = await chooseTransfer(args);
  const mode = chooseMode(args, transferChoice.mode);
  const { shadingFor } = chooseLighting(args);
  const clipFor = chooseClip(args);
  const background = parseBackground('background', args.background);
  const masked = await chooseMask(args);
  return async (volume: Volume, besideMeshes: boolean) => {
    const transfer = recordedTransfer ?? transferChoice.create(volume, mode.mode);
    const shading = shadingFor(transfer, besideMeshes);
    return {
      transfer,
      mask: masked && { path: masked.path, sha256: await masked.sha256() },
      withCamera: (camera: Camera): VolumeScene => ({
        volume,
        transfer,
        background,
        ...mode,
        clip: clipFor(volume, camera),
        ...(shading && { shading }),
        ...(masked && { mask: masked.mask }),
      }),
    };
  };
}

/** The reader of an input that does not say what it is, or of those that do. */
function chooseReader({ raw, spacing }: RenderArguments): VolumeReader {
  if (raw === undefined) return spacing === undefined ? readVolume : fail('--spacing: is for --raw');
  const spacings = optional('spacing', spacing, parseVec3);
  if (spacings?.some((distance) => distance <= 0)) fail(`--spacing: "${spacing}" must be three numbers greater than 0`);
  return createRawReader({ ...parseRawLayout(raw), ...(spacings && { spacings }) });
}

const warned = new WeakSet<Volume>();

function warnOfDownsampling(stats: FrameStats, volume: Volume): void {
  const { downsampleFactor = 1, sizes = volume.sizes } = stats.volume ?? {};
  if (downsampleFactor === 1 || warned.has(volume)) return;
  warned.add(volume);
  say(
    `the volume of ${volume.sizes.join(' × ')} voxels does not fit on ${stats.adapter}: it was downsampled by a factor ` +
      `of ${downsampleFactor} to ${sizes.join(' × ')}; --no-downsample refuses instead`,
  );
}
