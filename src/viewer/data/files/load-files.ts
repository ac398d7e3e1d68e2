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
  isZip,
  MESH_FORMATS,
  memorySource,
  openZip,
  readEnvironment,
  readMesh,
  readVolume,
  readVolumeFolder,
  VOLUME_FORMATS,
  type VolumeFile,
} from '../../../index.js';
import type { LoadedMesh, LoadedVolume } from '../viewer-data.js';
import { findStores } from './find-stores.js';
import type { LoadFollowers } from './load-followers.js';
import { type LoadStore, loadStore } from './load-store.js';
import { PartialReader } from './partial-volume.js';
import type { FileSelection } from './selection.js';
import { readViewerFile, type ViewerFile } from './viewer-file.js';

/** The input as the command line would name it, and what it was made of: for the recipes of pictures. */
export interface ReadInput {
  readonly path: string;
  readonly kind: 'volume' | 'labels' | 'mesh' | 'environment';
  /** SHA-256 in hexadecimal of a single file; undefined of folders, and where the page may not compute one. */
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

interface NamedBytes {
  readonly name: string;
  readonly input: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it was named as labels. */
  readonly isMask?: boolean;
}

/**
 * Reads all files. Those of DICOM are one volume together, and data files that a header names are looked for among the others.
 * @param open opens the stores among them.
 * @throws InputError, one line that starts with the file's name, or the signal's reason.
 */
export async function loadFiles(
  files: readonly ViewerFile[],
  selection: FileSelection,
  signal: AbortSignal,
  { report, preview }: LoadFollowers,
  open: LoadStore = loadStore,
): Promise<LoadedFiles> {
  const read: NamedBytes[] = [];
  const stores: LoadedVolume[] = [];
  for (const file of findStores(files)) {
    if (file.isStore) {
      stores.push(await open(file, selection, signal, { report, preview }));
      continue;
    }
    const partial = new PartialReader(file.name);
    const bytes = await readViewerFile(file, signal, {
      report: (progress) => report({ ...progress, stage: 'reading' }),
      look: async (all, doneBytes) => {
        const volume = await partial.read(all, doneBytes);
        if (volume && !signal.aborted) preview(volume);
      },
    });
    const { name, input = name, isMask } = file;
    read.push({ name, input, bytes, ...(isMask && { isMask }) });
  }
  const loading = new Loading(read, selection, (name, doneBytes = 0, totalBytes?: number) =>
    report({ name, doneBytes, totalBytes, stage: 'decoding' }),
  );
  for (const store of stores) loading.addStore(store);
  for (const file of inReadingOrder(read)) {
    signal.throwIfAborted();
    await loading.take(file);
  }
  const loaded = await loading.finish();
  signal.throwIfAborted();
  return loaded;
}

/** The command line's name for an input, and its bytes where it is a single file. */
interface DigestedInput {
  readonly input: string;
  readonly bytes: NamedBytes['bytes'] | undefined;
}

/** Whether they are an archive of files, and not one that is a mesh as a whole. */
const isArchive = (bytes: Uint8Array) => isZip(bytes) && findMeshFormat({ name: '', bytes })?.name !== '3MF';

/** The results of the files so far. */
class Loading {
  readonly #files: readonly NamedBytes[];
  readonly #selection: FileSelection;
  readonly #report: (name: string, done?: number, total?: number) => void;
  readonly #volumes: LoadedVolume[] = [];
  readonly #meshes: LoadedMesh[] = [];
  #maskMesh: LoadedMesh | undefined;
  #environment: Environment | undefined;
  readonly #documents: { name: string; text: string }[] = [];
  readonly #notes: string[] = [];
  readonly #inputs: { readonly input: ReadInput; readonly bytes: NamedBytes['bytes'] | undefined }[] = [];
  /** Files that headers named. */
  readonly #named = new Set<string>();
  readonly #slices: NamedBytes[] = [];

  constructor(
    files: readonly NamedBytes[],
    selection: FileSelection,
    report: (name: string, done?: number, total?: number) => void,
  ) {
    this.#files = files;
    this.#selection = selection;
    this.#report = report;
  }

  async take(file: NamedBytes): Promise<void> {
    const { name, bytes } = file;
    if (this.#named.has(name)) return;
    if (bytes.length === 0) throw new InputError(`${name}: is empty; a volume or a mesh was expected`);
    this.#report(name);
    const source: FileSource = { name, bytes, readSibling: this.#siblingReader(name), gunzip };
    const { read, ...selection } = file.isMask ? { read: undefined } : this.#selection;
    if (read && !findMeshFormat(source)) this.#addVolume(name, await read(source, selection), file);
    else if (isDicom(bytes)) this.#slices.push(file);
    else if (isArchive(bytes)) await this.#readFolder(await openZip(memorySource(name, bytes)), file);
    else if (findVolumeFormat(source)) this.#addVolume(name, await readVolume(source, selection), file);
    else if (findMeshFormat(source)) {
      const { mesh, notes, animations } = await readMesh(source);
      const loaded = { name, mesh, ...(animations && { animations }) };
      if (file.isMask) this.#maskMesh = loaded;
      else this.#meshes.push(loaded);
      this.#notes.push(...notes.map((note) => `${name}: ${note}`));
      this.#addInput(file.isMask ? 'labels' : 'mesh', file);
    } else if (isPanorama(bytes)) {
      this.#environment = await readEnvironment(bytes, name);
      this.#addInput('environment', file);
    } else if (isJson(name, bytes)) this.#documents.push({ name, text: new TextDecoder().decode(bytes) });
    // A folder holds what it holds: reports, pictures, checksums.
    else if (this.#files.length > 1) this.#notes.push(`${name}: is neither a volume nor a mesh, and was left out`);
    else throw new InputError(`${name}: is neither a volume nor a mesh that tilecast knows; it reads ${listFormats()}`);
  }

  async finish(): Promise<LoadedFiles> {
    const [first] = this.#slices;
    if (first) {
      const files = this.#slices.map(({ name, bytes }) => memorySource(name, bytes));
      const name = files.length === 1 ? first.name : `${files.length} files`;
      await this.#readFolder(
        { name, files },
        { input: first.input, bytes: files.length === 1 ? first.bytes : undefined },
      );
    }
    return {
      volumes: this.#volumes,
      meshes: this.#meshes,
      maskMesh: this.#maskMesh,
      environment: this.#environment,
      documents: this.#documents,
      notes: this.#notes,
      inputs: this.#inputs.map(({ input }) => input),
      digestInputs: () =>
        Promise.all(
          this.#inputs.map(async ({ input, bytes }) => {
            const sha256 = bytes && (await digest(bytes));
            return { ...input, ...(sha256 && { sha256 }) };
          }),
        ),
    };
  }

  async #readFolder(folder: FileFolder, input: DigestedInput) {
    const file = await readVolumeFolder(folder, this.#selection, (done, total) =>
      this.#report(folder.name, done, total),
    );
    this.#addVolume(folder.name, file, input);
  }

  addStore(store: LoadedVolume): void {
    this.#volumes.push(store);
    this.#notes.push(...store.file.notes);
    this.#addInput('volume', { input: store.input, bytes: undefined });
  }

  #addVolume(name: string, file: VolumeFile, input: DigestedInput & { readonly isMask?: boolean }) {
    this.#volumes.push({ name, input: input.input, file, isMask: input.isMask });
    this.#notes.push(...file.notes);
    this.#addInput('volume', input);
  }

  #addInput(kind: ReadInput['kind'], { input, bytes }: DigestedInput) {
    this.#inputs.push({ input: { path: input, kind }, bytes });
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

const listFormats = () =>
  [...VOLUME_FORMATS, ...MESH_FORMATS].map(({ name, extensions }) => `${name} (${extensions.join(', ')})`).join(', ');

/** Headers first, so that what they name is not taken for a file of its own. */
const inReadingOrder = (files: readonly NamedBytes[]) =>
  [...files].sort((a, b) => Number(isHeader(b.name)) - Number(isHeader(a.name)));

const isHeader = (name: string) => /\.(nhdr|mhd|hdr|obj)$/i.test(name);

/** Radiance pictures begin with their name. */
const isPanorama = (bytes: Uint8Array) => /^#\?R/.test(String.fromCharCode(...bytes.subarray(0, 3)));

const isJson = (name: string, bytes: Uint8Array) => /\.json$/i.test(name) || bytes[0] === 0x7b;

const baseName = (path: string) => path.split(/[\\/]/).at(-1)!;

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
