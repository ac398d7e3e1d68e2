/** Folders of one process in the system's temporary folder, which another one removes where it was killed. */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProcess } from '../describe-process.js';
import { removeAtExit } from '../write/unfinished.js';

const OWNER_ALONE = 0o700;

/** The machine of its process, the process's id and start, and something that nobody can guess. */
const NAME = /^tilecast-([0-9a-f]{16})-(\d+)-(\d*)-[\w-]{12}$/;

/** A folder for this process alone, which goes with it. Removes those of processes that were killed. */
export async function makeTemporaryFolder(parent: string = tmpdir()): Promise<string> {
  const place = await describePlace();
  await removeAbandoned(parent, place);
  const [pid, start] = (await describeProcess(process.pid)).split(' ');
  const folder = join(parent, `tilecast-${place}-${pid}-${start}-${randomBytes(9).toString('base64url')}`);
  removeAtExit(folder);
  await mkdir(folder, { mode: OWNER_ALONE });
  return folder;
}

/** The machine since it was started, and the container: elsewhere a process of the same id is another. */
async function describePlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const container = await readlink('/proc/self/ns/pid').catch(() => '');
  const text = [hostname(), boot.trim(), container].join(' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Removes the user's folders whose process is gone; those that cannot be removed stay. */
async function removeAbandoned(parent: string, place: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const [, where, pid, start] = NAME.exec(name) ?? [];
    if (where !== place || (await describeProcess(Number(pid))) === `${pid} ${start}`) continue;
    const folder = join(parent, name);
    const status = await lstat(folder).catch(() => undefined);
    if (!status?.isDirectory() || status.uid !== process.getuid?.()) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
