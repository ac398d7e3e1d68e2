/** The volume of `tilecast render`. */
import {
  type Camera,
  corners,
  defaultView,
  type Frame,
  type FrameStats,
  type FusedVolume,
  type Gpu,
  shownPoints,
  type Volume,
  type VolumeScene,
  viewDirection,
} from '../../index.js';
import { checkFloat32Range, type PartSource } from '../../lab.js';
import { findShownPoints, type OpenedInput } from '../../node/index.js';
import type { OptionValues } from '../../recipe/options.js';
import type { Recipe } from '../../recipe/recipe.js';
import type { Subject } from '../../recipe/scene/view-options.js';
import { say } from '../say.js';
import { ANATOMICAL_UNIT } from './overlays/choose-overlays.js';
import type { PictureRecord } from './recipe/start-replay.js';
import { chooseFused } from './scene/choose-fused.js';
import type { LabelSurfaces } from './scene/choose-label-surfaces.js';
import type { SharedInputs } from './shared-inputs.js';
import { chooseVolumeFiles } from './volume-files.js';
import { chooseScene, explainBlank } from './volume-scene.js';

export interface VolumeSubject extends Subject {
  /** The part of the scene that is the same for all cameras. */
  readonly scene: VolumeScene;
  readonly withCamera: (camera: Camera) => VolumeScene;
  /** Surfaces of labels, if they are asked for. */
  readonly surfaces: LabelSurfaces | undefined;
  /** Points in time that there are, of which it shows one. */
  readonly times: number;
  /** The world's unit, where it is known. */
  readonly unit: string | undefined;
  /** Whether the volume itself is shown, and not its labels' surfaces alone. */
  readonly isShown: boolean;
  /** The level that parts are read of; undefined where they are cut out of the scene's volume. */
  readonly partSource: PartSource | undefined;
  /** Says what there is to say of a finished frame. */
  readonly finish: (frame: Frame) => void;
  /** Paths of the files that were read besides the volume's. */
  readonly files: () => readonly string[];
  /** Why a picture of it may show nothing, with the range of its values. */
  readonly whyBlank: () => string;
  /** The recipe's fields about it. */
  readonly recipe: Pick<Recipe, 'transfer' | 'mask'>;
  /** Options as the recipe has them, where files are by what is in them. */
  readonly options: Recipe['options'];
}

/** Gets a volume that threads fit a view to, before they have done so, with the volume's box as its outline. */
export type OnUnfitted = (box: Subject, withCamera: VolumeSubject['withCamera']) => void;

/** Gets a volume that has been read, in a scene that is likely to be its own. Resolves when what it begins is under way. */
export type OnRead = (box: Subject, likely: VolumeScene) => Promise<void>;

export type OpenVolumeSubject = (
  inputs: readonly OpenedInput[],
  gpu: Promise<Gpu>,
  course: {
    readonly early: { readonly onRead: OnRead; readonly onUnfitted: OnUnfitted } | undefined;
    readonly shared: SharedInputs | undefined;
  },
) => Promise<VolumeSubject>;

export interface VolumeChoice {
  /** Makes a subject of the opened files, of which the first counts for the options; they may be beside meshes. */
  readonly open: OpenVolumeSubject;
  /** Whether it depends on how often each value occurs. */
  readonly needsStatistics: boolean;
}

/** Checks and reads all that can be without the volume. */
export async function chooseVolume(values: OptionValues, record: PictureRecord | undefined): Promise<VolumeChoice> {
  const { needsStatistics, sceneFor, likelyScene } = await chooseScene(values, record);
  const { fuse, recorded } = await chooseFused(values);
  const readVolumes = chooseVolumeFiles(values, record?.readsParts === true);
  const open: OpenVolumeSubject = async (inputs, gpu, { early, shared }) => {
    const read = () => readVolumes(inputs, gpu);
    const [first, ...others] = await (shared ? shared.volumes(values, read) : read());
    const { opened } = first;
    for (const {
      name,
      opened: { volume },
    } of [first, ...others])
      checkFloat32Range(volume, name);
    for (const note of new Set([opened, ...others.map((other) => other.opened)].flatMap(({ notes }) => notes)))
      if (!shared?.isSeries || !isAboutTime(note)) say(note);
    const { volume, partSource } = opened;
    const axes = volume.indexToWorld;
    const defaultDirection = viewDirection(defaultView(volume.anatomical), axes);
    const box = { corners: corners(volume), axes, defaultDirection };
    const likely = opened.pages || others.length > 0 ? undefined : likelyScene(volume);
    if (likely) await early?.onRead(box, likely);
    const appearances = fuse(
      volume,
      others.map(({ name, opened: { volume: fused } }) => ({ name, volume: fused })),
    );
    const fused = appearances.map((appearance, index): FusedVolume => {
      const { pages, finest } = others[index]!.opened;
      return { ...appearance, ...(pages && { pages }), ...(finest && { finest }) };
    });
    const { transfer, mask, files, withCamera, unsliced, outline, surfaces, isShown, labelNames } = await sceneFor(
      opened,
      first.name,
      fused,
      gpu,
    );
    const outlineFused = fused.map((one, index) => ({ ...one, volume: others[index]!.opened.basis ?? one.volume }));
    const seen = { ...outline, ...(fused.length > 0 && { fused: outlineFused }) };
    const finding = findShownPoints(seen);
    if (finding && isShown) early?.onUnfitted(box, withCamera);
    const shown = (await finding) ?? shownPoints(seen);
    return {
      scene: unsliced,
      corners: !isShown ? [] : shown.length > 0 ? shown : corners(seen.volume),
      axes,
      times: opened.times ?? 1,
      unit: opened.unit ?? (volume.anatomical ? ANATOMICAL_UNIT : undefined),
      partSource,
      defaultDirection,
      files,
      recipe: { transfer, ...(mask && { mask }) },
      options: {
        ...(recorded && { 'fused-transfer': recorded }),
        ...(labelNames !== undefined && { 'label-names': labelNames }),
      },
      withCamera,
      surfaces,
      isShown,
      whyBlank: () => explainBlank(unsliced, shown.length > 0),
      finish: ({ stats }) => warnOfDownsampling(stats, volume),
    };
  };
  return { open, needsStatistics };
}

/** Whether a note says which point in time was taken, which a series says itself. */
const isAboutTime = (note: string) => note.includes('--time ');

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
