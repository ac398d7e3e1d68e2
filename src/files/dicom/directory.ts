/** Directories of DICOM media (PS3.10, section 8): a file DICOMDIR that lists the others. */
import { InputError } from '../../errors.js';
import type { ByteSource } from '../bytes/byte-source.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import * as tags from './headers/attributes.js';
import { readDicomHeader } from './headers/read-header.js';

const CLASS = '1.2.840.10008.1.3.10';

/** Whether the first bytes of a file say that it is a directory: its class is among the first elements. */
export const isDirectoryFile = (start: Uint8Array): boolean => String.fromCharCode(...start).includes(CLASS);

/**
 * The paths of the files that a directory lists, relative to it, each once.
 * @throws InputError, one line that starts with the file's name, if it lists none.
 */
export function listDirectoryFiles(source: ByteSource): Promise<readonly (readonly string[])[]> {
  return nameInErrors(source.name, async () => {
    const header = await readDicomHeader(source);
    const records = header?.dataSet.items(tags.DirectoryRecordSequence) ?? [];
    const paths = new Map<string, readonly string[]>();
    for (const record of records) {
      const parts = record.strings(tags.ReferencedFileID).filter((part) => part !== '');
      // Names of media have no dots; steps out of the folder are an attack.
      if (parts.some((part) => /^\.|[\\/:\0]/.test(part))) continue;
      if (parts.length > 0) paths.set(parts.join('\\'), parts);
    }
    if (paths.size === 0)
      throw new InputError('is a DICOMDIR that lists no files; give the folder that the files are in');
    return [...paths.values()];
  });
}
