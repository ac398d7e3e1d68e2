/** The files that are open and what of them is shown, so that another part of them can be. */
import { leaveOutLeftovers } from '../../lab.js';
import type { ReadInput } from './files/load-files.js';
import { type FileSelection, parseSelection, type SelectionTexts } from './files/selection.js';
import type { ViewerFile } from './files/viewer-file.js';
import type { ViewerData } from './viewer-data.js';

export interface OpenFilesOptions {
  /** Whether the shown meshes and volume stay. */
  readonly add?: boolean;
  /** Whether the document stays as it is, though other data are shown. */
  readonly keepsDocument?: boolean;
}

/** How a file is shown: as the first volume, over it, or as its labels. */
export type FileRole = 'volume' | 'overlay' | 'labels';

/** Reads the files. */
export interface FileLoader {
  readonly data: ViewerData;
  readonly inputs: readonly ReadInput[];
  load(files: readonly ViewerFile[], selection: FileSelection, options: OpenFilesOptions): Promise<void>;
  prefetch(files: readonly ViewerFile[], selection: FileSelection): void;
}

export class OpenedFiles {
  readonly #loader: FileLoader;
  #files: readonly ViewerFile[] = [];
  /** The part that files are opened at. */
  #first: SelectionTexts = {};
  #selection: SelectionTexts = {};

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
   * Opens files; a volume that takes the place of another is seen as files are at first.
   * @throws InputError where they cannot be shown: those before stay.
   */
  async open(given: readonly ViewerFile[], options: OpenFilesOptions): Promise<void> {
    const files = leaveOutLeftovers(given[0]?.name ?? '', given, ({ name }) => name);
    const { volume } = this.#loader.data;
    const selection = this.#first;
    if (!options.add) this.#take(files, selection);
    await this.#loader.load(files, parseSelection(selection), options);
    if (!options.add) return;
    const { data, inputs } = this.#loader;
    if (data.volume === volume) this.#files = [...this.#files, ...files];
    else this.#take([...this.#files.filter((file) => isKept(file, inputs)), ...files], selection);
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

/** Whether a file is still shown beside another volume. */
const isKept = ({ name, input = name }: ViewerFile, inputs: readonly ReadInput[]) =>
  inputs.some(({ path, kind }) => path === input && (kind === 'mesh' || kind === 'environment'));
