/** Opens stores of volumes, coarse levels first; finer voxels come when they are looked at. */
import {
  fetchKeys,
  InputError,
  type Level,
  openPagedVolume,
  openStore,
  type PagedVolume,
  readLevel,
} from '../../../index.js';
import { folderKeys } from '../../../lab.js';
import type { LoadedVolume } from '../viewer-data.js';
import type { LoadFollowers } from './load-followers.js';
import type { FileSelection } from './selection.js';
import type { ViewerFile } from './viewer-file.js';

/** Voxels of a level that is there at once. */
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
  { name, input = name, source, storeFiles }: ViewerFile,
  { level: number, atlasBytes = ATLAS_BYTES, time, component }: FileSelection,
  signal: AbortSignal,
  { report, preview }: LoadFollowers,
): Promise<LoadedVolume> {
  if (source instanceof Blob && !storeFiles) throw new InputError(`${name}: is no address of a store`);
  report({ name, doneBytes: 0, totalBytes: undefined, stage: 'reading' });
  const picks = { ...(time !== undefined && { time }), ...(component !== undefined && { component }) };
  const store = await openStore(storeFiles ? folderKeys(storeFiles) : fetchKeys(source as string | URL), picks);
  signal.throwIfAborted();
  const coarsest = store.levels.at(-1)!;
  if (store.levels.length > 1 && countOf(coarsest) <= FIRST_VOXELS) {
    const volume = await readLevel(store, coarsest);
    signal.throwIfAborted();
    preview({ volume, draft: volume });
  }
  const opened = await openPagedVolume(store, { level: number, atlasBytes, cacheBytes: CACHE_BYTES });
  signal.throwIfAborted();
  const { preview: volume } = opened;
  const pages = hasFiner(opened) && !store.isLabels ? opened : undefined;
  const notes = pages || !hasFiner(opened) ? store.notes : [...store.notes, describeCoarse(name, opened)];
  const choices = { channels: store.channels.map(({ label }) => label), times: store.times };
  return { name, input, file: { volume, notes }, pages, grid: opened.level, choices };
}

export type LoadStore = typeof loadStore;

const hasFiner = ({ preview, level }: PagedVolume) => countOf(level) > preview.voxels.length;

/** Labels are shown by the coarse version. */
const describeCoarse = (name: string, { preview, level }: PagedVolume) =>
  `${name}: the picture is of ${preview.sizes.join(' × ')} voxels, coarser than its ${level.sizes.join(' × ')}`;
