/** Opens stores of volumes, coarse levels first; finer voxels come when they are looked at. */
import {
  fetchKeys,
  InputError,
  type KeyStore,
  type Level,
  openPagedVolume,
  openStore,
  type PagedVolume,
  readLevel,
} from '../../../index.js';
import { folderKeys, readBasis } from '../../../lab.js';
import { openChannels } from '../../../recipe/scene/open-channels.js';
import type { LoadedImage } from '../../../recipe/scene/scene-data.js';
import { worldUnit } from '../../../recipe/scene/world-unit.js';
import type { LoadedVolume } from '../viewer-data.js';
import type { LoadFollowers } from './load-followers.js';
import type { FileSelection } from './selection.js';
import type { ViewerFile } from './viewer-file.js';

/** Maximum voxels of the level that is shown first. */
const FIRST_VOXELS = 2 ** 21;
/** Pages share memory with all else that is open in the browser. */
const ATLAS_BYTES = 2 ** 29;
const CACHE_BYTES = 2 ** 28;

const countOf = ({ sizes }: Level) => sizes[0] * sizes[1] * sizes[2];

/**
 * Reads a coarse version of all of a store; what is finer becomes pages.
 * @throws InputError, one line that starts with the store's name, or the signal's reason.
 */
export async function loadStore(
  file: ViewerFile,
  {
    level: number,
    atlasBytes = ATLAS_BYTES,
    time,
    component,
    channels: asked,
    series,
    voxels,
    showsActive,
  }: FileSelection,
  signal: AbortSignal,
  { report, preview }: LoadFollowers,
): Promise<LoadedVolume> {
  const { name, input = name, isMask } = file;
  report({ name, doneBytes: 0, totalBytes: undefined, stage: 'reading' });
  const keys = keysOf(file);
  const open = (channel: number | undefined) =>
    openStore(keys, {
      ...(time !== undefined && { time }),
      ...(channel !== undefined && { component: channel }),
      ...(series !== undefined && { series }),
      ...(voxels && { voxels }),
    });
  const numbers = asked.length > 0 || component === undefined ? asked : [component];
  const { stores, channels, notes } = await openChannels(open, numbers, showsActive === true);
  signal.throwIfAborted();
  const [store] = stores;
  const coarsest = store.levels.at(-1)!;
  if (store.levels.length > 1 && countOf(coarsest) <= FIRST_VOXELS && !isMask) {
    const volume = await readLevel(store, coarsest);
    signal.throwIfAborted();
    preview({ volume, draft: volume, grid: store.levels[number], finest: store.levels[0] });
  }
  const cacheBytes = CACHE_BYTES / stores.length;
  const opened = await Promise.all(
    stores.map((one) => openPagedVolume(one, { level: number, atlasBytes, cacheBytes })),
  );
  signal.throwIfAborted();
  const images = await Promise.all(opened.map(imageOf));
  signal.throwIfAborted();
  const [first, ...others] = images.map((image, index) => ({
    ...image,
    ...(opened.length > 1 && { channel: opened[index]!.store.channel }),
  }));
  return {
    ...first!,
    name,
    input,
    isMask,
    unit: worldUnit(store.unit, store.anatomical),
    notes,
    grid: opened[0]!.level,
    ...(store.labels && { labels: store.labels }),
    choices: {
      channels: store.channels.map(({ label }) => label),
      times: store.times,
      ...(asked.length === 0 && channels.length > 0 && { active: channels }),
    },
    channels: others.map((image, index) => ({ ...image, name: store.channels[channels[index + 1]!]?.label })),
  };
}

export type LoadStore = typeof loadStore;

function keysOf({ name, source, storeFiles }: ViewerFile): KeyStore {
  if (storeFiles) return folderKeys(storeFiles);
  if (source instanceof Blob) throw new InputError(`${name}: is no address of a store`);
  return fetchKeys(source);
}

async function imageOf(pages: PagedVolume): Promise<LoadedImage> {
  const { store, level, preview: volume } = pages;
  const basis = await readBasis(store, level, volume);
  return {
    volume,
    finest: store.levels[0],
    ...(basis !== volume && { basis }),
    ...(countOf(level) > volume.voxels.length && { pages }),
  };
}
