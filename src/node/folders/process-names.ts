/** Names of files and folders that tell whose they are, so that another process can remove them where theirs was killed. */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describeProcess } from '../describe-process.js';

/** The machine of its process, the process's id and start, and something that nobody can guess. */
const NAME = /^tilecast-([0-9a-f]{16})-(\d+)-(\d*)-[\w-]{12}$/;

/** The parts of a name before and after that of the process. */
export interface NameForm {
  readonly prefix: string;
  readonly suffix: string;
  readonly isFolder: boolean;
}

let ownName: Promise<string> | undefined;
let ownHost: Promise<string> | undefined;

/** A new name, that of this process. */
export async function nameOfProcess({ prefix, suffix }: NameForm): Promise<string> {
  ownName ??= describeOwn();
  return `${prefix}${await ownName}-${randomBytes(9).toString('base64url')}${suffix}`;
}

/** Removes the user's files, or folders, of this form whose process is gone; those that cannot be removed stay. */
export async function removeAbandoned(parent: string, { prefix, suffix, isFolder }: NameForm): Promise<void> {
  ownHost ??= describeHost();
  const host = await ownHost;
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
    const [, where, pid, start] = NAME.exec(name.slice(prefix.length, name.length - suffix.length)) ?? [];
    if (where !== host || (await describeProcess(Number(pid))) === `${pid} ${start}`) continue;
    const path = join(parent, name);
    const status = await lstat(path).catch(() => undefined);
    if (!status || status.uid !== process.getuid?.()) continue;
    if (isFolder ? !status.isDirectory() : !status.isFile()) continue;
    await rm(path, { recursive: isFolder, force: true }).catch(() => undefined);
  }
}

async function describeOwn(): Promise<string> {
  ownHost ??= describeHost();
  const [pid, start] = (await describeProcess(process.pid)).split(' ');
  return `tilecast-${await ownHost}-${pid}-${start}`;
}

/** The machine since it was started, and the container: elsewhere a process of the same id is another. */
async function describeHost(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const container = await readlink('/proc/self/ns/pid').catch(() => '');
  const text = [hostname(), boot.trim(), container].join(' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
