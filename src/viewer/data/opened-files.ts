/** The files that are open and what of them is shown, so that another part of them can be. */
import { leaveOutLeftovers } from '../../lab.js';
import type { ReadInput } from './files/load-files.js';
import { type FileSelection, parseSelection, type SelectionTexts, selectOthers } from './files/selection.js';
import type { ViewerFile } from './files/viewer-file.js';
import type { ViewerData } from './viewer-data.js';

export interface OpenFilesOptions {
  /** Whether the shown meshes and volume stay. */
  readonly add?: boolean;
  /** Whether a volume that is added is laid over the shown one, if it can be, and does not take its place. */
  readonly overlays?: boolean;
  /** Whether the document stays as it is, though other data are shown. */
  readonly keepsDocument?: boolean;
}

/** How a file is shown: as the first volume, over it, or as its labels. */
export type FileRole = 'volume' | 'overlay' | 'labels';

/** Files that are shown, files that cannot be with what is, or files in whose place others are loaded meanwhile. */
export type LoadOutcome = 'shown' | 'apart' | 'abandoned';

/** Files that are shown together. */
export interface FileSet {
  readonly files: readonly ViewerFile[];
  /** The part of them that is taken. */
  readonly selection: SelectionTexts;
  /** Whether they have been on the screen. */
  readonly wasShown: boolean;
}

/** Reads the files. */
export interface FileLoader {
  readonly data: ViewerData;
  readonly inputs: readonly ReadInput[];
  load(files: readonly ViewerFile[], selection: FileSelection, options: OpenFilesOptions): Promise<LoadOutcome>;
  prefetch(files: readonly ViewerFile[], selection: FileSelection): void;
}

export class OpenedFiles {
  readonly #loader: FileLoader;
  #files: readonly ViewerFile[] = [];
  /** The part that files are opened at. */
  #first: SelectionTexts = {};
  #selection: SelectionTexts = {};
  #aside: readonly FileSet[] = [];

  constructor(loader: FileLoader) {
    this.#loader = loader;
  }

  get files(): readonly ViewerFile[] {
    return this.#files;
  }

  /** The part of the files that is taken, as texts of options. */
  get selection(): SelectionTexts {
    return this.#selection;
  }

  /** The part that other files are opened at: a view that waits for all of its files has chosen one. */
  get #next(): SelectionTexts {
    return this.#files.length === 0 ? this.#selection : this.#first;
  }

  /** The part that is shown, with channels that nobody chose. */
  get shownSelection(): SelectionTexts {
    const { active } = this.#loader.data.choices ?? {};
    const selection = this.#selection;
    return active && selection.component === undefined ? { ...selection, component: active.join() } : selection;
  }

  /** Files that are open too and not shown: those that others took the place of, and those that others cannot be shown with. */
  get aside(): readonly FileSet[] {
    return this.#aside;
  }

  /** Says what is taken of these files and of those that are opened later. @throws as `select` does. */
  begin(texts: SelectionTexts): Promise<void> {
    this.#first = { ...this.#first, ...texts };
    return this.select(texts);
  }

  /**
   * Selects another part of the open files: the document stays as it is.
   * @throws InputError where there is no such part: what was taken stays.
   */
  async select(texts: SelectionTexts): Promise<void> {
    const before = this.#selection;
    const selection = { ...before, ...texts };
    const names = Object.keys(selection) as (keyof SelectionTexts)[];
    if (names.every((name) => selection[name] === before[name])) return;
    this.#selection = selection;
    if (this.#files.length === 0) return;
    this.#expand();
    try {
      await this.#loader.load(this.#files, parseSelection(selection), { keepsDocument: true });
    } catch (error) {
      if (this.#selection === selection) this.#selection = before;
      throw error;
    }
  }

  /**
   * Opens files; a volume that takes the place of another is seen as files are at first, and the other is set aside.
   * @throws InputError where they cannot be shown: those before stay.
   */
  async open(given: readonly ViewerFile[], options: OpenFilesOptions): Promise<void> {
    const files = leaveOutLeftovers(given[0]?.name ?? '', given, ({ name }) => name);
    if (options.add) return this.#add(files, options);
    const selection = this.#next;
    this.#take(files, selection);
    this.#aside = [];
    await this.#loader.load(files, parseSelection(selection), options);
  }

  async #add(files: readonly ViewerFile[], options: OpenFilesOptions): Promise<void> {
    // Whole files are laid over one another, not copies of them.
    if (options.overlays) await this.readWhole();
    const { volume, labels } = this.#loader.data;
    const inputsBefore = this.#loader.inputs;
    const { shownSelection } = this;
    const next = this.#next;
    const first = parseSelection(next);
    const outcome = await this.#loader.load(files, options.overlays && volume ? selectOthers(first) : first, options);
    if (outcome === 'abandoned') return;
    if (outcome === 'apart') return this.#setAside(files, next, false);
    const { data, inputs } = this.#loader;
    const before = this.#files;
    const hasSameVolume = data.volume === volume;
    const left = inputsBefore.filter(({ kind }) => kind === 'labels' && labels !== data.labels);
    const stays = (file: ViewerFile) => (hasSameVolume ? !isOf(file, left) : isOf(file, inputs.filter(isOnItsOwn)));
    const gone = before.filter((file) => !stays(file));
    if (volume && gone.length > 0) this.#setAside(gone, hasSameVolume ? this.#first : shownSelection, true);
    this.#take([...before.filter(stays), ...files], hasSameVolume ? this.#selection : next);
  }

  #setAside(files: readonly ViewerFile[], selection: SelectionTexts, wasShown: boolean): void {
    this.#aside = [...this.#aside, { files, selection, wasShown }];
  }

  /**
   * Shows files that were set aside, and sets those aside that are shown.
   * @throws InputError where they cannot be shown any more: nothing changes.
   */
  async showAside(set: FileSet): Promise<void> {
    const shown = { files: this.#files, selection: this.shownSelection, wasShown: true };
    const outcome = await this.#loader.load(set.files, parseSelection(set.selection), {});
    if (outcome !== 'shown') return;
    this.#aside = this.#aside.map((other) => (other === set ? shown : other));
    this.#take(set.files, set.selection);
  }

  /**
   * Reads the files of which copies are shown.
   * @throws InputError where they cannot be read: the copies stay.
   */
  async readWhole(): Promise<void> {
    const before = this.#files;
    this.#expand();
    if (this.#files === before) return;
    try {
      await this.#loader.load(this.#files, parseSelection(this.#selection), { keepsDocument: true });
    } catch (error) {
      this.#files = before;
      throw error;
    }
  }

  /** Takes the files that copies are of in their place. */
  #expand(): void {
    if (!this.#files.some(({ copied }) => copied)) return;
    this.#files = this.#files.flatMap((file) => file.copied?.files ?? [file]);
  }

  /**
   * Shows one of the files as the first volume, over it, or as its labels: the document stays as it is.
   * @throws InputError where it cannot be: what was shown stays.
   */
  async showAs(name: string, role: FileRole): Promise<void> {
    this.#expand();
    const before = this.#files;
    const isOne = (file: ViewerFile) => file.name === name || file.input === name;
    const own = before.filter(isOne).map((file) => ({ ...file, isMask: role === 'labels' }));
    const others = before.filter((file) => !isOne(file));
    if (own.length === 0 || (role !== 'volume' && others.length === 0)) return;
    this.#files = role === 'volume' ? [...own, ...others] : [...others, ...own];
    try {
      await this.#loader.load(this.#files, parseSelection(this.#selection), { keepsDocument: true });
    } catch (error) {
      this.#files = before;
      throw error;
    }
  }

  #take(files: readonly ViewerFile[], selection: SelectionTexts): void {
    this.#files = files;
    this.#selection = selection;
  }

  /** Begins to read another time point, which `select` will ask for next. */
  prefetchTime(time: number): void {
    this.#loader.prefetch(this.#files, parseSelection({ ...this.#selection, time: String(time) }));
  }
}

const isOf = ({ name, input = name }: ViewerFile, inputs: readonly ReadInput[]) =>
  inputs.some(({ path }) => path === input);

/** Whether it is shown with any volume. */
const isOnItsOwn = ({ kind }: ReadInput) => kind === 'mesh' || kind === 'environment';
