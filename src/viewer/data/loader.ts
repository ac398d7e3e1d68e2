/** Reads what a viewer shows, and passes it on as soon as there is something to see. */
import { computeStatistics, computeStatisticsInSteps, type Gpu, InputError } from '../../index.js';
import { writeScene } from '../../recipe/scene/choose-scene.js';
import { leavesLabelsOpen } from '../../recipe/scene/labels/holds-labels.js';
import { showsActiveChannels } from '../../recipe/scene/open-channels.js';
import type { SceneChoice } from '../../recipe/scene/scene-choice.js';
import type { LoadedMesh } from '../../recipe/scene/scene-data.js';
import { chooseVolumes } from './choose-volumes.js';
import { createDraft } from './draft.js';
import { findStores } from './files/find-stores.js';
import { type LoadedFiles, loadFiles, type ReadInput } from './files/load-files.js';
import type { LoadProgress } from './files/load-followers.js';
import type { PartialVolume } from './files/partial-volume.js';
import type { FileSelection } from './files/selection.js';
import type { ViewerFile } from './files/viewer-file.js';
import { maskByMesh } from './mask-by-mesh.js';
import type { LoadOutcome, OpenFilesOptions } from './opened-files.js';
import { runGently } from './run-gently.js';
import { StoreAhead } from './store-ahead.js';
import { EMPTY_DATA, type ViewerData } from './viewer-data.js';

/** The document among the files, where there is one. */
export interface LoadedText {
  readonly name: string;
  readonly text: string;
}

export interface LoaderEvents {
  readonly loading: (progress: LoadProgress | undefined) => void;
  /** Data of another picture begin to arrive. */
  readonly begin: () => void;
  /** Data, or parts of them, have been loaded. */
  readonly data: (document: LoadedText | undefined) => void;
  /** Gets ready for data that will be there next, and whether `begin` comes first. */
  readonly prepare: (data: ViewerData, begins: boolean, signal: AbortSignal) => Promise<void>;
  /** The choices that data are shown by: those that they begin with, or those of the shown ones. */
  readonly choice: (begins: boolean) => SceneChoice;
  /** Resolves when a picture of the data is on the screen, or none can be. */
  readonly shown: () => Promise<unknown>;
  /** The device, on which meshes become masks. */
  /** Undefined where frames are made elsewhere. */
  readonly gpu: () => Promise<Gpu | undefined>;
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
  readonly #ahead = new StoreAhead();

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
   * @returns whether they are shown: not those that cannot be with what is there, nor where something else is loaded meanwhile.
   * @throws InputError, one line that starts with the file's name, unless something else is loaded meanwhile.
   */
  async load(
    files: readonly ViewerFile[],
    selection: FileSelection,
    { add = false, overlays = false, keepsDocument = false }: OpenFilesOptions = {},
  ): Promise<LoadOutcome> {
    this.#loading?.abort(new DOMException('something else is loaded', 'AbortError'));
    const loading = new AbortController();
    this.#loading = loading;
    const before = this.#whole;
    this.#tell({ name: files[0]?.name ?? '', doneBytes: 0, totalBytes: undefined, stage: 'reading' });
    try {
      const followers = {
        report: (progress: LoadProgress) => {
          // Abandoned work may continue for a while.
          if (this.#loading === loading) this.#tell(progress);
        },
        preview: (partial: PartialVolume) => {
          // The current picture stays until the next one is whole: loading may be cancelled.
          if (before === EMPTY_DATA) this.#preview(partial);
        },
      };
      const open = this.#ahead.open.bind(this.#ahead);
      const options = { add, overlays, keepsDocument };
      // Attributes that are set right after the addresses count too.
      await undefined;
      const showsActive = this.#showsActive(files, selection, options);
      const findsLabels = this.#findsLabels(options);
      const loaded = await loadFiles(files, { ...selection, showsActive }, loading.signal, followers, open);
      return await this.#take(loaded, selection.channels, { ...options, findsLabels }, before, loading.signal);
    } catch (error) {
      const isLast = this.#loading === loading || this.#loading === undefined;
      if (this.#data.isPartial && isLast) this.#restore(before);
      if (!loading.signal.aborted) throw error;
      return 'abandoned';
    } finally {
      if (this.#loading === loading) {
        this.#loading = undefined;
        this.#tell(undefined);
      }
    }
  }

  /** Whether the channels that a store's writer shows are shown, as the command line decides it for the choices in which they are seen. */
  #showsActive(
    files: readonly ViewerFile[],
    { voxels }: FileSelection,
    { add, overlays, keepsDocument }: Required<OpenFilesOptions>,
  ): boolean {
    const { volume, choices } = this.#whole;
    if (add && overlays && volume) return false;
    if (keepsDocument && choices?.active) return true;
    const choice = this.#events.choice(!add && !keepsDocument);
    const written = writeScene(choice, { volume: true, meshes: 0, fused: 0, mask: undefined });
    return showsActiveChannels({ ...written, voxels, mask: files.some(({ isMask }) => isMask) });
  }

  /** Whether labels are found among the volumes: those that are found already stay. */
  #findsLabels({ add, keepsDocument }: Required<OpenFilesOptions>): boolean {
    if (add || (keepsDocument && this.#whole.labels)) return true;
    return leavesLabelsOpen(this.#events.choice(!keepsDocument));
  }

  #preview({ volume, draft, grid, finest }: PartialVolume): void {
    const isFirst = !this.#data.isPartial;
    const statistics = computeStatistics(draft);
    const partial = { isPartial: true, isReading: true, basis: draft };
    this.#data = { ...EMPTY_DATA, volume, draft, grid, finest, statistics, ...partial };
    if (isFirst) this.#events.begin();
    this.#events.data(undefined);
  }

  #restore(data: ViewerData): void {
    this.#data = data;
    this.#events.data(undefined);
  }

  async #take(
    loaded: LoadedFiles,
    channels: readonly number[],
    { add, overlays, keepsDocument, findsLabels }: Required<OpenFilesOptions> & { readonly findsLabels: boolean },
    before: ViewerData,
    signal: AbortSignal,
  ): Promise<LoadOutcome> {
    const kept = add ? before : EMPTY_DATA;
    const { maskMesh, environment = kept.environment } = loaded;
    const hasData = [...loaded.volumes, ...loaded.meshes, maskMesh, loaded.environment].some(Boolean);
    const [document] = loaded.documents;
    if (!hasData && !document) throw new InputError('there is nothing to show: name a volume or a mesh');
    this.#notes = loaded.notes;
    if (!hasData) {
      this.#events.data(document);
      return 'shown';
    }
    let untold: LoadedText | undefined = document;
    const wasPartial = this.#data.isPartial;
    const choice = await chooseVolumes(kept, loaded.volumes, channels, { overlays, findsLabels });
    const { labelsInput, notes, apart, ...chosen } = choice;
    this.#notes = [...loaded.notes, ...notes];
    if (apart !== undefined) return 'apart';
    const { volume } = chosen;
    const labels = maskMesh ? await this.#maskBy(maskMesh, volume) : chosen.labels;
    signal.throwIfAborted();
    const isNew = volume !== undefined && volume !== kept.volume;
    const draft = isNew ? createDraft(volume) : kept.draft;
    const data = { ...chosen, labels, environment, draft, meshes: [...kept.meshes, ...loaded.meshes] };
    let begins = !add && !wasPartial && !keepsDocument;
    if (isNew && draft && !labels && before === EMPTY_DATA && volume.voxels.length >= LARGE_VOXELS) {
      // Counting all voxels takes longer than a picture of some.
      this.#data = { ...data, isPartial: true, basis: draft, statistics: computeStatistics(draft) };
      if (begins) this.#events.begin();
      begins = false;
      this.#events.data(untold);
      untold = undefined;
      await this.#events.shown();
      signal.throwIfAborted();
    }
    const known = loaded.volumes.find((one) => one.volume === volume)?.statistics;
    const statistics = isNew
      ? (known ?? (await runGently(computeStatisticsInSteps(chosen.basis ?? volume), signal)))
      : kept.statistics;
    const whole = { ...data, statistics };
    await this.#events.prepare(whole, begins, signal);
    this.#data = whole;
    this.#whole = whole;
    const mark = (inputs: readonly ReadInput[]) =>
      inputs.map((input) => asLabels(input, labelsInput, chosen.labels?.isNamed === true));
    const stays = ({ kind }: ReadInput) =>
      kind === 'mesh' || kind === 'environment' || (!isNew && (kind === 'volume' || labels === kept.labels));
    const stay = this.#inputs.filter(stays);
    this.#inputs = add ? mergeInputs(stay, mark(loaded.inputs)) : mark(loaded.inputs);
    if (begins) this.#events.begin();
    this.#events.data(untold);
    const digested = await loaded.digestInputs();
    if (!signal.aborted) this.#inputs = mergeInputs(this.#inputs, mark(digested));
    return 'shown';
  }

  async #maskBy(mesh: LoadedMesh, volume: ViewerData['volume']) {
    if (!volume) throw new InputError(`${mesh.name}: is a mask, but there is no volume to mask; open one first`);
    const gpu = await this.#events.gpu();
    if (!gpu) throw new InputError(`${mesh.name}: masks a volume, which needs a browser with WebGPU`);
    const { labels, note } = await maskByMesh(gpu, mesh, volume);
    if (note !== undefined) this.#notes = [...this.#notes, note];
    return labels;
  }

  /** Begins to read the stores among the files that `load` will get next. */
  prefetch(files: readonly ViewerFile[], selection: FileSelection): void {
    const { pages, fused = [], choices } = this.#whole;
    const ofShown = { ...selection, showsActive: choices?.active !== undefined };
    this.#ahead.begin(findStores(files), ofShown, [pages, ...fused.map((one) => one.pages)]);
  }

  /** Ends what was begun for later. */
  cancelPrefetch(): void {
    this.#ahead.cancel();
  }

  /** Ends what is being loaded. */
  cancel(): void {
    this.#loading?.abort(new DOMException('cancelled', 'AbortError'));
    this.#loading = undefined;
    this.#tell(undefined);
  }

  /** Replaces the notes. */
  note(notes: readonly string[]): void {
    this.#notes = notes;
  }

  #tell(progress: LoadProgress | undefined): void {
    this.#progress = progress;
    this.#events.loading(progress);
  }
}

const asLabels = (input: ReadInput, labels: string | undefined, isNamed: boolean): ReadInput =>
  input.kind === 'volume' && input.path === labels ? { ...input, kind: 'labels', isFound: !isNamed } : input;

const mergeInputs = (before: readonly ReadInput[], added: readonly ReadInput[]) => [
  ...before.filter(({ path }) => !added.some((other) => other.path === path)),
  ...added,
];
