/** Reads what a viewer shows, and tells of it as soon as there is something to see. */
import { computeStatistics, computeStatisticsInSteps, InputError, type Volume, type VolumeFile } from '../../index.js';
import { createDraft } from './draft.js';
import { type LoadedFiles, listLabels, loadFiles, type ReadInput } from './load-files.js';
import type { LoadProgress } from './load-followers.js';
import type { PartialVolume } from './partial-volume.js';
import { runGently } from './run-gently.js';
import { EMPTY_DATA, type ViewerData } from './viewer-data.js';
import type { ViewerFile } from './viewer-file.js';

/** The document among the files, where there is one. */
export interface LoadedText {
  readonly name: string;
  readonly text: string;
}

export interface LoaderEvents {
  readonly loading: (progress: LoadProgress | undefined) => void;
  /** Other data are there, none of the picture before. */
  readonly begin: () => void;
  /** Data or parts of them are there. */
  readonly data: (document: LoadedText | undefined) => void;
  /** Gets ready for data that will be there next, and whether `begin` comes first. */
  readonly prepare: (data: ViewerData, begins: boolean, signal: AbortSignal) => Promise<void>;
  /** Resolves when a picture of the data is on the screen, or none can be. */
  readonly shown: () => Promise<unknown>;
}

export interface LoadOptions {
  /** Whether meshes and the volume that are there stay. */
  readonly add?: boolean;
}

/** Smaller volumes are looked at as a whole in no time. */
const LARGE_VOXELS = 1 << 22;

export class Loader {
  readonly #events: LoaderEvents;
  #data: ViewerData = EMPTY_DATA;
  /** The last that were there as a whole. */
  #whole: ViewerData = EMPTY_DATA;
  #inputs: readonly ReadInput[] = [];
  #notes: readonly string[] = [];
  #progress: LoadProgress | undefined;
  #loading: AbortController | undefined;

  constructor(events: LoaderEvents) {
    this.#events = events;
  }

  get data(): ViewerData {
    return this.#data;
  }

  /** Files that were read, for recipes. */
  get inputs(): readonly ReadInput[] {
    return this.#inputs;
  }

  /** Lines about what was left out. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  get progress(): LoadProgress | undefined {
    return this.#progress;
  }

  /**
   * Reads files. A second volume that holds labels becomes the mask of the first.
   * @throws InputError, one line that starts with the file's name, unless something else is loaded meanwhile.
   */
  async load(files: readonly ViewerFile[], { add = false }: LoadOptions = {}): Promise<void> {
    this.#loading?.abort(new DOMException('something else is loaded', 'AbortError'));
    const loading = new AbortController();
    this.#loading = loading;
    const before = this.#whole;
    this.#tell({ name: files[0]?.name ?? '', doneBytes: 0, totalBytes: undefined, stage: 'reading' });
    try {
      const loaded = await loadFiles(files, loading.signal, {
        report: (progress) => {
          // Work that was given up may go on for a while.
          if (this.#loading === loading) this.#tell(progress);
        },
        preview: (partial) => {
          // A picture that is there stays until the next one is whole: loading may be cancelled.
          if (before === EMPTY_DATA) this.#preview(partial);
        },
      });
      await this.#take(loaded, add, before, loading.signal);
    } catch (error) {
      const isLast = this.#loading === loading || this.#loading === undefined;
      if (this.#data.isPartial && isLast) this.#restore(before);
      if (!loading.signal.aborted) throw error;
    } finally {
      if (this.#loading === loading) {
        this.#loading = undefined;
        this.#tell(undefined);
      }
    }
  }

  #preview({ volume, draft }: PartialVolume): void {
    const isFirst = !this.#data.isPartial;
    const statistics = computeStatistics(draft);
    this.#data = { volume, draft, isPartial: true, isReading: true, statistics, labels: undefined, meshes: [] };
    if (isFirst) this.#events.begin();
    this.#events.data(undefined);
  }

  #restore(data: ViewerData): void {
    this.#data = data;
    this.#events.data(undefined);
  }

  async #take(loaded: LoadedFiles, add: boolean, before: ViewerData, signal: AbortSignal): Promise<void> {
    const kept = add ? before : EMPTY_DATA;
    const hasData = loaded.volumes.length > 0 || loaded.meshes.length > 0;
    const [document] = loaded.documents;
    if (!hasData && !document) throw new InputError('there is nothing to show: name a volume or a mesh');
    this.#notes = loaded.notes;
    if (!hasData) return this.#events.data(document);
    let untold: LoadedText | undefined = document;
    const wasPartial = this.#data.isPartial;
    const { volume, pages, labels } = chooseVolumes(kept, loaded);
    const isNew = volume !== undefined && volume !== kept.volume;
    const draft = isNew ? createDraft(volume) : kept.draft;
    const data = { volume, pages, draft, labels, meshes: [...kept.meshes, ...loaded.meshes] };
    let begins = !add && !wasPartial;
    if (isNew && draft && !labels && before === EMPTY_DATA && volume.voxels.length >= LARGE_VOXELS) {
      // To look at all voxels takes longer than a picture of some.
      this.#data = { ...data, isPartial: true, statistics: computeStatistics(draft) };
      if (begins) this.#events.begin();
      begins = false;
      this.#events.data(untold);
      untold = undefined;
      await this.#events.shown();
      signal.throwIfAborted();
    }
    const statistics = isNew ? await runGently(computeStatisticsInSteps(volume), signal) : kept.statistics;
    const whole = { ...data, statistics };
    await this.#events.prepare(whole, begins, signal);
    this.#data = whole;
    this.#whole = whole;
    this.#inputs = add ? mergeInputs(this.#inputs, loaded.inputs) : loaded.inputs;
    if (begins) this.#events.begin();
    this.#events.data(untold);
    const digested = await loaded.digestInputs();
    if (!signal.aborted) this.#inputs = mergeInputs(this.#inputs, digested);
  }

  /** Ends what is being loaded. */
  cancel(): void {
    this.#loading?.abort(new DOMException('cancelled', 'AbortError'));
    this.#loading = undefined;
    this.#tell(undefined);
  }

  /** Replaces what there is to tell. */
  note(notes: readonly string[]): void {
    this.#notes = notes;
  }

  #tell(progress: LoadProgress | undefined): void {
    this.#progress = progress;
    this.#events.loading(progress);
  }
}

/** The volume to show, its finer pages, and the labels that are its mask. */
function chooseVolumes(kept: ViewerData, { volumes }: LoadedFiles): Pick<ViewerData, 'volume' | 'pages' | 'labels'> {
  const before: readonly VolumeFile[] = kept.volume ? [{ volume: kept.volume, notes: [] }] : [];
  const all = [...before, ...volumes.map(({ file }) => file)];
  const [first, second] = all;
  const pagesOf = (shown: Volume | undefined) =>
    shown === kept.volume ? kept.pages : volumes.find(({ file }) => file.volume === shown)?.pages;
  const styles = second && listLabels(second);
  const volume = second && !styles ? second.volume : first?.volume;
  const pages = pagesOf(volume);
  if (second && styles) return { volume, pages, labels: { volume: second.volume, styles } };
  return { volume, pages, labels: volume === kept.volume ? kept.labels : undefined };
}

const mergeInputs = (before: readonly ReadInput[], added: readonly ReadInput[]) => [
  ...before.filter(({ path }) => !added.some((other) => other.path === path)),
  ...added,
];
