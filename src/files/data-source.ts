/** Files in the forms that callers have: bytes, a page's files, addresses. */
import { InputError } from '../errors.js';
import { memorySource } from './bytes/byte-source.js';
import { gunzip, isZip } from './bytes/compression/inflate.js';
import { quote } from './volumes/nrrd/nrrd-fields.js';
import type { FileSource } from './volumes/source.js';
import { fetchRemote } from './web/remote-file.js';
import { addressBeside, nameUrl } from './web/web-address.js';
import type { RemoteOptions } from './web/web-request.js';

/** A file: its bytes, a Blob, an address, or a source that also reaches the files it names. */
export type FileData = Uint8Array | ArrayBuffer | Blob | URL | FileSource;

/** The name of bytes that have none. */
const NAMELESS = 'data';

/** @throws InputError for data of another kind, and if an address cannot be fetched. */
export async function openData(data: FileData, name: string | undefined): Promise<FileSource> {
  if (data instanceof URL) return fetchSource(data, {});
  if (data instanceof Blob) {
    const own = (data as Partial<File>).name;
    return openBytes(name ?? own ?? NAMELESS, new Uint8Array(await data.arrayBuffer()));
  }
  if (data instanceof ArrayBuffer) return openBytes(name ?? NAMELESS, new Uint8Array(data));
  if (data instanceof Uint8Array) return openBytes(name ?? NAMELESS, data);
  if (data?.bytes instanceof Uint8Array) return data;
  throw new InputError(
    'a file must be given as a Uint8Array, an ArrayBuffer, a Blob, a File or a URL; loadVolume and loadMesh take addresses and paths',
  );
}

export async function fetchSource(url: string | URL, options: RemoteOptions): Promise<FileSource> {
  const { bytes, finalUrl } = await fetchRemote(url, options);
  return openFile(nameUrl(url), bytes, async (sibling) => {
    if (!URL.canParse(sibling, finalUrl)) {
      throw new InputError(`${sibling} has no address, since ${nameUrl(url)} has none`);
    }
    return (await fetchRemote(addressBeside(finalUrl, sibling), options)).bytes;
  });
}

const openBytes = (name: string, bytes: Uint8Array) =>
  openFile(name, bytes, async (sibling) => {
    throw new InputError(
      `${quote(sibling)} is not there: bytes have nothing beside them; give an address, or a zip archive`,
    );
  });

/** The file, or the only one of an archive. */
async function openFile(
  name: string,
  bytes: Uint8Array,
  readSibling: (name: string) => Promise<Uint8Array>,
): Promise<FileSource> {
  const plain = { name, bytes, readSibling, gunzip };
  if (!isZip(bytes)) return plain;
  const { findOnlyFile, isArchive, openEntry } = await import('./archive.js');
  if (!isArchive(bytes)) return plain;
  const { openZip } = await import('./bytes/compression/zip.js');
  const folder = await openZip(memorySource(name, bytes));
  const file = await findOnlyFile(folder);
  if (!file)
    throw new InputError(`${folder.name}: holds no file that can be read alone; readVolumeFolder reads series`);
  return openEntry(folder, file, gunzip);
}
