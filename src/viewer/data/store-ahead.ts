/** Stores that are opened before they are shown: those of the time point that comes next. */
import type { PagedVolume } from '../../index.js';
import type { LoadFollowers } from './files/load-followers.js';
import { type LoadStore, loadStore } from './files/load-store.js';
import { type FileSelection, selectOthers } from './files/selection.js';
import type { ViewerFile } from './files/viewer-file.js';
import type { LoadedVolume } from './viewer-data.js';

const UNHEARD: LoadFollowers = { report: () => undefined, preview: () => undefined };

/** Channels that are not chosen are those that are shown. */
const keyOf = ({ name }: ViewerFile, { showsActive: _, ...selection }: FileSelection) =>
  JSON.stringify([name, selection]);

export class StoreAhead {
  readonly #load: LoadStore;
  readonly #opened = new Map<string, Promise<LoadedVolume>>();
  #reading = new AbortController();

  /** @param load opens a store that is shown. */
  constructor(load: LoadStore = loadStore) {
    this.#load = load;
  }

  /**
   * Opens the stores among files, in place of those that were before, and reads the chunks that the pages `shown` of their
   * channels were made of: as many as the cache of chunks holds.
   */
  begin(files: readonly ViewerFile[], selection: FileSelection, shown: readonly (PagedVolume | undefined)[]): void {
    this.cancel();
    const { signal } = this.#reading;
    const stores = files.filter(({ isStore }) => isStore);
    const first = stores.find(({ isMask }) => !isMask);
    const isOnly = files.filter(({ isMask }) => !isMask).length === 1;
    for (const file of stores) {
      const own =
        file === first
          ? { ...selection, showsActive: isOnly && selection.showsActive !== false }
          : selectOthers(selection);
      const opened = this.#load(file, own, signal, UNHEARD);
      this.#opened.set(keyOf(file, own), opened);
      // The reader gets the error; failed chunks are read again.
      opened.then((store) => readAhead(store, shown, signal)).catch(() => undefined);
    }
  }

  /** Takes what was opened ahead, and is not given again; else opens it. */
  open(
    file: ViewerFile,
    selection: FileSelection,
    signal: AbortSignal,
    followers: LoadFollowers,
  ): Promise<LoadedVolume> {
    const key = keyOf(file, selection);
    const opened = this.#opened.get(key);
    this.#opened.delete(key);
    return opened ?? this.#load(file, selection, signal, followers);
  }

  /** Stops reading what has not been used. */
  cancel(): void {
    this.#reading.abort(new DOMException('nobody waits for it', 'AbortError'));
    this.#reading = new AbortController();
    this.#opened.clear();
  }
}

async function readAhead(
  { pages, channels = [] }: LoadedVolume,
  shown: readonly (PagedVolume | undefined)[],
  signal: AbortSignal,
): Promise<void> {
  const opened = [pages, ...channels.map((channel) => channel.pages)];
  await Promise.all(opened.map((one, index) => shown[index] && one?.chunks.readLike(shown[index].chunks, signal)));
}
