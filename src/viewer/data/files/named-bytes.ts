/** Files that were read, and what they are by their contents. */
import { type FileSource, findMeshFormat, findVolumeFormat, gunzip, InputError, isDicom } from '../../../index.js';
import { isArchive, isDataOfHeader, isPicture, plainNames } from '../../../lab.js';
import type { FileSelection } from './selection.js';

/** A file and its bytes. */
export interface NamedBytes {
  /** Place among all that were given. */
  readonly at: number;
  readonly name: string;
  readonly input: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it was named as labels. */
  readonly isMask?: boolean;
}

export const sourceOf = ({ name, bytes }: NamedBytes, readSibling: FileSource['readSibling']): FileSource => ({
  name,
  bytes,
  readSibling,
  gunzip,
});

/** Whether the selection is of it, where it is the first: of a header and its data of the header. */
export function isVolume(file: NamedBytes, all: readonly NamedBytes[], { read }: FileSelection): boolean {
  const stem = (name: string) => name.replace(/\.[^./\\]*$/, '');
  const others = all.filter((other) => other !== file).map(({ name }) => name);
  const hasHeader =
    others.some((name) => isHeader(name) && stem(name) === stem(file.name)) ||
    isDataOfHeader(file.name, plainNames(others));
  if (isBesideDicom(file, all)) return false;
  if (file.isMask || isPanorama(file.bytes) || (hasHeader && !isHeader(file.name))) return false;
  const source = sourceOf(file, () => Promise.reject(new InputError('is not read yet')));
  return (
    isDicom(file.bytes) ||
    isArchive(file.bytes) ||
    findVolumeFormat(source) !== undefined ||
    (read !== undefined && !findMeshFormat(source))
  );
}

/** Whether it is a logo or a screenshot that somebody put among DICOM files, and no volume. */
export const isBesideDicom = ({ bytes, isMask }: NamedBytes, all: readonly NamedBytes[]) =>
  !isMask && isPicture(bytes) && all.some((other) => isDicom(other.bytes));

/** Headers first, so that what they name is not taken for a file of its own. */
export const inReadingOrder = (files: readonly NamedBytes[]) =>
  [...files].sort((a, b) => Number(isHeader(b.name)) - Number(isHeader(a.name)));

const isHeader = (name: string) => /\.(nhdr|mhd|hdr|head|par|mih|obj)$/i.test(name);

/** Radiance pictures begin with their name, and end with that of headers of NIfTI. */
export const isPanorama = (bytes: Uint8Array) => /^#\?R/.test(String.fromCharCode(...bytes.subarray(0, 3)));

export const isJson = (name: string, bytes: Uint8Array) => /\.json$/i.test(name) || bytes[0] === 0x7b;

export const baseName = (path: string) => path.split(/[\\/]/).at(-1)!;
