/** Which of the volumes that were read is shown, which are shown with it, and which are its labels. */
import { InputError, MAX_FUSED, openPagedVolume, type PagedVolume, pageVolume } from '../../index.js';
import { isSameGrid, recognizeLabels } from '../../lab.js';
import { checkChannels } from '../../recipe/parse/channels.js';
import type { CropGrid } from '../../recipe/scene/cuts.js';
import { holdsLabels } from '../../recipe/scene/labels/holds-labels.js';
import { describeGuess } from '../../recipe/scene/labels/label-guess.js';
import { listAllLabels } from '../../recipe/scene/labels/list-labels.js';
import type { LoadedImage } from '../../recipe/scene/scene-data.js';
import { findApart } from './find-apart.js';
import type { LoadedVolume, ViewerData } from './viewer-data.js';

export type ChosenVolumes = Pick<
  ViewerData,
  | 'name'
  | 'unit'
  | 'volume'
  | 'basis'
  | 'pages'
  | 'finest'
  | 'grid'
  | 'choices'
  | 'labels'
  | 'ownLabels'
  | 'fused'
  | 'channel'
  | 'display'
> & {
  /** The name of the input that the labels are from, if they are new. */
  readonly labelsInput?: string | undefined;
  /** Lines about volumes that are shown by coarse versions. */
  readonly notes: readonly string[];
  /** Why the volumes are not shown with those that are kept; everything else is then as it was. */
  readonly apart?: string | undefined;
};

/**
 * The volume to show, with what is known of it, the labels that are its mask, and the volumes that are shown with it. One that
 * comes to another takes its place unless it holds labels of it; several that come together are fused.
 * @param channels of a store that were requested together.
 * @param options.overlays whether one that comes to another is fused with it too, as if they had come together, where it can be.
 * @param options.findsLabels whether volumes after the first that hold labels are its labels.
 * @throws InputError for more volumes than can be shown, and for channels of what has none.
 */
export async function chooseVolumes(
  kept: ViewerData,
  volumes: readonly LoadedVolume[],
  channels: readonly number[],
  { overlays = false, findsLabels = true }: { readonly overlays?: boolean; readonly findsLabels?: boolean } = {},
): Promise<ChosenVolumes> {
  const { plain, labels, guesses } = separateLabels(
    volumes,
    finestOf(kept),
    findsLabels && !volumes.some(({ isMask }) => isMask),
  );
  const isOverlaid = overlays && kept.volume !== undefined;
  const apart = isOverlaid ? findApart(kept, plain) : undefined;
  if (apart !== undefined) return { ...kept, notes: [apart], apart };
  const [first, others] = isOverlaid ? [undefined, plain] : [plain[0], plain.slice(1)];
  if (first) checkChannels(channels, first.channels !== undefined, others.length);
  if (others.length > MAX_FUSED) {
    throw new InputError(`${others[MAX_FUSED]!.name}: up to ${1 + MAX_FUSED} volumes are shown in one world`);
  }
  const {
    name,
    unit,
    folder,
    volume,
    basis,
    pages,
    finest,
    grid,
    choices,
    channel,
    display,
    fused = [],
  } = first
    ? { ...first, fused: fuse(first.pages, [...(first.channels ?? []), ...others]) }
    : { ...kept, ...(others.length > 0 && { fused: fuse(kept.pages, [...(kept.fused ?? []), ...others]) }) };
  const ownLabels = first ? first.labels : kept.ownLabels;
  const found = labels && { ...labels, pages: await findLevelOf(labels.loaded, pages) };
  const isCoarse = pages !== undefined && fused.some((one) => !one.pages);
  return {
    ...{ name, unit, folder, volume, basis, pages, finest, grid, choices, channel, display, fused, ownLabels },
    labels: found
      ? {
          name: found.loaded.name,
          volume: found.volume,
          styles: found.styles,
          pages: found.pages,
          isNamed: found.isNamed,
        }
      : first
        ? undefined
        : kept.labels,
    labelsInput: labels?.loaded.input,
    notes: [
      ...guesses,
      ...((first || others.length > 0) && isCoarse
        ? [{ name: name ?? '', pages }, ...others].flatMap(describeCoarse)
        : []),
      ...(pages ? [] : others.flatMap(describeCoarse)),
      ...(found && !found.pages ? describeCoarse(found.loaded) : []),
    ],
  };
}

/** The finest voxels of a store, whichever are shown. */
const finestOf = ({ finest, grid, volume }: Pick<ViewerData, 'finest' | 'grid' | 'volume'>) => finest ?? grid ?? volume;

/** @param keptGrid of the volume that is there already. */
function separateLabels(volumes: readonly LoadedVolume[], keptGrid: CropGrid | undefined, finds: boolean) {
  const plain: LoadedVolume[] = [];
  const guesses: string[] = [];
  let labels: (NonNullable<ViewerData['labels']> & { readonly loaded: LoadedVolume }) | undefined;
  for (const loaded of volumes) {
    const shown = plain[0] ? finestOf(plain[0]) : keptGrid;
    const { isMask, note } =
      loaded.isMask === undefined && (finds || !shown)
        ? judgeMask(loaded, shown)
        : { isMask: loaded.isMask === true, note: undefined };
    if (note !== undefined) guesses.push(note);
    if (!isMask) plain.push(loaded);
    else {
      assertWhole(loaded);
      // The last one counts, as on the command line.
      if (labels && !labels.isNamed) plain.push(labels.loaded);
      labels = { volume: loaded.volume, styles: listAllLabels(loaded), isNamed: loaded.isMask === true, loaded };
    }
  }
  return { plain, labels, guesses };
}

/** @throws InputError for values that are no labels. */
function assertWhole({ name, volume: { voxels } }: LoadedVolume): void {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return;
  const at = voxels.findIndex((value) => !Number.isInteger(value));
  if (at < 0) return;
  throw new InputError(`${name}: has values such as ${voxels[at]!.toPrecision(3)}; labels are whole numbers`);
}

/**
 * Whether a volume is the labels of another: where its file says that it holds labels, or it looks like them in the same voxels.
 * @param shown the voxels of the other; undefined where there is none.
 */
function judgeMask(loaded: LoadedVolume, shown: CropGrid | undefined): { isMask: boolean; note?: string | undefined } {
  const { name, volume } = loaded;
  if (!shown) return { isMask: false, note: describeGuess(name, volume, recognizeLabels(volume)) };
  const { verdict, isOfOther: isMask } = holdsLabels(volume, finestOf(loaded)!, shown);
  if (!verdict.isLabels) return { isMask: false };
  const shows = isMask
    ? 'is shown by surfaces within the other volume; --voxels values shows its values beside it'
    : 'is shown by its values, since its voxels are not those of the other volume; --voxels labels shows labels all the same';
  return { isMask, note: describeGuess(name, volume, verdict, shows) };
}

/** Volumes that are fused with one in pages are in pages too, where all have their voxels in the same places. */
function fuse(shown: PagedVolume | undefined, others: readonly LoadedImage[]): readonly LoadedImage[] {
  const images = others.map(({ name, volume, basis, pages, finest, channel }) => ({
    ...{ name, volume, basis, pages, finest, channel },
  }));
  const paged = images.map((image) => shown && pageLike(image, shown));
  return paged.every((image) => image !== undefined) ? paged : images.map(({ pages: _, ...image }) => image);
}

function pageLike(image: LoadedImage, { level }: PagedVolume): LoadedImage | undefined {
  const { volume, pages } = image;
  if (pages) return isSameGrid(pages.level, level) ? image : undefined;
  return isSameGrid(volume, level) ? { ...image, pages: pageVolume(volume) } : undefined;
}

/** The level of labels that has its voxels where those are that are shown in pages. */
async function findLevelOf({ pages: own }: LoadedVolume, shown: PagedVolume | undefined) {
  if (!own || !shown) return undefined;
  const level = own.store.levels.findIndex((candidate) => isSameGrid(candidate, shown.level));
  if (own.store.levels[level] === own.level) return own;
  return level < 0 ? undefined : openPagedVolume(own.store, { level, atlasBytes: own.atlasBytes });
}

function describeCoarse({ name, pages }: Pick<LoadedVolume, 'name' | 'pages'>): readonly string[] {
  if (!pages) return [];
  const [shown, all] = [pages.preview, pages.level].map(({ sizes }) => sizes.join(' × '));
  return [`${name}: the picture is of ${shown} voxels, coarser than its ${all}`];
}
