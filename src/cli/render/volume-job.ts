/** The volume of `tilecast render`. */
import {
  type Camera,
  computeStatistics,
  corners,
  createRawReader,
  defaultView,
  type Frame,
  type FrameStats,
  type FusedVolume,
  type Gpu,
  type PagedVolume,
  type RenderOptions,
  shownPoints,
  smallestSpacing,
  type Volume,
  type VolumeReader,
  type VolumeScene,
  viewDirection,
} from '../../index.js';
import { type PartSource, parseRawLayout } from '../../lab.js';
import { countVoxels, findShownPoints, nameOfInput, type OpenedInput, type OpenedStore } from '../../node/index.js';
import { checkChannels, noteChannels, parseChannels } from '../../options/channels.js';
import { fail, optional, parseBackground, parseIndex, parseSpacings } from '../../options/parse-options.js';
import type { Subject } from '../../options/view-options.js';
import { readVolumeInput } from '../read-volume-input.js';
import { say } from '../say.js';
import type { Recipe } from './recipe/recipe.js';
import type { Replay } from './recipe/start-replay.js';
import type { RenderArguments } from './render-options.js';
import { chooseFused } from './scene/choose-fused.js';
import { chooseLabelSurfaces, type LabelSurfaces, refuseOptionsOfValues } from './scene/choose-label-surfaces.js';
import { chooseLighting } from './scene/choose-lighting.js';
import { chooseMask, maskOfOwn, maskOfPages } from './scene/choose-mask.js';
import { chooseClip, chooseMode } from './scene/choose-scene.js';
import { chooseTransfer } from './scene/choose-transfer.js';
import { chooseLightPaths } from './scene/light-path-options.js';
import { chooseDetail, type OpenedVolume, pageIfTooLong } from './scene/open-store-volume.js';

export interface VolumeSubject extends Subject {
  /** The part of the scene that is the same for all cameras. */
  readonly scene: VolumeScene;
  readonly withCamera: (camera: Camera) => VolumeScene;
  /** Surfaces of labels, if they are asked for. */
  readonly surfaces: LabelSurfaces | undefined;
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
  readonly recipe: Pick<Recipe, 'transfer' | 'mask' | 'step'>;
  /** Options as the recipe has them, where files are by what is in them. */
  readonly options: Recipe['options'];
}

/** Gets a volume that threads fit a view to, before they have done so, with the volume's box as its outline. */
export type OnUnfitted = (box: Subject, withCamera: VolumeSubject['withCamera']) => void;

/** Gets a volume that has been read, in a scene that is likely to be its own. Resolves when what it begins is under way. */
export type OnRead = (box: Subject, likely: VolumeScene) => Promise<void>;

export type OpenVolumeSubject = (
  inputs: readonly OpenedInput[],
  besideMeshes: boolean,
  gpu: Promise<Gpu>,
  early?: { readonly onRead: OnRead; readonly onUnfitted: OnUnfitted },
) => Promise<VolumeSubject>;

export interface VolumeChoice {
  /** Makes a subject of the opened files, of which the first counts for the options; they may be beside meshes. */
  readonly open: OpenVolumeSubject;
  /** Whether it depends on how often each value occurs. */
  readonly needsStatistics: boolean;
}

/** Checks and reads all that can be without the volume. */
export async function chooseVolume(
  args: RenderArguments,
  options: RenderOptions,
  replay: Replay | undefined,
): Promise<VolumeChoice> {
  const { needsStatistics, sceneFor, likelyScene } = await chooseScene(args, replay);
  const { fuse, recorded } = await chooseFused(args);
  const channels = optional('component', args.component, parseChannels) ?? [];
  const [component] = channels;
  const selection = {
    ...(component !== undefined && { component }),
    time: parseIndex('time', args.time),
    ...(args.series !== undefined && { series: args.series }),
    ...(args.raw === undefined && args.spacing !== undefined && { spacings: parseSpacings('spacing', args.spacing) }),
  };
  const read = chooseReader(args);
  const openLevel = chooseDetail(args, replay?.readsParts === true);
  // Those that volumes in pages cannot have yet.
  const isPlain = options.quality !== 'path' && args.heatmap !== 'time' && args.split === undefined;
  const openStore = async (input: OpenedStore, gpu: Promise<Gpu>): Promise<readonly OpenedVolume[]> => {
    if (args.spacing !== undefined) fail('--spacing: is for --raw and folders of pictures');
    const picks = channels.length > 1 ? channels.map((channel) => ({ ...selection, component: channel })) : [selection];
    const stores = await Promise.all(picks.map((pick) => input.store(pick)));
    const [first, ...rest] = await Promise.all(stores.map((store) => openLevel(store, gpu)));
    if (rest.length === 0) return [first!];
    return [{ ...first!, notes: noteChannels(channels, stores) }, ...rest.map((one) => ({ ...one, notes: [] }))];
  };
  /** The first volume, and the other channels of its store that are shown with it. */
  const openFirst = async (input: OpenedInput, others: number, gpu: Promise<Gpu>): Promise<readonly OpenedVolume[]> => {
    const isStore = 'store' in input && !read;
    checkChannels(channels, isStore, others);
    if (isStore) return openStore(input, gpu);
    for (const name of ['detail', 'memory'] as const) if (args[name] !== undefined) fail(`--${name}: is for stores`);
    const opened: OpenedVolume = await readVolumeInput(input, selection, read);
    return [others > 0 || !isPlain ? opened : await pageIfTooLong(opened, gpu)];
  };
  const open: OpenVolumeSubject = async ([input, ...others], besideMeshes, gpu, early) => {
    const [opened, ...moreChannels] = (await openFirst(input!, others.length, gpu)) as [
      OpenedVolume,
      ...OpenedVolume[],
    ];
    const otherFiles = await Promise.all(others.map((other): Promise<OpenedVolume> => readVolumeInput(other, {})));
    const fusedFiles = [...moreChannels, ...otherFiles];
    for (const note of new Set([opened, ...fusedFiles].flatMap(({ notes }) => notes))) say(note);
    const { volume, partSource } = opened;
    const axes = volume.indexToWorld;
    const defaultDirection = viewDirection(defaultView(volume.anatomical), axes);
    const box = { corners: corners(volume), axes, defaultDirection };
    const likely = opened.pages || fusedFiles.length > 0 ? undefined : likelyScene(volume);
    if (likely) await early?.onRead(box, likely);
    const looks = fuse(
      volume,
      fusedFiles.map((file, index) => ({ name: nameOfInput(others[index] ?? input!), volume: file.volume })),
    );
    const fused = looks.map((look, index): FusedVolume => {
      const { pages, finest } = fusedFiles[index]!;
      return { ...look, ...(pages && { pages }), ...(finest && { finest }) };
    });
    const { transfer, mask, files, withCamera, unsliced, surfaces, isShown } = await sceneFor(
      opened,
      fused,
      besideMeshes,
      gpu,
    );
    const { step } = options;
    const finding = findShownPoints(unsliced);
    if (finding && isShown) early?.onUnfitted(box, withCamera);
    const shown = (await finding) ?? shownPoints(unsliced);
    return {
      scene: unsliced,
      corners: isShown && shown.length > 0 ? shown : isShown ? box.corners : [],
      axes,
      partSource,
      defaultDirection,
      files,
      recipe: { transfer, ...(mask && { mask }), ...(step !== undefined && { step }) },
      options: recorded ? { 'fused-transfer': recorded } : {},
      withCamera,
      surfaces,
      isShown,
      whyBlank: () => explainBlank(unsliced, shown.length > 0),
      finish: ({ stats }) => warnOfDownsampling(stats, volume),
    };
  };
  return { open, needsStatistics };
}

async function chooseScene(args: RenderArguments, replay: Replay | undefined) {
  const transferChoice = await chooseTransfer(args, replay?.transferFile);
  const mode = chooseMode(args, transferChoice.mode);
  const { shadingFor } = chooseLighting(args);
  const { ambientOcclusion } = chooseLightPaths(args);
  const { shadows } = args;
  const clipFor = chooseClip(args);
  const background = parseBackground('background', args.background);
  const masked = await chooseMask(args, replay?.maskFiles);
  const surfacesOf = chooseLabelSurfaces(args);
  const isShown = !surfacesOf || masked !== undefined;
  if (!isShown) refuseOptionsOfValues(args);
  const { needsStatistics } = transferChoice;
  const sceneFor = async (
    { volume, pages, finest, partSource }: OpenedVolume,
    fused: readonly FusedVolume[],
    besideMeshes: boolean,
    gpu: Promise<Gpu>,
  ) => {
    const recordedTransfer = replay?.transfer;
    const needsNone = recordedTransfer && (masked || replay.readsParts === true);
    const statistics = !needsNone && needsStatistics ? await countVoxels(volume) : undefined;
    const chosen = needsNone ? undefined : transferChoice.create(volume, mode.mode, statistics);
    const look = recordedTransfer ?? chosen!.transfer;
    // The default look is of the voxels that it was made from; a transfer function is of the finest ones.
    const isOwn = recordedTransfer === undefined && args.transfer === undefined && look.unit === undefined;
    const transfer = isOwn && finest ? { ...look, unit: smallestSpacing(volume) } : look;
    const shading = shadingFor(transfer, besideMeshes);
    const ofFile = await masked?.maskFor(volume, gpu, pages);
    const ofOwn = masked || surfacesOf ? undefined : chosen?.mask;
    const own = ofOwn && (pages ? { mask: await maskOfPages(pages, ofOwn), labelPages: pages } : { mask: ofOwn });
    const { mask, labelPages } = (surfacesOf ? undefined : (ofFile ?? own)) ?? {};
    if (pages && masked?.isMesh) say(tellCoarseMask(masked.path, pages));
    const scene: VolumeScene = {
      volume,
      transfer,
      background,
      ...mode,
      ...(shading && { shading }),
      ...(shadows && { shadows }),
      ...(ambientOcclusion && { ambientOcclusion }),
      ...(mask && { mask }),
      ...(pages && { pages }),
      ...(finest && { finest }),
      ...(labelPages && { labelPages }),
      ...(fused.length > 0 && { fused }),
    };
    const grid = partSource?.level ?? volume;
    if (!isShown && fused.length > 0) fail('--label-surfaces: shows the labels of one volume; name it by --mask');
    const surfaces = await surfacesOf?.(ofFile?.mask ?? maskOfOwn(volume, args, chosen?.mask), clipFor(grid), gpu);
    return {
      transfer,
      surfaces,
      isShown,
      files: () => masked?.files() ?? [],
      mask: masked && { path: masked.path, sha256: await masked.sha256() },
      withCamera: (camera: Camera): VolumeScene => ({ ...scene, clip: clipFor(grid, camera) }),
      /** The scene that any camera sees: all but a slab's cuts. */
      unsliced: { ...scene, clip: clipFor(grid) },
    };
  };
  /** A scene that most likely has the kernels of the volume's own; undefined where that is not known yet. */
  const likelyScene = (volume: Volume): VolumeScene | undefined => {
    const transfer = replay?.transfer ?? transferChoice.likely;
    if (!transfer || masked || !isShown) return undefined;
    const shading = shadingFor(transfer, false);
    return { volume, transfer, background, ...mode, ...(shading && { shading }), clip: clipFor(volume) };
  };
  return { needsStatistics, sceneFor, likelyScene };
}

const tellCoarseMask = (path: string, { preview }: PagedVolume) =>
  `${path}: keeps voxels of a level of ${preview.sizes.join(' × ')}, coarser than what is shown`;

/** The reason that hides all of a volume, as far as its values, cuts and labels show. */
function explainBlank(scene: VolumeScene, isShown: boolean): string {
  const { volume, mode, isoValue, isosurfaces, clip = [], mask } = scene;
  const { min, max } = computeStatistics(volume);
  const range = `the values of the volume run from ${min} to ${max}`;
  const isos = isosurfaces?.map(({ value }) => value) ?? (isoValue === undefined ? [] : [isoValue]);
  if (mode === 'isosurface' && !isos.some((iso) => iso > min && iso <= max)) {
    return `no surface is at ${isos.join(', ')}; ${range}`;
  }
  if (isShown) return `the camera does not see it, or it has the background’s colour; ${range}`;
  const { mask: _, clip: __, ...bare } = scene;
  if (shownPoints(bare).length === 0) return `the transfer function is transparent for all of it; ${range}`;
  if (mask && shownPoints({ ...bare, mask }).length === 0) {
    const labels = [...new Set<number>(mask.labels.voxels)].sort((a, b) => a - b);
    return `none of the shown labels lies in the volume; the mask has ${shorten(labels)}; ${range}`;
  }
  return clip.length > 0 ? `clipping cuts all of it away; ${range}` : range;
}

const MANY = 12;

const shorten = (labels: readonly number[]) =>
  labels.length > MANY ? `${labels.slice(0, MANY).join(', ')} and ${labels.length - MANY} more` : labels.join(', ');

/** The reader of an input that does not say what it is; undefined for those that do. */
function chooseReader({ raw, spacing }: RenderArguments): VolumeReader | undefined {
  const spacings = optional('spacing', spacing, parseSpacings);
  if (raw === undefined) return undefined;
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
