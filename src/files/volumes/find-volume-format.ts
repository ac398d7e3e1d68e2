/** Volume formats that can be told synchronously; readers load the table of foreign kinds when they meet one. */
import { findForeignKind } from '../foreign/find-foreign-kind.js';
import type { FileSource } from './source.js';
import { recognizeVolume, type VolumeFormat, volumeFormatNamed } from './volume-formats.js';

/** The format of a file, by its content first and by its name second; undefined if it is unknown, or of a kind that is not read. */
export function findVolumeFormat(source: Pick<FileSource, 'name' | 'bytes'>): VolumeFormat | undefined {
  return recognizeVolume(source.bytes) ?? (findForeignKind(source.bytes) ? undefined : volumeFormatNamed(source));
}
