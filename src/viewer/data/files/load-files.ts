/** Makes volumes, meshes and labels of files, recognised by their contents as on the command line. */
import {
  type Environment,
  type FileFolder,
  type FileSource,
  findMeshFormat,
  findVolumeFormat,
  gunzip,
  InputError,
  isDicom,
  MESH_FORMATS,
  memorySource,
  openZip,
  readEnvironment,
  readVolume,
  readVolumeFolder,
  VOLUME_FORMATS,
  type VolumeFile,
  type VolumeSelection,
} from '../../../index.js';
import {
  aboutFile,
  checkFloat32Range,
  findForeignKind,
  findOnlyFile,
  findSlices,
  isArchive,
  openEntry,
  readShownMesh,
  refuseUnknown,
} from '../../../lab.js';
import type { LoadedMesh } from '../../../recipe/scene/scene-data.js';
import { worldUnit } from '../../../recipe/scene/world-unit.js';
import type { LoadedVolume } from '../viewer-data.js';
import { fetchServed } from './fetch-served.js';
import { findSliceFolders, type SliceFolder } from './find-slice-folders.js';
import { findStores } from './find-stores.js';
import { loadCopy } from './load-copy.js';
import type { LoadFollowers } from './load-followers.js';
import { type LoadStore, loadStore } from './load-store.js';
import {
  baseName,
  inReadingOrder,
  isBesideDicom,
  isJson,
  isPanorama,
  isVolume,
  type NamedBytes,
  sourceOf,
} from './named-bytes.js';
import { PartialReader } from './partial-volume.js';
import { type FileSelection, selectOthers } from './selection.js';
import { takesSpacings } from './takes-spacings.js';
import { readViewerFile, type ViewerFile } from './viewer-file.js';

/** The input as the command line would name it, and what it was made of: for the recipes of pictures. */
export interface ReadInput {
  readonly path: string;
  readonly kind: 'volume' | 'labels' | 'mesh' | 'environment';
  /** Whether labels were found among the volumes, and not named as a mask. */
  readonly isFound?: boolean;
  /** SHA-256 in hexadecimal of a single file; undefined of folders, and where the page may not compute one. */
  readonly sha256?: string;
  /** The files that it is made of, in place of the path, where they are several without a folder of their own. */
  readonly files?: readonly NamedFile[];
}

export interface NamedFile {
  /** Its name without folders. */
  readonly path: string;
  readonly sha256?: string;
}

export interface LoadedFiles {
  readonly volumes: readonly LoadedVolume[];
  readonly meshes: readonly LoadedMesh[];
  /** The mesh whose inside is the mask of the volume. */
  readonly maskMesh: LoadedMesh | undefined;
  /** A panorama; the last of several. */
  readonly environment: Environment | undefined;
  /** Texts of documents: views that were saved. */
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  readonly notes: readonly string[];
  readonly inputs: readonly ReadInput[];
  /** The inputs with their digests, which take a while. */
  readonly digestInputs: () => Promise<readonly ReadInput[]>;
}

/**
 * Reads all files. Those of DICOM are one volume together, or one for each folder that was named, and data files that a header
 * names are looked for among the others. The selection is of the first volume alone.
 * @param open opens the stores among them.
 * @throws InputError, one line that starts with the file's name, or the signal's reason.
 */
export async function loadFiles(
  files: readonly ViewerFile[],
  asked: FileSelection,
  signal: AbortSignal,
  { report, preview }: LoadFollowers,
  open: LoadStore = loadStore,
): Promise<LoadedFiles> {
  const served = await fetchServed(files, asked.series, signal, report);
  const { series: _, ...whole } = asked;
  const selection = served.isChosen ? whole : asked;
  const found = findStores(served.files);
  const count = found.length;
  const read: NamedBytes[] = [];
  for (const [at, file] of found.entries()) {
    if (file.isStore || file.copied) continue;
    const partial = new PartialReader(file.name);
    const bytes = await readViewerFile(file, signal, {
      report: (progress) =>
        report({ ...progress, ...(count > 1 && { place: { number: at + 1, count } }), stage: 'reading' }),
      inspect: async (all, doneBytes) => {
        const volume = await partial.read(all, doneBytes);
        if (volume && !signal.aborted) preview(volume);
      },
    });
    const { name, input = name, isMask } = file;
    read.push({ at, name, input, bytes, ...(isMask !== undefined && { isMask }) });
  }
  const firstAt = Math.min(
    ...found.flatMap(({ isStore, copied, isMask }, at) => ((isStore || copied) && !isMask ? [at] : [])),
    ...read.filter((file) => isVolume(file, read, selection)).map(({ at }) => at),
  );
  const isOnly =
    found.filter(({ isStore, copied, isMask }) => (isStore || copied) && !isMask).length === 1 &&
    !read.some((file) => isVolume(file, read, selection));
  const selectionAt = (at: number) =>
    at === firstAt ? { ...selection, showsActive: isOnly && asked.showsActive !== false } : selectOthers(selection);
  const loading = new Loading(read, selectionAt, (name, doneBytes = 0, totalBytes?: number) =>
    report({ name, doneBytes, totalBytes, stage: 'decoding' }),
  );
  for (const [at, file] of found.entries()) {
    if (file.copied) loading.addStore(at, await loadCopy(file, file.copied, signal, { report }));
    else if (file.isStore) loading.addStore(at, await open(file, selectionAt(at), signal, { report, preview }));
  }
  const stacks = await findSliceFolders(read);
  for (const stack of stacks) await loading.takeStack(stack);
  const stacked = new Set(stacks.flatMap(({ slices }) => slices));
  for (const file of inReadingOrder(read.filter((one) => !stacked.has(one)))) {
    signal.throwIfAborted();
    await loading.take(file);
  }
  const loaded = await loading.finish();
  signal.throwIfAborted();
  return loaded;
}

/** Something that was made of a file. */
interface Made<Thing> {
  readonly at: number;
  readonly thing: Thing;
}

/** Volumes, meshes and labels of the files, in the order in which these were given. */
const inOrder = <Thing>(made: readonly Made<Thing>[]): Thing[] =>
  [...made].sort((a, b) => a.at - b.at).map(({ thing }) => thing);

/** The place of an input among those given, the command line's name for it, and its bytes where it is a single file. */
type Origin = Pick<NamedBytes, 'at' | 'input' | 'isMask'> & {
  readonly bytes?: NamedBytes['bytes'];
  readonly parts?: readonly NamedBytes[];
};

/** The results of the files so far. */
class Loading {
  readonly #files: readonly NamedBytes[];
  readonly #selectionAt: (at: number) => FileSelection;
  readonly #report: (name: string, done?: number, total?: number) => void;
  readonly #volumes: Made<LoadedVolume>[] = [];
  readonly #meshes: Made<LoadedMesh>[] = [];
  #maskMesh: LoadedMesh | undefined;
  #environment: Environment | undefined;
  readonly #documents: { name: string; text: string }[] = [];
  readonly #notes: Made<readonly string[]>[] = [];
  readonly #inputs: Made<{ readonly kind: ReadInput['kind'] } & Origin>[] = [];
  /** Files that headers named. */
  readonly #named = new Set<string>();
  /** DICOM files, by their volume. */
  readonly #slices = new Map<string, NamedBytes[]>();
  /** Pictures among DICOM files, which are left out. */
  readonly #pictures: NamedBytes[] = [];

  /** @param selectionAt what is taken of the volume that was given there. */
  constructor(
    files: readonly NamedBytes[],
    selectionAt: (at: number) => FileSelection,
    report: (name: string, done?: number, total?: number) => void,
  ) {
    this.#files = files;
    this.#selectionAt = selectionAt;
    this.#report = report;
  }

  async take(file: NamedBytes): Promise<void> {
    const { at, name, bytes } = file;
    if (this.#named.has(name)) return;
    if (bytes.length === 0) throw new InputError(`${name}: is empty; a volume or a mesh was expected`);
    this.#report(name);
    const source = sourceOf(file, this.#siblingReader(name));
    const { read, ...selection } = this.#selectionAt(at);
    if (isPanorama(bytes)) {
      this.#environment = await readEnvironment(bytes, name);
      this.#addInput('environment', file);
    } else if (read && !findMeshFormat(source)) this.#addVolume(name, await read(source, selection), file, true);
    else if (isDicom(bytes)) this.#addSlice(file);
    else if (isBesideDicom(file, this.#files)) this.#pictures.push(file);
    else if (isArchive(bytes)) await this.#takeArchive(await openZip(memorySource(name, bytes)), file);
    else if (findVolumeFormat(source)) await this.#addFile(source, selection, file);
    else if (findMeshFormat(source)) await this.#addMesh(source, file);
    else if (isJson(name, bytes)) this.#documents.push({ name, text: new TextDecoder().decode(bytes) });
    // A folder holds what it holds: reports, pictures, checksums.
    else if (this.#files.length > 1) this.#note(at, `${name}: is ${nameOther(bytes)}, and was left out`);
    else refuseUnknown(source, 'neither a volume nor a mesh', [...VOLUME_FORMATS, ...MESH_FORMATS]);
  }

  /** Pictures of a folder are slices of one volume. */
  takeStack({ input, slices }: SliceFolder): Promise<void> {
    const files = slices.map(({ name, bytes }) => memorySource(name, bytes));
    const at = Math.min(...slices.map((slice) => slice.at));
    return this.#readFolder({ name: input, files }, { at, input });
  }

  /** The one volume or mesh of an archive, if it holds no slices. */
  async #takeArchive(folder: FileFolder, file: NamedBytes): Promise<void> {
    const only = await findOnlyFile(folder);
    if (!only) return this.#readFolder(folder, file);
    const source = await openEntry(folder, only, gunzip);
    if (!findVolumeFormat(source)) return this.#addMesh(source, file);
    const { read: _, ...selection } = this.#selectionAt(file.at);
    await this.#addFile(source, selection, file);
  }

  async #addFile(source: FileSource, selection: VolumeSelection, file: NamedBytes): Promise<void> {
    const mayLack = findVolumeFormat(source)?.unspaced === true;
    const read = await readVolume(source, selection);
    this.#addVolume(file.name, read, file, selection.spacings !== undefined || takesSpacings(read, mayLack));
  }

  async #addMesh(source: FileSource, file: NamedBytes): Promise<void> {
    const { name, at, isMask } = file;
    const { notes, ...read } = await readShownMesh(source);
    const loaded: LoadedMesh = { name, ...read };
    if (isMask) this.#maskMesh = loaded;
    else this.#meshes.push({ at, thing: loaded });
    this.#note(at, ...aboutFile(baseName(name), notes));
    this.#addInput(isMask ? 'labels' : 'mesh', file);
  }

  /** Files that came one by one are slices of one volume; those of a named folder, of a volume for each folder. */
  #addSlice(file: NamedBytes): void {
    const { input, name, isMask } = file;
    const volume = isMask ? 'mask' : input === name ? '' : `of ${input}`;
    this.#slices.set(volume, [...(this.#slices.get(volume) ?? []), file]);
  }

  async finish(): Promise<LoadedFiles> {
    const [picture, ...more] = this.#pictures;
    if (picture) {
      const others = more.length > 0 ? ` and ${more.length} more` : '';
      this.#note(picture.at, `${picture.name}${others}: left out, since pictures beside DICOM files are no volumes`);
    }
    for (const slices of this.#slices.values()) {
      const { name: firstName, input, isMask, bytes } = slices[0]!;
      const at = Math.min(...slices.map((slice) => slice.at));
      const isOne = slices.length === 1;
      const files = slices.map(({ name, bytes }) => memorySource(name, bytes));
      const name = isOne ? firstName : input === firstName ? `${files.length} files` : input;
      // Slices of several folders that were named each for itself are several volumes: their folders are found again.
      const isLoose = input === firstName || this.#slices.size === 1;
      const made = isOne ? { bytes } : isLoose && !isMask ? { parts: slices } : {};
      await this.#readFolder({ name, files }, { at, input, ...(isMask !== undefined && { isMask }), ...made });
    }
    const inputs = inOrder(this.#inputs);
    return {
      volumes: inOrder(this.#volumes),
      meshes: inOrder(this.#meshes),
      maskMesh: this.#maskMesh,
      environment: this.#environment,
      documents: this.#documents,
      notes: inOrder(this.#notes).flat(),
      inputs: inputs.map((input) => nameInput(input)),
      digestInputs: () => Promise.all(inputs.map(digestInput)),
    };
  }

  async #readFolder(folder: FileFolder, origin: Origin) {
    const file = await readVolumeFolder(folder, this.#selectionAt(origin.at), (done, total) =>
      this.#report(folder.name, done, total),
    );
    const isStack = (await findSlices(folder)) !== undefined;
    this.#addVolume(folder.name, file, origin, isStack, folder);
  }

  /** Takes a volume that was read otherwise: a store, or a copy. */
  addStore(at: number, store: LoadedVolume): void {
    this.#volumes.push({ at, thing: store });
    this.#note(at, ...aboutFile(baseName(store.name), store.notes));
    this.#addInput('volume', { at, input: store.input });
  }

  #addVolume(
    name: string,
    { volume, notes, labels, unit, display, times = 1, time }: VolumeFile,
    origin: Origin,
    spaces: boolean,
    folder?: FileFolder,
  ) {
    const { at, input, isMask } = origin;
    checkFloat32Range(volume, name);
    const choices = { channels: [], times, time, spaces };
    const read = { name, input, volume, notes, choices, display, unit: worldUnit(unit, volume.anatomical), folder };
    this.#volumes.push({ at, thing: { ...read, ...(labels && { labels }), isMask } });
    this.#note(at, ...aboutFile(baseName(name), notes));
    this.#addInput('volume', origin);
  }

  #addInput(kind: ReadInput['kind'], { at, input, bytes, parts }: Origin) {
    this.#inputs.push({ at, thing: { kind, at, input, ...(bytes && { bytes }), ...(parts && { parts }) } });
  }

  #note(at: number, ...notes: readonly string[]) {
    this.#notes.push({ at, thing: notes });
  }

  /** Finds a file that a header names among those that were given, and only there. */
  #siblingReader(header: string) {
    return async (name: string) => {
      const sibling = this.#files.find((file) => baseName(file.name) === baseName(name));
      if (!sibling) throw new InputError(`${header}: names ${name}, which was not given; open both together`);
      this.#named.add(sibling.name);
      return sibling.bytes;
    };
  }
}

const nameOther = (bytes: Uint8Array) => findForeignKind(bytes)?.name ?? 'neither a volume nor a mesh';

const nameInput = ({ kind, input, parts }: Origin & Pick<ReadInput, 'kind'>): ReadInput => ({
  ...{ path: input, kind },
  ...(parts && { files: parts.map(({ name }) => ({ path: baseName(name) })) }),
});

async function digestInput(given: Origin & Pick<ReadInput, 'kind'>): Promise<ReadInput> {
  const { bytes, parts } = given;
  const named = nameInput(given);
  const sha256 = bytes && (await digest(bytes));
  if (!parts) return { ...named, ...(sha256 && { sha256 }) };
  const files = parts.map(async ({ name, bytes }) => {
    const sha256 = await digest(bytes);
    return { path: baseName(name), ...(sha256 && { sha256 }) };
  });
  return { ...named, files: await Promise.all(files) };
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
