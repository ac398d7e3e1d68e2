/** Volumes of bytes, a page's files and addresses, with what their files say beside them. */
import { type FileData, openData } from './data-source.js';
import type { VolumeFile, VolumeSelection } from './volumes/source.js';
import { readVolumeSource } from './volumes/volume-formats.js';

/** Options of `readVolume`: which volume of a file to read, and the file's name. */
export interface ReadVolumeOptions extends VolumeSelection {
  /** Gives the format where the content does not, and stands in messages; default: the name of a File. */
  readonly name?: string | undefined;
}

/**
 * Reads a volume of any known format, or the one volume of a zip archive.
 * @param options or the name alone.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 * @example
 * ```js
 * const { volume, notes } = await readVolume(await (await fetch('scan.nrrd')).arrayBuffer(), 'scan.nrrd');
 * ```
 */
export async function readVolume(data: FileData, options: string | ReadVolumeOptions = {}): Promise<VolumeFile> {
  const { name, ...selection } = typeof options === 'string' ? { name: options } : options;
  return readVolumeSource(await openData(data, name), selection);
}
