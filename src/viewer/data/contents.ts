/** The open files: their data, which part of the files they are, the time points in turn, and what went wrong. */
import type { ReadInput } from './files/load-files.js';
import type { LoadProgress } from './files/load-followers.js';
import type { SelectionTexts } from './files/selection.js';
import type { ViewerFile } from './files/viewer-file.js';
import { Loader, type LoaderEvents } from './loader.js';
import { type FileRole, type FileSet, OpenedFiles, type OpenFilesOptions } from './opened-files.js';
import { TimePlayer } from './time-player.js';
import { EMPTY_DATA, type ViewerData } from './viewer-data.js';

export interface ContentsEvents extends LoaderEvents {
  /** Something changed that is shown around the picture. */
  readonly controls: () => void;
  readonly error: (error: Error) => void;
}

export class Contents {
  /** Plays the time points of a store. */
  readonly times: TimePlayer;
  readonly #events: ContentsEvents;
  readonly #loader: Loader;
  readonly #opened: OpenedFiles;
  #error: Error | undefined;

  constructor(events: ContentsEvents) {
    this.#events = events;
    this.#loader = new Loader({
      ...events,
      loading: (progress) => {
        events.loading(progress);
        events.controls();
      },
    });
    this.#opened = new OpenedFiles(this.#loader);
    this.times = new TimePlayer({
      now: () => {
        const { times = 1, time: settled = 0 } = this.data.choices ?? {};
        return { time: Number(this.selection.time ?? settled), times };
      },
      prefetch: (time) => this.#opened.prefetchTime(time),
      show: (time) => this.#showTime(time),
      onChange: (plays) => {
        if (!plays) this.#loader.cancelPrefetch();
        events.controls();
      },
    });
  }

  get data(): ViewerData {
    return this.#loader.data;
  }

  /** Undefined unless something is loading. */
  get progress(): LoadProgress | undefined {
    return this.#loader.progress;
  }

  /** The last error, until it is dismissed or something else is loaded. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Lines about what was left out, and other news that is no error. */
  get notes(): readonly string[] {
    return this.#loader.notes;
  }

  get files(): readonly ViewerFile[] {
    return this.#opened.files;
  }

  /** Files that are open too, and not shown. */
  get aside(): readonly FileSet[] {
    return this.#opened.aside;
  }

  /** Files that were read, for recipes. */
  get inputs(): readonly ReadInput[] {
    return this.#loader.inputs;
  }

  /** The part of the files that is taken, as texts of options. */
  get selection(): SelectionTexts {
    return this.#opened.shownSelection;
  }

  /**
   * Reads files and shows them. A second volume that holds labels becomes the mask of the first.
   * @param options.add keeps the meshes and the volume that are shown, but for one whose place another takes.
   * @param options.overlays lays an added volume over the shown one.
   * @throws what it has shown and reported too.
   */
  async load(files: readonly ViewerFile[], options: OpenFilesOptions = {}): Promise<void> {
    this.times.pause();
    this.#error = undefined;
    try {
      await this.#opened.open(files, options);
      this.#events.controls();
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  /** Says what is taken of these files and of those that are loaded later. */
  beginSelection(texts: SelectionTexts): Promise<void> {
    return this.#try(() => this.#opened.begin(texts));
  }

  /** Selects another part of the open files: the document stays as it is. */
  select(texts: SelectionTexts): Promise<void> {
    // Errors of options stay until something is shown.
    if (this.data !== EMPTY_DATA) this.#error = undefined;
    return this.#try(() => this.#opened.select(texts));
  }

  /** Reads the files of which copies in fewer voxels are shown. */
  readWhole(): Promise<void> {
    return this.#try(() => this.#opened.readWhole());
  }

  /** Shows one of the files as the first volume, over it, or as its labels. */
  showAs(name: string, role: FileRole): Promise<void> {
    this.#error = undefined;
    return this.#try(() => this.#opened.showAs(name, role));
  }

  /** Shows files that were set aside in place of those that are shown. */
  showAside(set: FileSet): Promise<void> {
    this.times.pause();
    this.#error = undefined;
    return this.#try(async () => {
      await this.#opened.showAside(set);
      this.#events.controls();
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  async #showTime(time: number): Promise<void> {
    await this.select({ time: String(time) });
    if (this.#error) throw this.#error;
    await this.#events.shown();
  }

  /** Ends what is being loaded, and what plays. */
  cancel(): void {
    this.times.pause();
    this.#loader.cancel();
  }

  /** Shows and reports an error. */
  fail(error: unknown): void {
    const before = this.#error;
    this.#error = error instanceof Error ? error : new Error(String(error));
    // One that is shown already is not reported again.
    if (before?.message !== this.#error.message) this.#events.error(this.#error);
    this.#events.controls();
  }

  /** Shows a note, which is no error. */
  note(text: string): void {
    this.#loader.note([text]);
    this.#events.controls();
  }

  /** Shows notes with those of what was read. */
  addNotes(lines: readonly string[]): void {
    this.#loader.note([...this.notes, ...lines]);
  }

  /** Takes the error and the notes away. */
  dismiss(): void {
    this.#error = undefined;
    this.#loader.note([]);
    this.#events.controls();
  }
}
