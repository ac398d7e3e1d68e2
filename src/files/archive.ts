/** Files of folders and zip archives that are no series of slices: their only volume or mesh, or one by name. */
import { InputError } from '../errors.js';
import type { ByteSource, FileFolder } from './bytes/byte-source.js';
import { isZip } from './bytes/compression/inflate.js';
import { isOutside } from './bytes/outside-error.js';
import { isDataOfHeader, plainNames } from './bytes/sibling-names.js';
import { isDicom } from './dicom/is-dicom.js';
import { describeForeign, findDocument } from './foreign/find-foreign-kind.js';
import { isTrx, isTrxFolder } from './meshes/lines/is-trx.js';
import { MESH_FORMATS } from './meshes/mesh-formats.js';
import { is3mf, is3mfFolder } from './meshes/three-mf/is-3mf.js';
import { isNpy } from './volumes/npy/is-npy.js';
import { holdsVolume } from './volumes/npy/npy-header.js';
import { quote } from './volumes/nrrd/nrrd-fields.js';
import type { Decompress, FileSource } from './volumes/source.js';
import { VOLUME_FORMATS } from './volumes/volume-formats.js';

/** Bytes that suffice to recognise every format by its content. */
const START_BYTES = 1 << 12;

/** Names that messages list at most. */
const LISTED_MAX = 8;

/** Files beyond this many are recognised by their names alone. */
const OPENED_MAX = 1000;

/** Whether `bytes` are an archive of files, and not one that is a mesh as a whole. */
export const isArchive = (bytes: Uint8Array) => isZip(bytes) && !is3mf(bytes) && !isTrx(bytes);

/** Whether an archive is a mesh as a whole. */
export const isPackage = (folder: FileFolder) => is3mfFolder(folder) || isTrxFolder(folder);

/**
 * The file of a folder or archive that is the one volume or mesh in it; undefined if there is none, or if there is DICOM,
 * whose files are read together.
 * @throws InputError that lists them, if there are several, or if an archive is a document, whose pictures nobody means.
 */
export async function findOnlyFile(folder: FileFolder): Promise<ByteSource | undefined> {
  const document = folder.archiveBytes === undefined ? undefined : findDocument(folder.files.map(({ name }) => name));
  if (document) throw new InputError(`${folder.name}: ${describeForeign(document)}`);
  const found: ByteSource[] = [];
  /** Arrays of numbers that are no volumes, such as the matrix beside one. */
  const minor = new Set<string>();
  for (const [index, file] of folder.files.entries()) {
    const start = index < OPENED_MAX ? await file.read(0, START_BYTES).catch(emptyUnlessOutside) : new Uint8Array();
    if (isDicom(start)) return undefined;
    if (!isReadable(file.name, start)) continue;
    found.push(file);
    if (isNpy(start) && !holdsVolume(start)) minor.add(file.name);
  }
  const names = plainNames(found.map(({ name }) => name));
  const headers = found.filter(({ name }) => !isDataOfHeader(name, names));
  if (headers.every(({ name }) => minor.has(name))) minor.clear();
  // Pictures beside a volume or a mesh are previews or textures, and else, as TIFF's pages are, slices of a stack.
  const others = headers.filter(({ name }) => !/\.(?:png|jpe?g|jp2|bmp)$/i.test(name) && !minor.has(name));
  if (others.length === 1) return others[0];
  const pictures = others.filter(({ name }) => /\.tiff?$/i.test(name));
  const companion = others.length === pictures.length + 1 && others.find(({ name }) => /\.companion\.ome$/i.test(name));
  if (companion) return companion;
  if (headers.length <= 1) return headers[0];
  if (others.length === pictures.length) {
    const { findOmeSet } = await import('./volumes/tiff/ome-set.js');
    return findOmeSet(pictures);
  }
  const listed = headers.map((file) => nameWithin(folder, file));
  const list = `${listed.slice(0, LISTED_MAX).map(quote).join(', ')}${listed.length > LISTED_MAX ? ', …' : ''}`;
  throw new InputError(
    `${folder.name}: holds ${listed.length} files that can be read: ${list}; name one, such as ${folder.name}/${listed[0]}`,
  );
}

/** @throws InputError if there is no such file. */
export function findEntry(folder: FileFolder, name: string): ByteSource {
  const file = folder.files.find((candidate) => nameWithin(folder, candidate) === name);
  if (file) return file;
  const names = folder.files.slice(0, LISTED_MAX).map((candidate) => quote(nameWithin(folder, candidate)));
  throw new InputError(
    `${folder.name}: holds no ${quote(name)}; it holds ${names.join(', ')}${folder.files.length > LISTED_MAX ? ', …' : ''}`,
  );
}

/** A file of a folder or archive as readers take it: what it names is looked for beside it. */
export async function openEntry(folder: FileFolder, file: ByteSource, gunzip: Decompress): Promise<FileSource> {
  const name = nameWithin(folder, file);
  const readSibling = async (sibling: string, sizeBytesMax = Number.POSITIVE_INFINITY) => {
    const entry = findEntry(folder, resolveName(name, sibling));
    if (entry.sizeBytes > sizeBytesMax) {
      throw new InputError(
        `${entry.name}: has ${entry.sizeBytes} bytes; ${sizeBytesMax} are the most that are right for it`,
      );
    }
    return entry.read(0, entry.sizeBytes);
  };
  return { name: `${folder.name}/${name}`, bytes: await file.read(0, file.sizeBytes), readSibling, gunzip };
}

function isReadable(name: string, start: Uint8Array): boolean {
  const ending = name.toLowerCase();
  const endsIn = (extensions: readonly string[]) =>
    extensions.some((extension) => ending.endsWith(extension) || ending.endsWith(`${extension}.gz`));
  const named = [...VOLUME_FORMATS, ...MESH_FORMATS].filter(({ contentOnly }) => !contentOnly);
  if (named.some(({ extensions }) => endsIn(extensions))) return true;
  // Meshes are not recognised by content alone: many texts look like OBJ.
  return VOLUME_FORMATS.some(({ recognizes }) => recognizes(start));
}

/** Files on disk have their folder's path before their own. */
function nameWithin({ name: folder }: FileFolder, { name }: ByteSource): string {
  return name.startsWith(folder) ? name.slice(folder.length).replace(/^[\\/]+/, '') : name;
}

function resolveName(name: string, sibling: string): string {
  const parts = name.split('/').slice(0, -1);
  for (const part of sibling.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Files that cannot be read are recognised by their names. */
function emptyUnlessOutside(error: unknown): Uint8Array {
  if (isOutside(error)) throw error;
  return new Uint8Array();
}
