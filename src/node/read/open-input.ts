/** Opens what the command line names: a file, a folder, a zip archive, an address, or several files of one volume. */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ByteSource,
  type FileFolder,
  InputError,
  isDicom,
  isStoreUrl,
  isZip,
  memorySource,
  openDicomWeb,
  openZip,
  type RawLayout,
  type SeriesServer,
} from '../../index.js';
import {
  decodeEscapes,
  findEntry,
  findOnlyFile,
  folderOfMark,
  isArchive,
  isDicomWeb,
  isDirectoryFile,
  isPackage,
  isPicture,
  isUrl,
  LargeFileError,
  leaveOutLeftoverInputs,
  listDirectoryFiles,
  mapAtOnce,
  nameUrl,
  openEntry,
  openRemote,
} from '../../lab.js';
import { freeMemory, hostBytesLeft, type InputMemory, keepFile, openMemory } from '../host-memory.js';
import { type FoundFile, listFiles } from './list-files.js';
import { archiveSource, fileSource, logReads, ReadLog } from './logged-sources.js';
import { inflateIn, type OpenedFile, type OpenFileOptions, openFile, openInputFile } from './read-file.js';
import { refusal } from './refusal.js';
import {
  findStoreInArchive,
  isStoreFolder,
  type OpenedStore,
  openFlatInput,
  openFlatUrl,
  openRawStore,
  openStoreFolder,
  openStoreUrl,
} from './stores/find-store.js';
import { isStream, locateUrl, remoteOptions } from './streams.js';
import { assertPlaceWithin } from './within.js';

/** Files that are read piece by piece, which may be far more than memory holds. */
export interface OpenedFolder {
  /** The folder and its files. */
  readonly folder: FileFolder;
  /** Its name on the command line. */
  readonly paths: readonly string[];
  /** The paths of all its files. */
  readonly files: () => readonly string[];
  /** SHA-256, in hexadecimal, of all that was read of the files so far. */
  readonly sha256: () => Promise<string>;
  /** Its share of the memory that the user bounds. */
  readonly memory?: InputMemory | undefined;
}

/** A file, a folder or a store that was opened. */
export type OpenedInput = OpenedFile | OpenedFolder | OpenedStore;

/** The input's name on the command line. */
export function nameOfInput(input: OpenedInput): string {
  if ('store' in input) return input.name;
  return 'folder' in input ? input.folder.name : input.source.name;
}

/** Larger files of plain voxels are not read whole. */
const LARGE_BYTES = 2 ** 30;

/** Copies of the voxels of a file that is read whole: its own bytes, and those in another order or type. */
const FILE_COPIES = 2;

/** The size from which files of plain voxels are read piece by piece: there may be no room for more. */
const largeBytes = () => Math.min(LARGE_BYTES, Math.floor(hostBytesLeft() / FILE_COPIES));

/**
 * Opens inputs of which one is nothing but voxels, and may look like anything; piece by piece where it might not fit, and is all
 * that there is.
 * @throws InputError if one cannot be read or lies elsewhere, and for a large file of another size than the layout's.
 */
export async function openRawInputs(
  paths: readonly string[],
  layout: RawLayout,
  where: OpenFileOptions = {},
): Promise<OpenedInput[]> {
  const [path, ...others] = paths;
  const status = others.length === 0 && !isStream(path!) ? await stat(path!).catch(() => undefined) : undefined;
  if (status?.isFile() && status.size > largeBytes()) {
    const store = await openRawStore(path!, layout, where);
    if (store) return [{ ...store, memory: openMemory(store.name) }];
  }
  return mapAtOnce(paths, FILES_AT_ONCE, (path) => openFile(path, where));
}

/** Files that are open at a time, of however many inputs: a system lets a process have some hundred to some ten thousand. */
const FILES_AT_ONCE = 64;

/** Bytes that show whether a file is one of many. */
const START_SIZE_BYTES = 256;

/**
 * Opens inputs in their order. Several DICOM files, as a shell makes of `*.dcm`, are one input, as if they were a folder, with the
 * pictures beside them, as a shell makes of `*`: what reads the folder leaves these out, and says so. Doses, structure sets and
 * segmentations are inputs of their own unless slices are among them.
 * @throws InputError if one cannot be read, is a device or a pipe, or lies elsewhere.
 */
export async function openInputs(inputs: readonly string[], where: OpenFileOptions = {}): Promise<OpenedInput[]> {
  if (inputs.includes(''))
    throw new InputError('the name of an input is empty; name a file, or check the variable that it comes from');
  const paths = leaveOutLeftoverInputs(inputs);
  const { within, hosts } = where;
  const isRemote = (path: string) => (within ? hosts !== undefined && isUrl(path) : isStream(path));
  for (const path of paths) if (!isRemote(path)) await assertPlaceWithin(path, within);
  // The first of several that cannot be read is named, whichever fails first.
  const kinds = await mapAtOnce(paths, FILES_AT_ONCE, async (path) =>
    isRemote(path) ? 'stream' : findKind(path, where),
  );
  const isTogether = (index: number) => TOGETHER.includes(kinds[index]!);
  const first = kinds.findIndex((kind) => kind === 'dicom' || kind === 'object');
  const areApart = !kinds.includes('dicom') && !kinds.includes('picture');
  if (first < 0 || areApart || kinds.filter((_, index) => isTogether(index)).length < 2)
    return mapAtOnce(paths, FILES_AT_ONCE, (path, index) => openAs(path, kinds[index]!, where));
  const together = paths.filter((_, index) => isTogether(index));
  const apart = [...paths.keys()].filter((index) => index === first || !isTogether(index));
  return mapAtOnce(apart, FILES_AT_ONCE, async (index) =>
    index === first ? openTogether(together, where) : openAs(paths[index]!, kinds[index]!, where),
  );
}

/** Classes of DICOM files that are a volume each: RT dose, RT structure set, segmentation. */
const OBJECT_CLASS = /1\.2\.840\.10008\.5\.1\.4\.1\.1\.(?:481\.[23]|66\.4)(?![\d.])/;

const TOGETHER: readonly Kind[] = ['dicom', 'object', 'picture'];

type Kind =
  | 'dicom'
  | 'object'
  | 'directory'
  | 'picture'
  | 'file'
  | 'large'
  | 'folder'
  | 'store'
  | 'zip'
  | 'entry'
  | 'stream';

async function findKind(path: string, where: OpenFileOptions): Promise<Kind> {
  const status = await stat(path).catch(async (cause: unknown) => {
    if (!(await findArchive(path))) throw refusal(path, cause);
  });
  if (!status) return 'entry';
  if (status.isDirectory()) return (await isStoreFolder(path, where)) ? 'store' : 'folder';
  const root = folderOfMark(path);
  if (root !== undefined && (await isStoreFolder(root, where))) return 'store';
  const file = await openInputFile(path, where.within);
  try {
    const bytes = new Uint8Array(START_SIZE_BYTES);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    const start = bytes.subarray(0, bytesRead);
    if (isDicom(start)) return isDirectoryFile(start) ? 'directory' : isObject(start) ? 'object' : 'dicom';
    if (isZip(start)) return 'zip';
    if (isPicture(start)) return 'picture';
    return status.size > largeBytes() ? 'large' : 'file';
  } catch (cause) {
    throw refusal(path, cause);
  } finally {
    await file.close();
  }
}

/** The class stands at the start of the file's meta information. */
const isObject = (start: Uint8Array) => OBJECT_CLASS.test(new TextDecoder('latin1').decode(start));

async function openAs(path: string, kind: Kind, where: OpenFileOptions): Promise<OpenedInput> {
  const opened = await openKind(path, kind, where);
  return 'store' in opened ? { ...opened, memory: openMemory(opened.name) } : opened;
}

async function openKind(path: string, kind: Kind, where: OpenFileOptions): Promise<OpenedInput> {
  if (kind === 'large') {
    const store = await openFlatInput(path, where);
    if (store) return store;
  }
  if (kind === 'file' || kind === 'picture' || kind === 'large') return openFile(path, where);
  if (kind === 'stream') return openStream(path, where);
  if (kind === 'store') return openStoreFolder(folderOfMark(path) ?? path, where);
  const reads = new ReadLog();
  if (kind === 'directory') {
    const files = await findListedFiles(path, reads, where);
    const folder = { name: path, files: files.map((file) => fileSource(file, reads, where)) };
    const paths = [path, ...files.map((file) => file.path)];
    return withMemory({ folder, paths: [path], files: () => paths, sha256: reads.sha256 });
  }
  if (kind === 'folder') {
    const files = await listFiles(path, where);
    const folder = { name: path, files: files.map((file) => fileSource(file, reads, where)) };
    return takeOnlyFile({ folder, paths: [path], files: () => files.map((file) => file.path), sha256: reads.sha256 });
  }
  const archive = kind === 'entry' ? (await findArchive(path))! : path;
  const file = { path: archive, sizeBytes: (await stat(archive)).size };
  const isOne = kind === 'dicom' || kind === 'object';
  const source = isOne ? fileSource(file, reads, where) : archiveSource(file, reads, where);
  const folder = isOne ? { name: path, files: [source] } : await openZip(source);
  if (kind === 'zip' && isPackage(folder)) return openFile(path, where);
  const opened = { folder, paths: [path], files: () => [archive], sha256: reads.sha256 };
  if (kind === 'entry') return openFileOf(opened, findEntry(folder, path.slice(archive.length + 1)));
  if (kind !== 'zip') return withMemory(opened);
  return (await findStoreInArchive(folder, path, archive)) ?? takeOnlyFile(opened);
}

/** The files that a DICOMDIR lists, beside it. Copies of media may have their names in small letters, or an ending. */
async function findListedFiles(path: string, reads: ReadLog, where: OpenFileOptions): Promise<FoundFile[]> {
  const { size } = await stat(path);
  const listed = await listDirectoryFiles(fileSource({ path, sizeBytes: size }, reads, where));
  const found: FoundFile[] = [];
  for (const parts of listed) {
    const plain = join(dirname(path), ...parts);
    const small = join(dirname(path), ...parts.map((part) => part.toLowerCase()));
    const candidates = [plain, small, `${plain}.dcm`, `${small}.dcm`];
    const statuses = candidates.map(async (candidate) => ({
      candidate,
      status: await stat(candidate).catch(() => undefined),
    }));
    const there = (await Promise.all(statuses)).find(({ status }) => status?.isFile());
    // A missing file fails when it is read, and is then reported.
    found.push({ path: there?.candidate ?? plain, sizeBytes: there?.status?.size ?? 0 });
  }
  if (found.every(({ sizeBytes }) => sizeBytes === 0)) {
    throw new InputError(
      `${path}: lists ${found.length} files, none of which is there, such as ${found[0]!.path}; copy the whole medium`,
    );
  }
  return found;
}

/** The zip archive that a path goes through, as in `scans.zip/head.nrrd`. */
async function findArchive(path: string): Promise<string | undefined> {
  for (let parent = dirname(path); parent !== dirname(parent); parent = dirname(parent)) {
    const status = await stat(parent).catch(() => undefined);
    if (!status?.isFile()) continue;
    const file = await openInputFile(parent);
    const { bytesRead, buffer } = await file.read(new Uint8Array(4), 0, 4, 0).finally(() => file.close());
    return isZip(buffer.subarray(0, bytesRead)) ? parent : undefined;
  }
  return undefined;
}

/** The standard input or an address: a file, or what archives and DICOM files make. */
async function openStream(path: string, where: OpenFileOptions): Promise<OpenedInput> {
  const { hosts } = where;
  if (isDicomWeb(path)) return openServer(path, where);
  if (isStoreUrl(path)) return openStoreUrl(path, where);
  const [, archive, entry, query = ''] =
    /^((?:https?|s3|gs):\/\/[^?#]*?\.zip)(?:\/([^?#]+))?(\?[^#]*)?(?:#.*)?$/i.exec(path) ?? [];
  if (archive !== undefined) {
    const reads = new ReadLog();
    const url = `${archive}${query}`;
    const folder = await openZip(logReads(await openRemote(await locateUrl(url, hosts), remoteOptions(hosts)), reads));
    const opened = { folder, paths: [nameUrl(path)], files: () => [], sha256: reads.sha256 };
    return entry === undefined
      ? ((await findStoreInArchive(folder, nameUrl(path), undefined)) ?? takeOnlyFile(opened))
      : openFileOf(opened, findEntry(folder, decodeEscapes(entry)));
  }
  const opened = await openWhole(path, where);
  if (!('source' in opened)) return opened;
  const { name, bytes } = opened.source;
  const parts = { paths: [name], files: opened.files, sha256: opened.sha256 };
  if (isDicom(bytes)) return withMemory({ ...parts, folder: { name, files: [memorySource(name, bytes)] } });
  return isArchive(bytes) ? takeOnlyFile({ ...parts, folder: await openZip(memorySource(name, bytes)) }) : opened;
}

/** The series of a DICOMweb server. */
async function openServer(path: string, { hosts }: OpenFileOptions): Promise<OpenedFolder> {
  await locateUrl(path, hosts);
  const reads = new ReadLog();
  const folder = openDicomWeb(path, remoteOptions(hosts));
  const { server, name } = folder;
  const fetch: SeriesServer['fetch'] = async (series, report) => {
    const fetched = await server!.fetch(series, report);
    return { ...fetched, files: fetched.files.map((file) => logReads(file, reads)) };
  };
  const served = { ...folder, server: { ...server!, fetch } };
  return withMemory({ folder: served, paths: [name], files: () => [], sha256: reads.sha256 });
}

/** All of a file, unless it is a large one of plain voxels, of which the ranges are read that are needed. */
async function openWhole(path: string, where: OpenFileOptions): Promise<OpenedFile | OpenedStore> {
  try {
    return await openFile(path, { ...where, remoteBytesMax: largeBytes() });
  } catch (error) {
    if (!(error instanceof LargeFileError)) throw error;
    return (await openFlatUrl(path, where)) ?? openFile(path, where);
  }
}

/** The one volume or mesh that a folder or archive holds, if it holds no slices of DICOM. */
async function takeOnlyFile(opened: OpenedFolder): Promise<OpenedInput> {
  const file = await findOnlyFile(opened.folder);
  return file ? openFileOf(opened, file) : withMemory(opened);
}

async function openFileOf({ folder, files, sha256 }: OpenedFolder, file: ByteSource): Promise<OpenedFile> {
  const memory = openMemory(file.name);
  keepFile(memory, file.name, file.sizeBytes);
  const counted = memory
    ? { ...folder, files: folder.files.map((one) => (one === file ? one : countedIn(memory, one))) }
    : folder;
  const { gunzip, ...rest } = inflateIn(memory, file.name);
  return { source: { ...(await openEntry(counted, file, gunzip)), ...rest }, sha256, files, memory };
}

/** A file that takes memory as it is read whole, as those beside an entry are. */
const countedIn = (memory: InputMemory, file: ByteSource): ByteSource => ({
  ...file,
  read: (start, end) => {
    memory.spend(Math.max(0, Math.min(end, file.sizeBytes) - start), `its file ${file.name}`);
    return file.read(start, end);
  },
});

/** The folder, whose volume takes memory. */
function withMemory(opened: OpenedFolder): OpenedFolder {
  const { folder } = opened;
  const memory = openMemory(folder.name);
  return { ...opened, folder: { ...folder, memory: memory ?? freeMemory(folder.name) }, memory };
}

async function openTogether(paths: readonly string[], where: OpenFileOptions): Promise<OpenedFolder> {
  const reads = new ReadLog();
  const files = await Promise.all(paths.map(async (path) => ({ path, sizeBytes: (await stat(path)).size })));
  const name = `${paths.length} files in ${dirname(paths[0]!)}`;
  const folder = { name, files: files.map((file) => fileSource(file, reads, where)) };
  return withMemory({ folder, paths, files: () => paths, sha256: reads.sha256 });
}
