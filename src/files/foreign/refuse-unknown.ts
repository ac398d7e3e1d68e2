/** Refuses files that no reader takes, in words that help whoever has them. */
import { InputError } from '../../errors.js';
import { isGzip } from '../bytes/compression/inflate.js';
import { isText, refuseUtf16 } from '../bytes/text/utf8.js';
import { adviseRaw } from '../volumes/raw/raw-layout.js';
import type { FileSource } from '../volumes/source.js';
import { describeForeign, findForeignKind, findForeignName } from './find-foreign-kind.js';

/** Gzipped files of the formats that are read are known by their names. */
const GZIPPED = {
  name: 'a gzipped file of another kind',
  help: 'gunzip it or, if it ends in .tgz or .tar.gz, tar -xzf',
};

/** Text in a file that is named as bare voxels are. */
const TEXT = 'is text of no kind that tilecast reads; tilecast info --formats lists what it does read';

/**
 * @param formats that are read in its place.
 * @throws InputError, which starts with the file's name: it is of a kind that is known, bare voxels, or unknown.
 */
export function refuseUnknown(
  { name, bytes }: Pick<FileSource, 'name' | 'bytes'>,
  what: string,
  formats: readonly { readonly name: string; readonly extensions: readonly string[] }[],
): never {
  const kind = findForeignKind(bytes) ?? (isGzip(bytes) ? GZIPPED : findForeignName(name));
  if (kind) throw new InputError(`${name}: ${describeForeign(kind)}`);
  refuseUtf16(bytes, name);
  const bare = adviseRaw(name, bytes.length);
  if (bare !== undefined) throw new InputError(`${name}: ${isText(bytes) ? TEXT : bare}`);
  const known = formats.map(({ name, extensions }) => `${name} (${extensions[0]})`).join(', ');
  throw new InputError(`${name}: is ${what} that tilecast knows; it reads ${known}`);
}
