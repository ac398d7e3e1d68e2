/** Files as pages have them: addresses, files of inputs and drops, and bytes with or without a name. */
import { fileAt, type ViewerFile } from './viewer-file.js';

/** A file that `open` takes: an address, a page's file, or one with a name and more. */
export type OpenableFile = ViewerFile | Blob | string | URL;

/** The name of bytes that have none: their contents say what they are. */
const NAMELESS = 'file';

/** Files of inputs have the path within a folder that was chosen, too. */
interface NamedBlob extends Blob {
  readonly name?: string;
  readonly webkitRelativePath?: string;
}

/** @param file of a type that callers without types may get wrong. */
export function asViewerFile(file: OpenableFile): ViewerFile {
  if (typeof file === 'string' || file instanceof URL) return fileAt(file);
  if (!(file instanceof Blob)) return file;
  const { name = NAMELESS, webkitRelativePath: path } = file as NamedBlob;
  return { name: path || name, source: file };
}
