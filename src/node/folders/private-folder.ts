/** Folders that nobody else can have put anything into: what is loaded from them as code is ours. */
import { chmod, lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../read/sha256.js';

/** Mode bits: of the owner, what all others may do, what they may write, and that nobody renames what others own. */
const [OWNER_ALONE, OF_OTHERS, OTHERS_WRITE, STICKY] = [0o700, 0o077, 0o022, 0o1000];

/**
 * Makes a folder for the user alone, or finds it.
 * @returns its real path, or undefined if it is somebody else's, a symbolic link, or below a folder in which others may
 * replace it.
 * @throws the file system's error if it cannot be made.
 */
export async function ensurePrivateFolder(path: string): Promise<string | undefined> {
  await mkdir(path, { recursive: true, mode: OWNER_ALONE });
  const status = await lstat(path);
  if (!status.isDirectory() || status.uid !== process.getuid?.()) return undefined;
  if ((status.mode & OF_OTHERS) !== 0) await chmod(path, OWNER_ALONE);
  const real = await realpath(path);
  return (await isKeptFromOthers(dirname(real))) ? real : undefined;
}

/** Whether nobody but the user and root can rename what is in the folder, or the folder itself, up to the top. */
async function isKeptFromOthers(folder: string): Promise<boolean> {
  const { uid, mode } = await lstat(folder);
  const isTrusted = uid === 0 || uid === process.getuid?.();
  if (!isTrusted || ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)) return false;
  const parent = dirname(folder);
  return parent === folder || isKeptFromOthers(parent);
}

/** Whether each file is a regular one with the content that its hash says. */
export async function haveContents(folder: string, hashes: Readonly<Record<string, string>>): Promise<boolean> {
  const checks = Object.entries(hashes).map(async ([name, hash]) => {
    const path = join(folder, name);
    return (await lstat(path)).isFile() && (await sha256(await readFile(path))) === hash;
  });
  return Promise.all(checks).then(
    (results) => results.every(Boolean),
    () => false,
  );
}
