/** The ends of symbolic links, unless somebody else put them where everybody may write. */
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../../index.js';

/** The number of links that Linux follows. */
const LINKS_MAX = 40;

/** Mode bits: only who owns a file may rename or remove it; everybody may write. */
const [STICKY, WORLD_WRITABLE] = [0o1000, 0o002];

/**
 * The path that a file of this name gets when it is written: that of the file which it links to, if it is a link.
 * @throws InputError if it is a link of another user in a folder of everybody's, such as the one for temporary files:
 * Linux does not follow those either (fs.protected_symlinks).
 */
export async function followLinks(path: string): Promise<string> {
  let followed = path;
  for (let links = 0; links < LINKS_MAX; links++) {
    const folder = await realpath(dirname(followed));
    followed = join(folder, basename(followed));
    const status = await lstat(followed).catch(() => undefined);
    if (!status?.isSymbolicLink()) return followed;
    const { mode, uid } = await stat(folder);
    const isShared = (mode & STICKY) !== 0 && (mode & WORLD_WRITABLE) !== 0;
    if (isShared && status.uid !== uid && status.uid !== process.getuid?.()) {
      throw new InputError(`${path}: is a symbolic link that another user put there; choose another place`);
    }
    followed = resolve(folder, await readlink(followed));
  }
  throw new InputError(`${path}: is a symbolic link that leads to itself; name a file`);
}
